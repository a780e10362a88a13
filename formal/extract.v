(* The checkers as OCaml. Numbers with a sign become those of Zarith; all else is as it was proven. *)
From gridproof Require Import trie tree cover components boxcover merge damages merge_play
  onebomb distances onebomb_play walks.
Require Import ZArith Extraction ExtrOcamlBasic.
Extraction Language OCaml.

Extract Inductive positive => "Whole.positive" ["Whole.XI" "Whole.XO" "Whole.XH"].
Extract Inductive Z => "Whole.t" ["Whole.zero" "Whole.of_positive" "Whole.negative"] "Whole.case".
Extract Inlined Constant Z.add => "Whole.add".
Extract Inlined Constant Z.sub => "Whole.sub".
Extract Inlined Constant Z.mul => "Whole.mul".
Extract Inlined Constant Z.opp => "Whole.neg".
Extract Inlined Constant Z.div => "Whole.floor_div".
Extract Inlined Constant Z.modulo => "Whole.floor_mod".
Extract Inlined Constant Z.gcd => "Whole.gcd".
Extract Inlined Constant Z.abs => "Whole.abs".
Extract Inlined Constant Z.eqb => "Whole.equal".
Extract Inlined Constant Z.leb => "Whole.leq".
Extract Inlined Constant Z.ltb => "Whole.lt".
Extract Inlined Constant Z.min => "Whole.min".
Extract Inlined Constant Z.max => "Whole.max".

Extraction "checker.ml" check_squares check_solution points_of check_damages check_play
  check_distances check_walk counted swept_table sides_of
  check_plain blasted places.
