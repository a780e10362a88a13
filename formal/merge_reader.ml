(* merge: the board, a solution and the records of kind `damages`.

   Trusted: `board`, `solution` and `proven`. A board is read in the form that `gridproof certify`
   writes: an object of JSON with the attack vectors as a text. Others are refused. *)
open Refused

let names = [ "merge"; "merge-game" ]
let rules = 1
let max_side = 4096
let max_whole = 1_000_000_000
let max_offsets = 1000

type board = {
  width : int;
  height : int;
  heroes : ((int * int) * int) list;
  stones : ((int * int) * int) list;
  attack : (int * int) list * (int * (int * int) list) list;
  target : int option;
  max_level : int option;
}

let other_form () = refuse "the board is in a form that this checker does not read"
let fault reason = refuse ("the board is not sound: " ^ reason)

(* ---- attack vectors ---- *)

let vectors =
  [
    ("side", [ (-1, 0); (0, -1); (0, 1); (1, 0) ]);
    ("I", [ (0, -1) ]);
    ("II", [ (0, -1); (0, 1) ]);
    ("III", [ (-1, -1); (0, -1); (1, -1) ]);
    ("IV", [ (1, -1); (1, 0); (1, 1) ]);
  ]

let is_digits word = word <> "" && String.for_all (fun c -> '0' <= c && c <= '9') word

(* A whole number in decimal, perhaps with a minus sign, of so many digits at most. *)
let whole digits word =
  let n = String.length word in
  let first = if n > 0 && word.[0] = '-' then 1 else 0 in
  let plain = String.sub word first (n - first) in
  if is_digits plain && String.length plain <= digits then
    let value = int_of_string ("0u" ^ plain) in
    Some (if first = 1 then -value else value)
  else None

let pair digits word =
  match List.map (whole digits) (String.split_on_char ',' word) with
  | [ Some x; Some y ] -> Some (x, y)
  | _ -> None

let words text = List.filter (fun word -> word <> "") (String.split_on_char ' ' text)

let offsets text =
  match List.assoc_opt text vectors with
  | Some known -> known
  | None ->
      let offset word =
        match pair 4 word with
        | Some (x, y) when abs x < max_side && abs y < max_side -> (x, y)
        | _ -> other_form ()
      in
      let found = List.sort_uniq compare (List.map offset (words text)) in
      if List.length found > max_offsets || List.mem (0, 0) found then other_form ();
      found

let shown_offsets found =
  match List.find_opt (fun (_, known) -> known = found) vectors with
  | Some (name, _) -> name
  | None -> String.concat " " (List.map (fun (x, y) -> Printf.sprintf "%d,%d" x y) found)

let kind_named name =
  if String.length name = 1 && 'a' <= name.[0] && name.[0] <= 'z' then Char.code name.[0] - 96
  else
    match whole 10 name with
    | Some n when 1 <= n && n <= max_whole && is_digits name -> n
    | _ -> other_form ()

let shown_kind kind = if kind <= 26 then String.make 1 (Char.chr (96 + kind)) else string_of_int kind
let side = List.assoc "side" vectors

let attack text =
  let part text =
    match String.index_opt text '=' with
    | None -> (0, offsets (String.trim text))
    | Some i ->
        let name = String.trim (String.sub text 0 i) in
        let rest = String.sub text (i + 1) (String.length text - i - 1) in
        (kind_named name, offsets (String.trim rest))
  in
  let parts = List.sort_uniq compare (List.map part (String.split_on_char ';' text)) in
  let kinds = List.map fst parts in
  if List.length (List.sort_uniq compare kinds) < List.length kinds then other_form ();
  let common = Option.value (List.assoc_opt 0 parts) ~default:side in
  (common, List.filter (fun (kind, vector) -> kind > 0 && vector <> common) parts)

let shown_attack (common, own) =
  let shown (kind, vector) = Printf.sprintf "%s=%s" (shown_kind kind) (shown_offsets vector) in
  String.concat "; " (shown_offsets common :: List.map shown own)

(* ---- the board ---- *)

