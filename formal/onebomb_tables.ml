(* onebomb: tables of distances for the checkers, which look at all of them again. Nothing rests on
   this file. *)
open Refused

(* No way; more than the length of any. *)
let far = 1 lsl 29

type grid = { width : int; kinds : Checker.kind0 array array }

let grid (board : Checker.board0) =
  let kinds = Array.of_list (List.map Array.of_list board.kinds) in
  { width = Array.length kinds.(0); kinds }

let beside = [| (0, -1); (-1, 0); (1, 0); (0, 1) |]

(* The neighbours of a cell that are no rock. *)
let around grid x y f =
  Array.iter
    (fun (dx, dy) ->
      let x = x + dx and y = y + dy in
      if 0 <= y && y < Array.length grid.kinds && 0 <= x && x < grid.width
         && grid.kinds.(y).(x) <> Checker.Rock
      then f x y)
    beside

(* Lowers distances by steps from floor, layer by layer. *)
let spread grid table =
  let layers = Hashtbl.create 1024 and last = ref (-1) in
  let wait steps cell =
    last := max !last steps;
    match Hashtbl.find_opt layers steps with
    | Some found -> found := cell :: !found
    | None -> Hashtbl.add layers steps (ref [ cell ])
  in
  Array.iteri
    (fun y row ->
      Array.iteri
        (fun x steps -> if steps < far && grid.kinds.(y).(x) = Checker.Floor then wait steps (x, y))
        row)
    table;
  let steps = ref 0 in
  while !steps <= !last do
    (match Hashtbl.find_opt layers !steps with
    | None -> ()
    | Some found ->
        let leave (x, y) =
          if table.(y).(x) = !steps then
            around grid x y (fun x y ->
                if table.(y).(x) > !steps + 1 then (
                  table.(y).(x) <- !steps + 1;
                  if grid.kinds.(y).(x) = Checker.Floor then wait (!steps + 1) (x, y)))
        in
        List.iter leave !found;
        Hashtbl.remove layers !steps);
    incr steps
  done

let nowhere grid = Array.map (fun row -> Array.make (Array.length row) far) grid.kinds

let from grid (x, y) =
  let table = nowhere grid in
  table.(Z.to_int y).(Z.to_int x) <- 0;
  spread grid table;
  table

(* A distance as it stands in a table. Without a walk a step weighs nothing, and what cannot be
   reached is 1. *)
let weighed = function
  | Checker.NoWalk -> fun steps -> if steps < far then Z.zero else Z.one
  | Checker.StepsAtLeast _ -> Z.of_int

let rows shown table =
  List.map (fun row -> List.map shown (Array.to_list row)) (Array.to_list table)

(* The distances with one bomb more. *)
let ridden grid board sides table =
  let sweep = Checker.swept_table board sides Z.one in
  let over = sweep (sweep (rows Z.of_int table)) in
  let over = Array.of_list (List.map (fun row -> Array.of_list (List.map Z.to_int row)) over) in
  let after = nowhere grid in
  Array.iteri
    (fun y row ->
      Array.iteri
        (fun x steps ->
          if grid.kinds.(y).(x) <> Checker.Rock && steps < far then (
            after.(y).(x) <- min after.(y).(x) steps;
            around grid x y (fun x y -> after.(y).(x) <- min after.(y).(x) (steps + 1))))
        row)
    over;
  spread grid after;
  after

let make (board : Checker.board0) claim =
  let grid = grid board and sides = Checker.sides_of board in
  let rec fields left table =
    if Z.leq left Z.one then [ table ]
    else
      let after = ridden grid board sides table in
      if after = table then [ table ] else table :: fields (Z.pred left) after
  in
  {
    Checker.back = rows (weighed claim) (from grid board.goal_cell);
    fields = List.map (rows (weighed claim)) (fields board.bombs (from grid board.start_cell));
  }

(* Cells of all boards of a check. *)
let max_cells = 10_000_000

(* All boards that bombs may leave, each with the most bombs that may follow, and with distances
   from the start. *)
let left_boards (board : Checker.board0) claim =
  let name kinds =
    let symbol = function Checker.Floor -> '.' | Checker.Brick -> '#' | Checker.Rock -> 'X' in
    String.of_seq (Seq.map symbol (List.to_seq (List.concat kinds)))
  in
  let seen = Hashtbl.create 64 and waiting = Queue.create () in
  let meet kinds left =
    let name = name kinds in
    if not (Hashtbl.mem seen name) then (
      Hashtbl.add seen name ();
      need (Hashtbl.length seen * String.length name <= max_cells) "there are too many positions";
      Queue.add (kinds, left) waiting)
  in
  let rec go found =
    match Queue.take_opt waiting with
    | None -> List.rev found
    | Some (kinds, left) ->
        let own = { board with Checker.kinds } in
        if Z.sign left > 0 then
          List.iter (fun bomb -> meet (Checker.blasted own bomb) (Z.pred left)) (Checker.places own);
        let far = rows (weighed claim) (from (grid own) board.start_cell) in
        go ({ Checker.left_kinds = kinds; left; far } :: found)
  in
  meet board.kinds board.bombs;
  go []
