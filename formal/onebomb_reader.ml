(* onebomb: the board and a solution, and the checks of kinds `distances` and `plain`. Trusted.

   The rows of a board are a size and cells. *)
open Refused
open Text_board

let names = [ "onebomb"; "bomberman" ]
let rules = 1
let max_side = 4096
let max_whole = 1_000_000_000

type board = {
  width : int;
  cells : string list;  (* the rows, with `P` and `K` *)
  radius : int option;
  bombs : int;
  classic : bool;
}

let size line =
  let number word =
    match whole word "" 4 with
    | Some n when 1 <= n && n <= max_side && word.[0] <> '0' -> n
    | _ -> other_form ()
  in
  match String.split_on_char ' ' line with
  | [ n ] -> (number n, number n)
  | [ n; m ] -> (number n, number m)
  | _ -> other_form ()

(* How often a symbol stands on the board. *)
let count symbol cells =
  let in_row row = String.fold_left (fun n c -> if c = symbol then n + 1 else n) 0 row in
  List.fold_left (fun n row -> n + in_row row) 0 cells

let board text =
  let options, rows = read text [ "radius"; "bombs"; "blast" ] in
  let number word =
    match whole word "" 10 with Some n when 1 <= n && n <= max_whole -> n | _ -> other_form ()
  in
  let option name = List.assoc_opt name options in
  let (height, width), cells =
    match rows with first :: rest -> (size first, rest) | [] -> other_form ()
  in
  if List.length cells <> height then other_form ();
  let check_row row =
    if String.length row <> width then other_form ();
    String.iter (fun c -> if not (String.contains ".#XPK" c) then other_form ()) row
  in
  List.iter check_row cells;
  if count 'P' cells <> 1 || count 'K' cells <> 1 then other_form ();
  {
    width;
    cells;
    radius =
      (match option "radius" with
      | None | Some "unlimited" -> None
      | Some word -> Some (number word));
    bombs = (match option "bombs" with None -> 1 | Some word -> number word);
    classic =
      (match option "blast" with
      | None | Some "pierce" -> false
      | Some "classic" -> true
      | Some _ -> other_form ());
  }

(* The board without metadata, as its digest has it. *)
let canonical board =
  let height = List.length board.cells in
  let header name shown = Printf.sprintf "%s: %s\n" name shown in
  String.concat ""
    [
      (match board.radius with None -> "" | Some n -> header "radius" (string_of_int n));
      (if board.bombs = 1 then "" else header "bombs" (string_of_int board.bombs));
      (if board.classic then header "blast" "classic" else "");
      (if height = board.width then Printf.sprintf "%d\n" height
       else Printf.sprintf "%d %d\n" height board.width);
      String.concat "" (List.map (fun row -> row ^ "\n") board.cells);
    ]

let digest board = Sha256.hex (Printf.sprintf "%s\n%d\n%s" (List.hd names) rules (canonical board))

(* Column and row of a symbol that stands on the board once. *)
let place symbol board =
  let rec go y = function
    | row :: rest -> (
        match String.index_opt row symbol with
        | Some x -> (Z.of_int x, Z.of_int y)
        | None -> go (y + 1) rest)
    | [] -> other_form ()
  in
  go 0 board.cells

(* The board of the theorems. *)
let proven board =
  let kind = function '#' -> Checker.Brick | 'X' -> Checker.Rock | _ -> Checker.Floor in
  {
    Checker.kinds = List.map (fun row -> List.map kind (List.of_seq (String.to_seq row))) board.cells;
    start_cell = place 'P' board;
    goal_cell = place 'K' board;
    radius = Option.map Z.of_int board.radius;
    bombs = Z.of_int board.bombs;
    classic = board.classic;
  }

(* Moves: each bomb on a line `row column`, counted from 1, and steps as Polish letters. The first
   line may say how many steps there are. *)
let solution text =
  String.iter
    (fun c -> need ((c >= ' ' && c < '\127') || c = '\n') "the solution is in another form")
    text;
  let bad word = refuse (Printf.sprintf "the solution does not hold: %S is no move" word) in
  let step = function
    | 'G' -> Checker.Step Checker.Up
    | 'D' -> Checker.Step Checker.Down
    | 'L' -> Checker.Step Checker.Left
    | 'P' -> Checker.Step Checker.Right
    | c -> bad (String.make 1 c)
  in
  let number word = whole word "" 9 in
  let moves i line =
    match List.map number (words line) with
    | [] -> []
    | [ Some _ ] when i = 0 -> []
    | [ Some row; Some column ] -> [ Checker.Bomb (Z.of_int (column - 1), Z.of_int (row - 1)) ]
    | _ -> List.rev (Seq.fold_left (fun made c -> step c :: made) [] (String.to_seq (String.trim line)))
  in
  let lines = String.split_on_char '\n' text in
  let found = List.rev (List.fold_left (fun made more -> List.rev_append more made) [] (List.mapi moves lines)) in
  (match List.map number (words (List.hd lines)) with
  | [ Some length ] ->
      need (Z.equal (Checker.counted Z.zero found) (Z.of_int length)) "the solution says another length than it has"
  | _ -> ());
  found

(* The words for what is proven; `prove` refuses unless a claim about a board is. *)
let proven_by prove (certificate : Certificate.t) =
  let header = certificate.header in
  let board = Certificate.board header ~rules ~read:board ~digest in
  need (Certificate.text "objective" header = "length") "the objective is not known";
  let claim =
    match Certificate.field "bound" header with
    | Json.Number n -> Checker.StepsAtLeast n
    | Json.Null -> Checker.NoWalk
    | _ -> refuse "the bound is no whole number"
  in
  let own = proven board in
  let cost = Certificate.replayed header (fun moves -> Checker.check_walk own (solution moves)) in
  need (certificate.records = []) "something follows the proof";
  prove own claim;
  match claim with
  | Checker.NoWalk -> "no walk leads to the goal"
  | StepsAtLeast n -> Certificate.outcome n "steps" "at least" cost

let no_such_walk proven = need proven "there is a shorter walk"

let distances =
  proven_by (fun board claim ->
      need (not (board.classic && Z.gt board.bombs Z.one))
        "this kind of proof does not fit: it is not made for several classic bombs";
      no_such_walk (Checker.check_distances board claim (Onebomb_tables.make board claim)))

let plain =
  proven_by (fun board claim ->
      no_such_walk (Checker.check_plain board claim (Onebomb_tables.left_boards board claim)))
