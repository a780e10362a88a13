(* boxcover: the board, a solution and the records of kind `squares`.

   Trusted: `board`, `solution`. A board is read in the form that `gridproof certify` writes: lines
   `; title`, lines `name: value`, then a point `x y` a line. Others are refused. *)
open Refused

let game = "boxcover"
let names = [ game; "box-cover" ]
let rules = 1
let max_coordinate = 1_000_000_000

type board = { side : int; points : (int * int) list }

let other_form () = refuse "the board is in a form that this checker does not read"
let metadata = [ "title"; "author"; "copyright"; "source"; "k"; "seed"; "generator"; "optimum" ]
let is_digit c = '0' <= c && c <= '9'

(* A whole number from least to most, of so many digits at most, perhaps with one of some signs. *)
let whole word signs digits =
  let n = String.length word in
  let first = if n > 0 && String.contains signs word.[0] then 1 else 0 in
  let fits = n > first && n - first <= digits in
  if fits && String.for_all is_digit (String.sub word first (n - first)) then
    let value = int_of_string ("0u" ^ String.sub word first (n - first)) in
    Some (if word.[0] = '-' then -value else value)
  else None

let words line =
  List.filter (fun word -> word <> "") (String.split_on_char ' ' line)

let inside n = abs n <= max_coordinate

let point line =
  match List.map (fun word -> whole word "+-" 18) (words line) with
  | [ Some x; Some y ] ->
      need (inside x && inside y) "a point lies beyond the limit of coordinates";
      (x, y)
  | _ -> other_form ()

let header line =
  match String.index_opt line ':' with
  | None -> None
  | Some i -> Some (String.sub line 0 i, String.trim (String.sub line (i + 1) (String.length line - i - 1)))

(* Refuses texts that Python's reader might take apart otherwise. *)
let check_plain text = String.iter (fun c -> if c < ' ' then other_form ()) text

let board text =
  if String.contains text '\r' then other_form ();
  let lines = String.split_on_char '\n' text in
  let lines = match List.rev lines with "" :: rest -> List.rev rest | _ -> lines in
  let is_title line = line <> "" && line.[0] = ';' in
  List.iter (fun line -> if not (is_title line) then check_plain line) lines;
  let rec heads side seen = function
    | line :: rest when is_title line -> heads side seen rest
    | line :: rest as all -> (
        match header line with
        | None -> (side, all)
        | Some (name, value) ->
            if List.mem name seen then other_form ();
            if name = "side" then heads (whole value "" 10) (name :: seen) rest
            else if List.mem name metadata then heads side (name :: seen) rest
            else other_form ())
    | [] -> (side, [])
  in
  let side, rows = heads None [] lines in
  let side = match side with Some n when 1 <= n && n <= max_coordinate -> n | _ -> other_form () in
  need (rows <> []) "a board has at least one point";
  { side; points = List.map point rows }

(* The board without metadata, as its digest has it; each point stands there once. *)
let canonical board =
  let row (x, y) = Printf.sprintf "%d %d\n" x y in
  let points = List.sort_uniq compare board.points in
  Printf.sprintf "side: %d\n%s" board.side (String.concat "" (List.map row points))

let digest board = Sha256.hex (Printf.sprintf "%s\n%d\n%s" game rules (canonical board))

(* The lower left corners of the squares laid. *)
let solution text =
  check_plain text;
  let corner word =
    let bad () = refuse (Printf.sprintf "the solution does not hold: %S is no corner" word) in
    match List.map (fun part -> whole part "-" 10) (String.split_on_char ',' word) with
    | [ Some x; Some y ] -> if inside x && inside y then (x, y) else bad ()
    | _ -> bad ()
  in
  List.map corner (words text)

let step value =
  match value with
  | Json.List [ Text "forced"; p ] -> Checker.Forced (Records.index p)
  | Json.List [ Text "point"; p ] -> Checker.Point (Records.index p)
  | Json.List [ Text "square"; s; t ] ->
      let s = Records.index s in
      Checker.Square (s, Records.index t)
  | Json.List [ Text "fold"; s ] -> Checker.Fold (Records.index s)
  | _ -> Records.malformed ()

let named value =
  match value with
  | Json.List [ Text "window"; points; weighed ] ->
      let points = List.map Records.index (Records.list points) in
      Checker.Window (points, Records.pairs Records.place Records.number (Records.list weighed))
  | Json.List [ Text "round"; unit; priced ] ->
      Checker.Round (Records.number unit, Records.pairs Records.index Records.number (Records.list priced))
  | _ -> Records.malformed ()

let no_groups _ = refuse "there are no groups of columns here"

let part records =
  match Records.take records with
  | Json.List [ most; extra ] ->
      let most = Records.number most in
      let rows = Records.times (Records.count extra) (fun () -> named (Records.take records)) in
      { Checker.most; rows; proof = Records.tree records no_groups }
  | _ -> Records.malformed ()

let proof records =
  let records = { Records.rest = records } in
  let chunk () = List.map step (Records.list (Records.take records)) in
  let chunks = Records.times (Records.count (Records.take records)) chunk in
  let rec parts found = if records.rest = [] then List.rev found else parts (part records :: found) in
  { Checker.steps = List.concat chunks; parts = parts [] }
