(* boxcover: the board, a solution and the records of kind `squares`.

   Trusted: `board`, `solution`. The rows of a board are points `x y`. *)
open Refused
open Text_board

let game = "boxcover"
let names = [ game; "box-cover" ]
let rules = 1
let max_coordinate = 1_000_000_000

type board = { side : int; points : (int * int) list }

let inside n = abs n <= max_coordinate

let point line =
  match List.map (fun word -> whole word "+-" 18) (words line) with
  | [ Some x; Some y ] ->
      need (inside x && inside y) "a point lies beyond the limit of coordinates";
      (x, y)
  | _ -> other_form ()

let board text =
  let options, rows = read text [ "side" ] in
  let side = Option.bind (List.assoc_opt "side" options) (fun value -> whole value "" 10) in
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

let no_groups _ = refuse "there are no groups of columns here"

let named records =
  match Records.take records with
  | Json.List [ Text "window"; points; weighed ] ->
      let points = List.map Records.index (Records.list points) in
      Checker.Window (points, Records.pairs Records.place Records.number (Records.list weighed))
  | Json.List [ Text "round"; unit; priced ] ->
      Checker.Round (Records.number unit, Records.pairs Records.index Records.number (Records.list priced))
  | Json.List [ Text "cases"; beyond; weighed ] ->
      let beyond = Records.number beyond in
      let weighed = Records.pairs Records.place Records.number (Records.list weighed) in
      Checker.Cases (beyond, weighed, Records.tree records no_groups)
  | _ -> Records.malformed ()

let part records =
  match Records.take records with
  | Json.List [ most; extra ] ->
      let most = Records.number most in
      let rows = Records.times (Records.count extra) (fun () -> named records) in
      { Checker.most; rows; proof = Records.tree records no_groups }
  | _ -> Records.malformed ()

let proof records =
  let records = { Records.rest = records } in
  let chunk () = List.map step (Records.list (Records.take records)) in
  let chunks = Records.times (Records.count (Records.take records)) chunk in
  let rec parts found = if records.rest = [] then List.rev found else parts (part records :: found) in
  { Checker.steps = List.concat chunks; parts = parts [] }
