(* Boards as lines of text, in the form that `gridproof certify` writes: lines `; title`, lines
   `name: value`, then the rows. Others are refused. Trusted. *)
open Refused

let other_form () = refuse "the board is in a form that this checker does not read"

let metadata =
  [ "title"; "author"; "copyright"; "source"; "k"; "seed"; "generator"; "optimum"; "difficulty" ]

let is_digit c = '0' <= c && c <= '9'

(* A whole number of so many digits at most, perhaps with one of some signs. *)
let whole word signs digits =
  let n = String.length word in
  let first = if n > 0 && String.contains signs word.[0] then 1 else 0 in
  let fits = n > first && n - first <= digits in
  if fits && String.for_all is_digit (String.sub word first (n - first)) then
    let value = int_of_string ("0u" ^ String.sub word first (n - first)) in
    Some (if word.[0] = '-' then -value else value)
  else None

let words line = List.filter (fun word -> word <> "") (String.split_on_char ' ' line)

(* Refuses texts that Python's reader might take apart otherwise. *)
let check_plain text = String.iter (fun c -> if c < ' ' then other_form ()) text

let header line =
  match String.index_opt line ':' with
  | None -> None
  | Some i -> Some (String.sub line 0 i, String.trim (String.sub line (i + 1) (String.length line - i - 1)))

(* The values of options by name, and the rows. *)
let read text options =
  if String.contains text '\r' then other_form ();
  let lines = String.split_on_char '\n' text in
  let lines = match List.rev lines with "" :: rest -> List.rev rest | _ -> lines in
  let is_title line = line <> "" && line.[0] = ';' in
  List.iter (fun line -> if not (is_title line) then check_plain line) lines;
  let rec heads seen = function
    | line :: rest when is_title line -> heads seen rest
    | line :: rest as all -> (
        match header line with
        | None -> (seen, all)
        | Some (name, value) ->
            if List.mem_assoc name seen then other_form ();
            if not (List.mem name options || List.mem name metadata) then other_form ();
            heads ((name, value) :: seen) rest)
    | [] -> (seen, [])
  in
  heads [] lines
