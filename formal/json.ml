(* A line of JSON (RFC 8259), as Python reads it: UTF-8, whole numbers, each field once. *)
open Refused

type t =
  | Null
  | Truth
  | Number of Z.t
  | Text of string
  | List of t list
  | Object of (string * t) list

let max_digits = 4300
let max_depth = 900

(* Refuses bytes that are no UTF-8. *)
let check_utf8 what text =
  let malformed () = refuse (what ^ " is no line of JSON") in
  let size = String.length text in
  let tail i = if i < size && Char.code text.[i] land 0xc0 = 0x80 then Char.code text.[i] land 63 else malformed () in
  let rec go i =
    if i < size then
      let c = Char.code text.[i] in
      if c < 0x80 then go (i + 1)
      else if c < 0xc2 then malformed ()
      else if c < 0xe0 then (
        ignore (tail (i + 1));
        go (i + 2))
      else if c < 0xf0 then (
        let n = ((c land 15) lsl 12) lor (tail (i + 1) lsl 6) lor tail (i + 2) in
        if n < 0x800 || (n >= 0xd800 && n < 0xe000) then malformed ();
        go (i + 3))
      else
        let high = ((c land 7) lsl 18) lor (tail (i + 1) lsl 12) in
        let n = high lor (tail (i + 2) lsl 6) lor tail (i + 3) in
        if c > 0xf4 || n < 0x10000 || n > 0x10ffff then malformed ();
        go (i + 4)
  in
  go 0

let parse what text =
  let malformed () = refuse (what ^ " is no line of JSON") in
  check_utf8 what text;
  let size = String.length text in
  let at = ref 0 in
  let peek () = if !at < size then text.[!at] else '\000' in
  let rec skip () =
    match peek () with
    | (' ' | '\t' | '\n' | '\r') when !at < size ->
        incr at;
        skip ()
    | _ -> ()
  in
  let literal word value =
    let n = String.length word in
    if !at + n <= size && String.sub text !at n = word then (
      at := !at + n;
      value)
    else malformed ()
  in
  let is_digit c = '0' <= c && c <= '9' in
  let number () =
    let start = !at in
    if peek () = '-' then incr at;
    if peek () = 'I' then refuse "a number is not whole";
    let first = !at in
    while is_digit (peek ()) do
      incr at
    done;
    let digits = !at - first in
    if digits = 0 then malformed ();
    if text.[first] = '0' && digits > 1 then malformed ();
    if digits > max_digits then malformed ();
    (match peek () with '.' | 'e' | 'E' -> refuse "a number is not whole" | _ -> ());
    let word = String.sub text start (!at - start) in
    Number (if digits < 18 then Z.of_int (int_of_string word) else Z.of_string word)
  in
  let hex () =
    if !at + 4 > size then malformed ();
    let word = String.sub text !at 4 in
    String.iter (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> () | _ -> malformed ()) word;
    at := !at + 4;
    int_of_string ("0x" ^ word)
  in
  let half () = refuse "a text holds half of a surrogate pair" in
  let string () =
    incr at;
    let found = Buffer.create 16 in
    let rec go () =
      if !at >= size then malformed ();
      let c = text.[!at] in
      incr at;
      if c = '"' then Buffer.contents found
      else if c < ' ' then malformed ()
      else if c <> '\\' then (
        Buffer.add_char found c;
        go ())
      else (
        if !at >= size then malformed ();
        let e = text.[!at] in
        incr at;
        (match e with
        | '"' | '\\' | '/' -> Buffer.add_char found e
        | 'b' -> Buffer.add_char found '\b'
        | 'f' -> Buffer.add_char found '\012'
        | 'n' -> Buffer.add_char found '\n'
        | 'r' -> Buffer.add_char found '\r'
        | 't' -> Buffer.add_char found '\t'
        | 'u' ->
            let n = hex () in
            let n =
              if n land 0xfc00 = 0xd800 then (
                if not (!at + 2 <= size && String.sub text !at 2 = "\\u") then half ();
                at := !at + 2;
                let low = hex () in
                if low land 0xfc00 <> 0xdc00 then half ();
                0x10000 + ((n land 0x3ff) lsl 10) + (low land 0x3ff))
              else if n land 0xfc00 = 0xdc00 then half ()
              else n
            in
            Buffer.add_utf_8_uchar found (Uchar.of_int n)
        | _ -> malformed ());
        go ())
    in
    go ()
  in
  let rec value depth =
    if depth > max_depth then refuse "lists or objects lie too deep in each other";
    skip ();
    if !at >= size then malformed ();
    match text.[!at] with
    | '"' -> Text (string ())
    | 'n' -> literal "null" Null
    | 't' -> literal "true" Truth
    | 'f' -> literal "false" Truth
    | 'N' | 'I' -> malformed ()
    | '[' ->
        incr at;
        List (items ']' (fun () -> value (depth + 1)))
    | '{' ->
        incr at;
        let fields = items '}' (fun () -> field depth) in
        let names = List.sort compare (List.map fst fields) in
        let rec twice = function
          | a :: (b :: _ as rest) ->
              if a = b then refuse "a field stands there twice";
              twice rest
          | _ -> ()
        in
        twice names;
        Object fields
    | _ -> number ()
  and field depth =
    skip ();
    if peek () <> '"' then malformed ();
    let name = string () in
    skip ();
    if peek () <> ':' then malformed ();
    incr at;
    (name, value (depth + 1))
  and items : 'a. char -> (unit -> 'a) -> 'a list =
   fun last item ->
    skip ();
    if peek () = last then (
      incr at;
      [])
    else
      let rec go found =
        let found = item () :: found in
        skip ();
        let c = peek () in
        incr at;
        if c = ',' then go found else if c = last then List.rev found else malformed ()
      in
      go []
  in
  let found = value 0 in
  skip ();
  if !at < size then malformed ();
  found
