(* Whole numbers of any size, by Zarith, in the place of Coq's: each operation is the same one. *)
include Z

type positive = XI of positive | XO of positive | XH

let rec of_positive = function
  | XH -> one
  | XO p -> shift_left (of_positive p) 1
  | XI p -> succ (shift_left (of_positive p) 1)

let negative p = neg (of_positive p)

(* Of a number above 0. *)
let rec to_positive n =
  if equal n one then XH
  else
    let half = to_positive (shift_right n 1) in
    if is_odd n then XI half else XO half

let case if_zero if_positive if_negative n =
  match sign n with
  | 0 -> if_zero ()
  | 1 -> if_positive (to_positive n)
  | _ -> if_negative (to_positive (neg n))

(* Coq's division rounds down, and gives 0 if the divisor is 0. *)
let floor_div a b = if equal b zero then zero else fdiv a b

(* Its remainder is what this leaves of a. *)
let floor_mod a b = sub a (mul b (floor_div a b))
