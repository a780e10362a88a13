(* The checker of merge's kind `damages` (docs/explanation/certificates-merge.md): its columns, its
   rows, and the check. damages_sound.v proves that what passes is true. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import trie tree merge rounding.
Open Scope Z_scope.

(* ---- the file's part: nothing rests on it ---- *)

(* Heroes, stones and rows are numbered from 1 here; levels are, too. *)
Inductive row_name :=
| Chain (i : positive) (k : Z)
| Budget (t k : Z)
| Double (t k : Z)
| Cover (s : positive) (thresholds : list Z)
| Rounding (d : Z) (rows : list (positive * Z)) (uppers : list (place * Z)).

(* ---- tables ---- *)

Definition code (z : Z) : positive := match z with Z0 => 1 | Zpos p => p~0 | Zneg p => p~1 end.
Definition get {A} (j : positive) (t : trie (list A)) : list A :=
  match find j t with Some l => l | None => [] end.
Definition push {A} (j : positive) (a : A) (t : trie (list A)) : trie (list A) :=
  set j (a :: get j t) t.
Fixpoint numbered {A} (i : positive) (l : list A) : list (positive * A) :=
  match l with [] => [] | a :: l' => (i, a) :: numbered (Pos.succ i) l' end.
Definition upto (n : Z) : list Z := map Z.of_nat (seq 1 (Z.to_nat n)).

(* things, each with as many columns as its size: column k of one has the number base + k *)
Section Bases.
Context {A : Type}.
Variable size : A -> Z.
Fixpoint bases (b : Z) (l : list A) : list (Z * A) :=
  match l with [] => [] | a :: l' => (b, a) :: bases (b + size a) l' end.
End Bases.
Definition column_of (b k : Z) : column := Z.to_pos (b + k).

Definition cells := trie (trie (list positive)).
Definition stones_at (m : cells) (c : cell) : list positive :=
  match find (code (snd c)) m with Some r => get (code (fst c)) r | None => [] end.
Definition put_stone (m : cells) (s : positive * (cell * Z)) : cells :=
  let '(i, (c, _)) := s in
  let r := match find (code (snd c)) m with Some r => r | None => Empty end in
  set (code (snd c)) (push (code (fst c)) i r) m.

Fixpoint insert (t : Z) (ts : list Z) : list Z :=
  match ts with
  | [] => [t]
  | u :: ts' => if t =? u then ts else if t <? u then t :: ts else u :: insert t ts'
  end.

(* reach: of damages 1, 2, ..., reach there are columns *)
Record hero := Hero { number : positive; kind : Z; hits : list positive; reach : Z }.

Definition types (B : board) : list (Z * list Z) :=
  map (fun t => (t, levels_of B t)) (fold_right insert [] (map snd (heroes B))).
Definition useful (hps : trie Z) (struck : list positive) : Z :=
  fold_right (fun s n => Z.max (match find s hps with Some hp => hp | None => 0 end) n) 0 struck.
Definition hero_of (B : board) (where_ : cells) (hps : trie Z) (known : trie (list Z))
    (h : positive * (cell * Z)) : hero :=
  let '(i, (c, t)) := h in
  let struck := flat_map (fun d => stones_at where_ (moved c d)) (attack B t) in
  let levels := match find (code t) known with Some l => l | None => levels_of B t end in
  Hero i t struck (Z.min (Z.of_nat (length levels)) (useful hps struck)).
Definition heroes_of (B : board) (ts : list (Z * list Z)) : list hero :=
  let where_ := fold_left put_stone (numbered 1 (stones B)) Empty in
  let hps := of_list (map snd (stones B)) in
  let known := fold_left (fun m tl => set (code (fst tl)) (snd tl) m) ts Empty in
  map (hero_of B where_ hps known) (numbered 1 (heroes B)).

(* ---- the columns ---- *)

Inductive name :=
| Deals (i : positive) (k : Z)             (* 1 if the hero deals k or more *)
| Falls (s : positive) (can : bool)        (* 1 if the stone falls *)
| Merges (t k : Z) (most : Z).             (* the number of merges of this type at this level *)

Definition block {A} (mk : A -> Z -> name) (size : A -> Z) (a : A) : list name :=
  map (mk a) (upto (size a)).
Definition deals (h : hero) (k : Z) : name := Deals (number h) k.
Definition falls (s : positive * bool) (_ : Z) : name := let '(i, can) := s in Falls i can.
Definition merges (tl : Z * list Z) (k : Z) : name :=
  let '(t, l) := tl in Merges t k (nth (Z.to_nat (k - 1)) l 0).
Definition one_column {A} (_ : A) : Z := 1.
Definition levels_size (tl : Z * list Z) : Z := let '(_, l) := tl in Z.of_nat (length l).

Definition high_of (n : name) : Z :=
  match n with Deals _ _ => 1 | Falls _ can => if can then 1 else 0 | Merges _ _ most => most end.
Definition cost_of (n : name) : Z :=
  match n with Deals _ _ => 0 | Falls _ _ => -1 | Merges _ _ _ => 1 end.

Record program := Program {
  counts_stones : bool;
  placed : list (Z * hero);                  (* heroes with their bases *)
  hero_at : trie (Z * hero);                 (* the same, by number *)
  strikers : trie (list (Z * hero));         (* by the number of a stone *)
  hit_points_of : trie Z;                        (* likewise *)
  placed_types : list (Z * (Z * list Z));    (* types with their levels, with their bases *)
  stone_base : Z;                            (* the last column before those of the stones *)
  names : list name
}.
Definition striker_table (hs : list (Z * hero)) : trie (list (Z * hero)) :=
  fold_right (fun h m => fold_right (fun s m => push s h m) m (hits (snd h))) Empty hs.
Definition can_fall (m : trie (list (Z * hero))) (s : positive * (cell * Z)) : positive * bool :=
  let '(i, (_, hp)) := s in
  (i, hp <=? fold_right (fun h n => reach (snd h) + n) 0 (get i m)).
Definition program_of (B : board) (of_stones : bool) : program :=
  let ts := types B in
  let hs := heroes_of B ts in
  let first := flat_map (block deals reach) hs in
  let base := Z.of_nat (length first) in
  let hs' := bases reach 0 hs in
  let table := striker_table hs' in
  let falling := map (can_fall table) (numbered 1 (stones B)) in
  Program of_stones hs' (of_list hs') table (of_list (map snd (stones B)))
    (bases levels_size base ts) base
    (first ++ if of_stones then flat_map (block falls one_column) falling
              else flat_map (block merges levels_size) ts).
Definition bounds_of (P : program) : list bnd := map (fun n => (0, Some (high_of n))) (names P).

(* ---- the rows ---- *)

Definition find_type (P : program) (t : Z) : option (Z * list Z) :=
  match List.find (fun bt => fst (snd bt) =? t) (placed_types P) with
  | Some (b, (_, l)) => Some (b, l) | None => None
  end.
Definition level_in (l : list Z) (k : Z) : option Z :=
  if (1 <=? k) && (k <=? Z.of_nat (length l)) then nth_error l (Z.to_nat (k - 1)) else None.

Definition chain_row (P : program) (i : positive) (k : Z) : option row :=
  match find i (hero_at P) with
  | Some (b, h) =>
      if (1 <=? k) && (k + 1 <=? reach h)
      then Some (Row [(1, column_of b k); (-1, column_of b (k + 1))] 0) else None
  | None => None
  end.
Definition survivors (P : program) (t k : Z) : list (Z * hero) :=
  filter (fun h => (kind (snd h) =? t) && (k <=? reach (snd h))) (placed P).
Definition budget_row (P : program) (t k : Z) : option row :=
  match find_type P t with
  | Some (b, l) =>
      match level_in l k with
      | Some most =>
          let terms := map (fun h => (-1, column_of (fst h) k)) (survivors P t k) in
          Some (if counts_stones P then Row terms (- most)
                else Row ((1, column_of b k) :: terms) 0)
      | None => None
      end
  | None => None
  end.
Definition double_row (P : program) (t k : Z) : option row :=
  if counts_stones P then None else
  match find_type P t with
  | Some (b, l) =>
      match level_in l k, level_in l (k + 1) with
      | Some _, Some _ => Some (Row [(1, column_of b k); (-2, column_of b (k + 1))] 0)
      | _, _ => None
      end
  | None => None
  end.
(* damages from beyond b up to hi, as far as there are columns *)
Definition beyond (h : Z * hero) (b hi : Z) : list term :=
  map (fun k => (1, column_of (fst h) (b + k))) (upto (Z.min (reach (snd h)) hi - b)).
Fixpoint cover_terms (hs : list (Z * hero)) (bs : list Z) (r : Z) : option (list term) :=
  match hs, bs with
  | [], [] => Some []
  | h :: hs', b :: bs' =>
      if (0 <=? b) && (b <=? largest) then
        match cover_terms hs' bs' r with Some ts => Some (beyond h b (b + r) ++ ts)
          | None => None end
      else None
  | _, _ => None
  end.
Definition total (bs : list Z) : Z := fold_right Z.add 0 bs.
Definition cover_row (P : program) (s : positive) (bs : list Z) : option row :=
  match find s (hit_points_of P) with
  | Some hp =>
      let r := hp - total bs in
      match cover_terms (get s (strikers P)) bs (Z.max r 0) with
      | Some ts =>
          Some (if counts_stones P
                then Row (ts ++ [(- r, column_of (stone_base P + Z.pred (Zpos s)) 1)]) 0
                else Row ts r)
      | None => None
      end
  | None => None
  end.

Fixpoint find_rows (rows : trie row) (ps : list (positive * Z)) : option (list (row * Z)) :=
  match ps with
  | [] => Some []
  | (i, p) :: ps' => match find i rows, find_rows rows ps' with
                     | Some r, Some rs => Some ((r, p) :: rs) | _, _ => None end
  end.
Fixpoint find_uppers (stop : positive) (bs : trie bnd) (ps : list (place * Z))
    : option (list (row * Z)) :=
  match ps with
  | [] => Some []
  | (j, p) :: ps' =>
      match column_at stop j with
      | Some c =>
          match find c bs, find_uppers stop bs ps' with
          | Some (_, Some h), Some rs => Some ((Row [(-1, c)] (- h), p) :: rs) | _, _ => None end
      | None => None
      end
  end.
Definition row_of (P : program) (stop : positive) (bs : trie bnd) (rows : trie row) (n : row_name)
    : option row :=
  match n with
  | Chain i k => chain_row P i k
  | Budget t k => budget_row P t k
  | Double t k => double_row P t k
  | Cover s bs => cover_row P s bs
  | Rounding d ps us =>
      match find_rows rows ps, find_uppers stop bs us with
      | Some rs, Some qs => round_row d (rs ++ qs) | _, _ => None
      end
  end.
(* rows, each by those before it, put at the numbers next, next + 1, ...; the latest one first *)
Fixpoint make_rows (P : program) (stop : positive) (bs : trie bnd) (ns : list row_name)
    (next : positive) (rows : trie row) (made : list row) : option (list row) :=
  match ns with
  | [] => Some made
  | n :: ns' =>
      match row_of P stop bs rows n with
      | Some r => make_rows P stop bs ns' (Pos.succ next) (set next r rows) (r :: made)
      | None => None
      end
  end.

Definition no_groups (_ : unit) : option (list column) := None.
Definition costs_of (P : program) : list term :=
  map (fun jn => (cost_of (snd jn), fst jn)) (numbered 1 (names P)).
Definition check_damages (B : board) (c : claim) (ns : list row_name) (t : node unit) : bool :=
  let P := program_of B match c with BreaksAtMost _ => true | _ => false end in
  let bs := bounds_of P in
  let most := match c with
              | BreaksAtMost most => - (most + 1)
              | MergesAtLeast least => least - 1
              | NeverBreaksAll => fold_right (fun n s => high_of n + s) 0 (names P)
              end in
  forallb (fun s => 0 <=? snd s) (stones B) &&
  match make_rows P (Pos.of_succ_nat (length bs)) (of_list bs) ns 1 Empty [] with
  | Some made => check_tree no_groups (costs_of P) most (rev made) bs t
  | None => false
  end.
