(* gridproof-check FILE...: accepts certificates of the kinds whose checkers are proven.

   The checkers are extracted from Coq. Trusted besides: the extraction and OCaml's compiler, Zarith
   (whole.ml), and of the programs beside this one those that read the claim: json.ml, the first line
   in certificate.ml, board and solution in text_board.ml and the reader of each game, and this file.
   Records may be read wrongly, since the theorems hold for all records. sha256.ml only compares
   digests. *)
open Refused

let spot (x, y) = (Z.of_int x, Z.of_int y)

(* The words for what is proven, of a certificate of kind `squares`. *)
let squares (certificate : Certificate.t) =
  let header = certificate.header in
  let board =
    Certificate.board header ~rules:Boxcover_reader.rules ~read:Boxcover_reader.board
      ~digest:Boxcover_reader.digest
  in
  need (Certificate.text "objective" header = "squares") "the objective is not known";
  let bound =
    match Certificate.field "bound" header with
    | Json.Number n -> n
    | _ -> refuse "the bound is no whole number"
  in
  let side = Z.of_int board.side and points = List.map spot board.points in
  let cost =
    Certificate.replayed header (fun moves ->
        Checker.check_solution side points (List.map spot (Boxcover_reader.solution moves)))
  in
  need (Checker.check_squares side points bound (Boxcover_reader.proof certificate.records))
    "the records do not prove the bound";
  Certificate.outcome bound "squares" "at least" cost

(* The kinds whose checkers are proven: names of the game, the kind, and the check. *)
let kinds =
  [
    (Boxcover_reader.names, "squares", squares);
    (Merge_reader.names, "damages", Merge_reader.damages);
    (Onebomb_reader.names, "distances", Onebomb_reader.distances);
    (Onebomb_reader.names, "plain", Onebomb_reader.plain);
  ]

let check path =
  let data = Bytes_of_file.read path in
  let certificate = Certificate.read data in
  let game = Certificate.text "game" certificate.header in
  let kind = Certificate.text "kind" certificate.header in
  match List.find_opt (fun (games, own, _) -> List.mem game games && own = kind) kinds with
  | Some (games, _, proven) ->
      let words = proven certificate in
      [ List.hd games; words; kind; "digest " ^ Certificate.text "digest" certificate.header ]
  | None ->
      let known = List.map (fun (games, own, _) -> Printf.sprintf "`%s` of %s" own (List.hd games)) kinds in
      refuse
        (Printf.sprintf "kind %S of game %S has no verified checker here; there are %s: use `gridproof check`"
           kind game (String.concat ", " known))

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] || List.exists (fun file -> file = "--help" || file = "-h") files then (
    prerr_endline "usage: gridproof-check FILE...  (0: all accepted, 1: one is refused, 2: one cannot be read)";
    exit 2);
  let code = ref 0 in
  let line path verdict words =
    print_endline (String.concat "  " ([ path; verdict ] @ words))
  in
  let refused path reason =
    code := max !code 1;
    line path "REFUSED" [ Printf.sprintf "%S" reason ]
  in
  List.iter
    (fun path ->
      let started = Sys.time () in
      match check path with
      | words -> line path "ACCEPTED" (words @ [ Printf.sprintf "%.3f s" (Sys.time () -. started) ])
      | exception Refused reason -> refused path reason
      | exception (Stack_overflow | Out_of_memory) -> refused path "it is too large"
      | exception Sys_error reason ->
          code := 2;
          prerr_endline ("error: " ^ reason))
    files;
  exit !code
