(* Records of a proof, taken one after the other, and the tree that all kinds share. *)
open Refused

type t = { mutable rest : Json.t list }

let malformed () = refuse "it is malformed"

let take records =
  match records.rest with
  | [] -> refuse "the proof breaks off"
  | record :: rest ->
      records.rest <- rest;
      record

let number = function Json.Number n -> n | _ -> malformed ()
let list = function Json.List found -> found | _ -> malformed ()

(* A count of what follows; below 0 it is 0. *)
let count value =
  let n = number value in
  if Z.sign n < 0 then 0 else if Z.fits_int n then Z.to_int n else max_int

(* The n results of a function, in order; it ends with the records if there are fewer. *)
let times n f =
  let rec go n found = if n <= 0 then List.rev found else go (n - 1) (f () :: found) in
  go n []

let rec pairs f g = function
  | [] -> []
  | a :: b :: rest ->
      let first = f a in
      let pair = (first, g b) in
      pair :: pairs f g rest
  | [ _ ] -> malformed ()

(* What is numbered from 0 in a file is numbered from 1 in the proofs. *)
let index value =
  let n = number value in
  if Z.sign n < 0 then refuse "a number below 0 names nothing" else Whole.to_positive (Z.succ n)

let place value =
  let n = number value in
  if Z.sign n < 0 then Checker.Last (Whole.to_positive (Z.neg n))
  else Checker.First (Whole.to_positive (Z.succ n))

let row value =
  let n = number value in
  if Z.sign n < 0 then Checker.Branch (Whole.to_positive (Z.neg n))
  else Checker.Given (Whole.to_positive (Z.succ n))

(* A tree in preorder; `group` makes the name of a group of its record. *)
let rec tree records group =
  let prices scale priced =
    { Checker.scale = number scale; priced = pairs row number (list priced) }
  in
  match take records with
  | Json.List [ scale; priced ] -> Checker.Leaf (prices scale priced)
  | Json.List [ scale; priced; Json.List [ what; v ] ] -> (
      let p = prices scale priced and v = number v in
      match what with
      | Json.Number _ ->
          let few = tree records group in
          Checker.OnColumn (p, place what, v, few, tree records group)
      | _ ->
          let g = group what in
          let few = tree records group in
          Checker.OnGroup (p, g, v, few, tree records group))
  | _ -> malformed ()