let number least most = function
  | Json.Number n when Z.leq (Z.of_int least) n && Z.leq n (Z.of_int most) -> Z.to_int n
  | _ -> other_form ()

let entries what = function
  | Json.List found ->
      let entry = function
        | Json.Object fields ->
            if List.length fields <> 3 then other_form ();
            let field name =
              match List.assoc_opt name fields with
              | Some value -> number (-max_whole) max_whole value
              | None -> other_form ()
            in
            ((field "x", field "y"), field what)
        | _ -> other_form ()
      in
      (* in reading order *)
      List.sort (fun ((x, y), n) ((u, v), m) -> compare (y, x, n) (v, u, m)) (List.map entry found)
  | _ -> other_form ()

let check_sound board =
  if max board.width board.height > max_side then fault "it is too large";
  let cells = List.map fst (board.heroes @ board.stones) in
  let inside (x, y) = 0 <= x && x < board.width && 0 <= y && y < board.height in
  if not (List.for_all inside cells) then fault "something is not on the board";
  if List.length (List.sort_uniq compare cells) < List.length cells then
    fault "something stands where something else stands";
  if List.exists (fun (_, n) -> n < 1) (board.heroes @ board.stones) then
    fault "a type or hit points are below 1"

let board text =
  let fields = match Json.parse "the board" text with Json.Object found -> found | _ -> other_form () in
  let known = [ "attack"; "target"; "max_level"; "width"; "height"; "heroes"; "stones" ] in
  List.iter
    (fun (name, value) ->
      match value with
      | Json.Text _ | Json.Number _ when List.mem name Text_board.metadata -> ()
      | _ -> if not (List.mem name known) then other_form ())
    fields;
  let needed name = match List.assoc_opt name fields with Some value -> value | None -> other_form () in
  let found =
    {
      width = number 1 max_whole (needed "width");
      height = number 1 max_whole (needed "height");
      heroes = entries "type" (needed "heroes");
      stones = entries "hp" (needed "stones");
      attack =
        (match List.assoc_opt "attack" fields with
        | None -> (side, [])
        | Some (Json.Text text) -> attack text
        | Some _ -> other_form ());
      target = Option.map (number 0 max_whole) (List.assoc_opt "target" fields);
      max_level = Option.map (number 1 max_whole) (List.assoc_opt "max_level" fields);
    }
  in
  check_sound found;
  found

(* The board without metadata, as its digest has it. *)
let canonical board =
  let thing what ((x, y), n) = Printf.sprintf "{\"x\": %d, \"y\": %d, \"%s\": %d}" x y what n in
  let things what found = Printf.sprintf "[%s]" (String.concat ", " (List.map (thing what) found)) in
  let option name shown = function
    | None -> []
    | Some value -> [ Printf.sprintf "\"%s\": %s" name (shown value) ]
  in
  let vectors = if board.attack = (side, []) then None else Some (shown_attack board.attack) in
  let fields =
    option "attack" (fun text -> Printf.sprintf "\"%s\"" text) vectors
    @ option "target" string_of_int board.target
    @ option "max_level" string_of_int board.max_level
    @ [
        Printf.sprintf "\"width\": %d" board.width;
        Printf.sprintf "\"height\": %d" board.height;
        Printf.sprintf "\"heroes\": %s" (things "type" board.heroes);
        Printf.sprintf "\"stones\": %s" (things "hp" board.stones);
      ]
  in
  Printf.sprintf "{%s}\n" (String.concat ", " fields)

let digest board =
  Sha256.hex (Printf.sprintf "%s\n%d\n%s" (List.hd names) rules (canonical board))

(* The board of the theorems. *)
let proven board =
  let point (x, y) = (Z.of_int x, Z.of_int y) in
  let thing (cell, n) = (point cell, Z.of_int n) in
  let common, own = board.attack in
  let common = List.map point common in
  let own = List.map (fun (kind, vector) -> (Z.of_int kind, List.map point vector)) own in
  let vector kind =
    match List.find_opt (fun (other, _) -> Z.equal kind other) own with
    | Some (_, found) -> found
    | None -> common
  in
  {
    Checker.heroes = List.map thing board.heroes;
    stones = List.map thing board.stones;
    attack = vector;
    max_level = Option.map Z.of_int board.max_level;
  }

