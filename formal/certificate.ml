(* The file of a certificate: a first line, a zlib stream of records, a checksum. *)
open Refused

type t = { header : (string * Json.t) list; records : Json.t list }

let max_header = 32 lsl 20
let max_record = 1 lsl 20
let texts = [ "format"; "kind"; "game"; "objective"; "digest"; "board"; "made_by" ]
let optional = [ "stands_for"; "made_by" ]
let fields = texts @ [ "stands_for"; "version"; "rules"; "cost"; "bound"; "solution" ]

let field name header = Option.value (List.assoc_opt name header) ~default:Json.Null

let text name header =
  match field name header with
  | Json.Text found -> found
  | _ -> refuse (Printf.sprintf "field `%s` of the first line is no text" name)

let is_number n = function Json.Number m -> Z.equal m (Z.of_int n) | _ -> false

let check_header header =
  need (field "format" header = Json.Text "gridproof-certificate") "this is no gridproof certificate";
  need (is_number 1 (field "version" header)) "the version of the format is not known";
  List.iter
    (fun (name, _) -> need (List.mem name fields) "a field of the first line has an unknown name")
    header;
  List.iter
    (fun name ->
      need
        (List.mem name optional || List.mem_assoc name header)
        (Printf.sprintf "field `%s` of the first line is missing" name))
    fields;
  List.iter (fun name -> if List.mem_assoc name header then ignore (text name header)) texts

(* Records hold lists, whole numbers, and texts at the head of a list. *)
let rec check_record value =
  match value with
  | Json.List (Json.Text name :: rest) ->
      need (name <> "") "a text stands where no name does";
      List.iter check_record rest
  | Json.List values -> List.iter check_record values
  | Json.Text _ -> refuse "a text stands where no name does"
  | Json.Object _ -> refuse "a record holds an object"
  | Json.Truth -> refuse "a record holds true or false for a number"
  | Json.Number _ | Json.Null -> ()

let record line =
  need (String.length line <= max_record) "a record is longer than 1 MiB";
  let found = Json.parse "a record" line in
  check_record found;
  found

let read data =
  let cut = "the first line is cut off, or this is no certificate" in
  let ends = match String.index_opt data '\n' with Some i -> i | None -> refuse cut in
  need (ends <= max_header) cut;
  let header =
    match Json.parse "the first line" (String.sub data 0 ends) with
    | Json.Object found -> found
    | _ -> refuse "this is no gridproof certificate"
  in
  check_header header;
  let unpacked, last = Inflate.unpack data (ends + 1) in
  let sum = Sha256.hex (String.sub data 0 last) in
  let rest = String.sub data last (String.length data - last) in
  need (rest = "\n" ^ sum ^ "\n") "the checksum does not fit";
  let lines = String.split_on_char '\n' unpacked in
  match List.rev lines with
  | "" :: lines -> { header; records = List.rev_map record lines }
  | _ -> refuse "the last record is cut off"

(* The board of the claim, of a game with these rules; `read` and `digest` are the game's. *)
let board header ~rules ~read ~digest =
  need (is_number rules (field "rules" header)) "it was made for other rules of the game";
  let board = read (text "board" header) in
  need (text "digest" header = digest board) "the digest is not that of the board in the file";
  need (field "stands_for" header = Json.Null)
    "this kind of proof says nothing of instances of other problems";
  board

(* The cost of the solution, which `replays` accepts with it; None: there is no solution. *)
let replayed header replays =
  match (field "solution" header, field "cost" header) with
  | Json.Null, Json.Null -> None
  | Json.Null, _ -> refuse "a cost is claimed without a solution"
  | Json.Text moves, Json.Number cost ->
      need (replays moves cost) "the solution does not hold, or costs something else";
      Some cost
  | _ -> refuse "the solution is no text, or its cost no whole number"

(* The words for a bound that is proven; `side` is "at least" or "at most". *)
let outcome bound unit side cost =
  let proven = Z.to_string bound ^ " " ^ unit in
  match cost with
  | Some c when Z.equal c bound -> proven ^ " are optimal, its solution replayed"
  | Some c -> Printf.sprintf "%s %s, its solution of %s replayed" proven side (Z.to_string c)
  | None -> Printf.sprintf "%s %s, no solution in the file" proven side
