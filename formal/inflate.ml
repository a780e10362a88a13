(* A zlib stream, unpacked (RFC 1950 and 1951). Nothing rests on it: any records will do. *)
open Refused

let max_bytes = 1 lsl 30
let damaged () = refuse "the stream of records is damaged"

type source = { text : string; mutable at : int; mutable bits : int; mutable count : int }

let byte s =
  if s.at >= String.length s.text then refuse "the stream is cut off";
  s.at <- s.at + 1;
  Char.code s.text.[s.at - 1]

let rec bits s n =
  if s.count >= n then (
    let found = s.bits land ((1 lsl n) - 1) in
    s.bits <- s.bits lsr n;
    s.count <- s.count - n;
    found)
  else (
    s.bits <- s.bits lor (byte s lsl s.count);
    s.count <- s.count + 8;
    bits s n)

(* A code of Huffman: how many words there are of each length, and the symbols in order. *)
let code lengths =
  let counts = Array.make 16 0 and starts = Array.make 17 0 in
  Array.iter (fun l -> counts.(l) <- counts.(l) + 1) lengths;
  counts.(0) <- 0;
  let left = ref 1 in
  for l = 1 to 15 do
    left := (2 * !left) - counts.(l);
    if !left < 0 then damaged ();
    starts.(l + 1) <- starts.(l) + counts.(l)
  done;
  let symbols = Array.make (Array.length lengths) 0 in
  Array.iteri
    (fun symbol l ->
      if l > 0 then (
        symbols.(starts.(l)) <- symbol;
        starts.(l) <- starts.(l) + 1))
    lengths;
  (counts, symbols, !left)

let symbol s (counts, symbols, _) =
  let rec go length word first index =
    if length > 15 then damaged ();
    let word = word lor bits s 1 and count = counts.(length) in
    if word - count < first then symbols.(index + word - first)
    else go (length + 1) (2 * word) (2 * (first + count)) (index + count)
  in
  go 1 0 0 0

let fixed =
  ( code (Array.init 288 (fun i -> if i < 144 then 8 else if i < 256 then 9 else if i < 280 then 7 else 8)),
    code (Array.make 30 5) )

(* The least length or distance of each symbol, and its extra bits. *)
let table first extras =
  let at = ref first in
  Array.of_list
    (List.map
       (fun extra ->
         let least = !at in
         at := least + (1 lsl extra);
         (least, extra))
       extras)

let lengths =
  let shared = [ 0; 0; 0; 0; 0; 0; 0; 0; 1; 1; 1; 1; 2; 2; 2; 2; 3; 3; 3; 3; 4; 4; 4; 4; 5; 5; 5; 5 ] in
  Array.append (table 3 shared) [| (258, 0) |]

let distances = table 1 (0 :: 0 :: List.concat (List.init 14 (fun i -> [ i; i ])))
let order = [| 16; 17; 18; 0; 8; 7; 9; 6; 10; 5; 11; 4; 12; 3; 13; 2; 14; 1; 15 |]

let dynamic s =
  let literals = bits s 5 + 257 in
  let far = bits s 5 + 1 in
  let words = bits s 4 + 4 in
  if literals > 286 || far > 30 then damaged ();
  let small = Array.make 19 0 in
  for i = 0 to words - 1 do
    small.(order.(i)) <- bits s 3
  done;
  let ((_, _, left) as of_lengths) = code small in
  if left > 0 then damaged ();
  let found = Array.make (literals + far) 0 in
  let at = ref 0 in
  let again value count =
    if !at + count > literals + far then damaged ();
    Array.fill found !at count value;
    at := !at + count
  in
  while !at < literals + far do
    match symbol s of_lengths with
    | 16 ->
        if !at = 0 then damaged ();
        again found.(!at - 1) (3 + bits s 2)
    | 17 -> again 0 (3 + bits s 3)
    | 18 -> again 0 (11 + bits s 7)
    | l -> again l 1
  done;
  if found.(256) = 0 then damaged ();
  let complete ((counts, _, left) as found) =
    if left > 0 && Array.fold_left ( + ) 0 counts <> counts.(1) then damaged ();
    found
  in
  (complete (code (Array.sub found 0 literals)), complete (code (Array.sub found literals far)))

let adler text =
  let a = ref 1 and b = ref 0 in
  String.iter
    (fun c ->
      a := (!a + Char.code c) mod 65521;
      b := (!b + !a) mod 65521)
    text;
  (!b lsl 16) lor !a

(* What is packed from a place on, and where it ends. *)
let unpack text at =
  let s = { text; at; bits = 0; count = 0 } in
  let cmf = byte s in
  let flags = byte s in
  if cmf land 15 <> 8 || cmf lsr 4 > 7 || ((256 * cmf) + flags) mod 31 <> 0 || flags land 32 <> 0 then
    damaged ();
  let out = Buffer.create 65536 in
  let room n = if Buffer.length out + n > max_bytes then refuse "the records are too long" in
  let rec packed ((literal, far) as codes) =
    match symbol s literal with
    | 256 -> ()
    | c when c < 256 ->
        room 1;
        Buffer.add_char out (Char.chr c);
        packed codes
    | c ->
        if c > 285 then damaged ();
        let least, extra = lengths.(c - 257) in
        let length = least + bits s extra in
        let d = symbol s far in
        if d > 29 then damaged ();
        let least, extra = distances.(d) in
        let back = least + bits s extra in
        if back > Buffer.length out then damaged ();
        room length;
        for _ = 1 to length do
          Buffer.add_char out (Buffer.nth out (Buffer.length out - back))
        done;
        packed codes
  in
  let rec blocks () =
    let last = bits s 1 = 1 in
    (match bits s 2 with
    | 0 ->
        s.bits <- 0;
        s.count <- 0;
        let low = byte s in
        let length = low lor (byte s lsl 8) in
        let low = byte s in
        if low lor (byte s lsl 8) <> length lxor 0xffff then damaged ();
        room length;
        for _ = 1 to length do
          Buffer.add_char out (Char.chr (byte s))
        done
    | 1 -> packed fixed
    | 2 -> packed (dynamic s)
    | _ -> damaged ());
    if not last then blocks ()
  in
  blocks ();
  let found = Buffer.contents out in
  let sum = ref 0 in
  for _ = 1 to 4 do
    sum := (!sum lsl 8) lor byte s
  done;
  if !sum <> adler found then damaged ();
  (found, s.at)