let positive n = Whole.to_positive (Z.of_int n)

(* Merges: the hero that vanishes and the one that stays, counted from 1. *)
let solution board text =
  String.iter (fun c -> need (c >= ' ' || c = '\n') "the solution is in another form") text;
  let number_on = Hashtbl.create 64 in
  List.iteri (fun i (cell, _) -> Hashtbl.add number_on cell (positive (i + 1))) board.heroes;
  let hero word =
    match Option.bind (pair 10 word) (Hashtbl.find_opt number_on) with
    | Some found -> found
    | None -> refuse (Printf.sprintf "the solution does not hold: there is no hero at %S" word)
  in
  let merge word =
    match String.split_on_char '>' word with
    | [ a; b ] ->
        let a = hero a in
        (a, hero b)
    | _ -> refuse (Printf.sprintf "the solution does not hold: %S is no merge" word)
  in
  List.map merge (words (String.map (fun c -> if c = '\n' then ' ' else c) text))

(* ---- the records ---- *)

(* The number of one of so many, counted from 0, or from the end with a minus sign. *)
let one_of size value =
  let n = Records.number value in
  let n = if Z.sign n < 0 then Z.add n (Z.of_int size) else n in
  if Z.sign n < 0 then refuse "a number names nothing" else Whole.to_positive (Z.succ n)

let row_name board made = function
  | Json.List [ Text "chain"; i; k ] ->
      let i = one_of (List.length board.heroes) i in
      Checker.Chain (i, Records.number k)
  | Json.List [ Text "budget"; t; k ] ->
      let t = Records.number t in
      Checker.Budget (t, Records.number k)
  | Json.List [ Text "double"; t; k ] ->
      let t = Records.number t in
      Checker.Double (t, Records.number k)
  | Json.List (Text "cover" :: s :: thresholds) ->
      let s = one_of (List.length board.stones) s in
      Checker.Cover (s, List.map Records.number thresholds)
  | Json.List [ Text "round"; divisor; rows; uppers ] ->
      let divisor = Records.number divisor in
      let rows = Records.pairs (one_of made) Records.number (Records.list rows) in
      let uppers = Records.pairs Records.place Records.number (Records.list uppers) in
      Checker.Rounding (divisor, rows, uppers)
  | _ -> Records.malformed ()

let no_groups _ = refuse "there are no groups of columns here"

let proof board records =
  let records = { Records.rest = records } in
  let made = ref 0 in
  let row () =
    let found = row_name board !made (Records.take records) in
    incr made;
    found
  in
  let rows = Records.times (Records.count (Records.take records)) row in
  let tree = Records.tree records no_groups in
  need (records.rest = []) "something follows the proof";
  (rows, tree)

(* ---- the certificate ---- *)

(* The words for what is proven. *)
let damages (certificate : Certificate.t) =
  let header = certificate.header in
  let board = Certificate.board header ~rules ~read:board ~digest in
  let of_stones =
    match Certificate.text "objective" header with
    | "stones" -> true
    | "merges" -> false
    | _ -> refuse "the objective is not known"
  in
  let claim =
    match Certificate.field "bound" header with
    | Json.Number n -> if of_stones then Checker.BreaksAtMost n else Checker.MergesAtLeast n
    | Json.Null when not of_stones -> Checker.NeverBreaksAll
    | _ -> refuse "the bound is no whole number"
  in
  let own = proven board in
  let cost =
    Certificate.replayed header (fun moves -> Checker.check_play own of_stones (solution board moves))
  in
  let rows, tree = proof board certificate.records in
  need (Checker.check_damages own claim rows tree) "the records do not prove the bound";
  match claim with
  | Checker.NeverBreaksAll -> "no play breaks all stones"
  | BreaksAtMost n -> Certificate.outcome n "stones" "at most" cost
  | MergesAtLeast n -> Certificate.outcome n "merges" "at least" cost
