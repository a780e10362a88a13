(* Mixed-integer rounding (docs/explanation/certificates-merge.md, "round"): of rows at prices of
   any sign a row is made that holds for all whole numbers from 0 for which these rows hold. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import trie tree sums.
Open Scope Z_scope.

Definition rounded (f d u : Z) : Z := f * (u / d) + Z.min f (u mod d).
Fixpoint map_trie (g : Z -> Z) (v : trie Z) : trie Z :=
  match v with
  | Empty => Empty
  | Node l o r =>
      Node (map_trie g l) match o with Some a => Some (g a) | None => None end (map_trie g r)
  end.
Fixpoint all_small (v : trie Z) : bool :=
  match v with
  | Empty => true
  | Node l o r =>
      match o with Some a => Z.abs a <=? largest | None => true end && all_small l && all_small r
  end.
(* the terms of a vector, before others; `pre` makes the number of a column in the whole of it *)
Fixpoint entries (v : trie Z) (pre : positive -> column) (ts : list term) : list term :=
  match v with
  | Empty => ts
  | Node l o r =>
      let ts' := entries l (fun j => pre (xO j)) (entries r (fun j => pre (xI j)) ts) in
      match o with Some a => (a, pre xH) :: ts' | None => ts' end
  end.
Definition sum_rows (ps : list (row * Z)) (v : trie Z) (b : Z) : trie Z * Z :=
  fold_right (fun rp s => (add_terms (snd rp) (terms (fst rp))
    (fst s), snd s + snd rp * least (fst rp)))
    (v, b) ps.
Definition gcd_with (g : Z) (t : term) : Z := if g =? 1 then 1 else Z.gcd g (fst t).
Definition divisor_of (ts : list term) (b : Z) : Z :=
  let g := fold_left gcd_with ts (Z.abs b) in
  if g =? 0 then 1 else g.
Definition round_row (d : Z) (ps : list (row * Z)) : option row :=
  if (1 <=? d) && (d <=? largest) then
    let '(v, b) := sum_rows ps Empty 0 in
    let f := b mod d in
    let F := rounded f d in
    let '(w, c) := sum_rows (map (fun rp => (fst rp, F (- snd rp))) ps) (map_trie F v) (F b) in
    if all_small v && (Z.abs b <=? largest) && all_small w && (Z.abs c <=? largest) then
      let ts := entries w (fun j => j) [] in
      let g := divisor_of ts c in
      Some (Row (map (fun t => (fst t / g, snd t)) ts) (c / g))
    else None
  else None.

(* ---- proofs ---- *)

Lemma rounded_parts : forall f d v t, 0 < d -> 0 <= f < d -> 0 <= t ->
  exists n q, rounded f d v * t = f * n + q /\ 0 <= q /\ v * t <= d * n + q.
Proof.
  intros f d v t D F T. unfold rounded. pose proof (Z.div_mod v d) as E.
  pose proof (Z.mod_pos_bound v d D) as M. set (a := v / d) in *. set (m := v mod d) in *.
  destruct (Z.lt_ge_cases m f).
  - exists (a * t), (m * t). rewrite Z.min_r by lia. split; [ring|]. split; [nia|].
    rewrite E by lia. nia.
  - exists ((a + 1) * t), 0. rewrite Z.min_l by lia. split; [ring|]. split; [lia|].
    rewrite E by lia. nia.
Qed.
Lemma rounded_trie : forall f d, 0 < d -> 0 <= f < d -> forall v x, (forall j, 0 <= x j) ->
  exists n q, dot x (map_trie (rounded f d) v) = f * n + q /\ 0 <= q /\ dot x v <= d * n + q.
Proof.
  intros f d D F. induction v as [|l IHl o r IHr]; intros x X; cbn [map_trie dot].
  - exists 0, 0. lia.
  - destruct (IHl (low x)) as (n1 & q1 & A1 & B1 & C1); [intros; apply X|].
    destruct (IHr (high x)) as (n2 & q2 & A2 & B2 & C2); [intros; apply X|].
    destruct o as [a|].
    + destruct (rounded_parts f d a (x xH) D F (X xH)) as (n3 & q3 & A3 & B3 & C3).
      exists (n1 + n3 + n2), (q1 + q3 + q2). rewrite A1, A2, A3. split; [ring|]. split; lia.
    + exists (n1 + n2), (q1 + q2). rewrite A1, A2. split; [ring|]. split; lia.
Qed.
Definition slack (x : column -> Z) (r : row) : Z := eval x (terms r) - least r.
Lemma rounded_slacks : forall f d x ps, 0 < d -> 0 <= f < d ->
  (forall r p, In (r, p) ps -> holds x r) ->
  exists n q, sum (fun rp => rounded f d (- snd rp) * slack x (fst rp)) ps = f * n + q /\ 0 <= q /\
    sum (fun rp => - snd rp * slack x (fst rp)) ps <= d * n + q.
Proof.
  induction ps as [|[r p] ps IH]; intros D F H; rewrite ?sum_cons; cbn [fst snd].
  - exists 0, 0. cbn [sum fold_right]. lia.
  - destruct IH as (n1 & q1 & A1 & B1 & C1); auto; [intros; eapply H; right; eauto|].
    assert (S : 0 <= slack x r) by (specialize (H r p (or_introl eq_refl));
      unfold holds, slack in *; lia).
    destruct (rounded_parts f d (- p) (slack x r) D F S) as (n2 & q2 & A2 & B2 & C2).
    exists (n1 + n2), (q1 + q2). rewrite A1, A2. split; [ring|]. split; lia.
Qed.
Lemma sum_rows_ok : forall x ps v b w c, sum_rows ps v b = (w, c) ->
  dot x w - c = dot x v - b + sum (fun rp => snd rp * slack x (fst rp)) ps.
Proof.
  unfold sum_rows. induction ps as [|[r p] ps IH]; intros v b w c H; cbn [fold_right] in H.
  - injection H as <- <-. cbn [sum fold_right]. lia.
  - rewrite sum_cons. cbn [fst snd] in *.
    destruct (fold_right _ _ ps) as [w' c'] eqn:E in H. cbn [fst snd] in H. injection H as <- <-.
    specialize (IH _ _ _ _ E). rewrite dot_add_terms. unfold slack at 1. lia.
Qed.
Lemma rounded_whole : forall b d n q, 0 < d -> 0 <= q -> b <= d * n + q ->
  rounded (b mod d) d b <= b mod d * n + q.
Proof.
  intros b d n q D Q H. unfold rounded. rewrite Z.min_id. pose proof (Z.div_mod b d) as E.
  pose proof (Z.mod_pos_bound b d D) as M. set (a := b / d) in *. set (f := b mod d) in *.
  destruct (Z.le_gt_cases n a).
  - assert (d * (a - n) + f <= q) by lia. nia.
  - nia.
Qed.
Lemma eval_cons : forall x a j ts, eval x ((a, j) :: ts) = a * x j + eval x ts.
Proof. reflexivity. Qed.
Lemma entries_ok : forall v x pre ts,
  eval x (entries v pre ts) = dot (fun j => x (pre j)) v + eval x ts.
Proof.
  induction v as [|l IHl o r IHr]; intros x pre ts; cbn [entries dot]; [lia|].
  assert (E : eval x (entries l (fun j => pre (xO j)) (entries r (fun j => pre (xI j)) ts)) =
    dot (low (fun j => x (pre j))) l + dot (high (fun j => x (pre j))) r + eval x ts).
  { rewrite IHl, IHr. unfold low, high. lia. }
  destruct o; [rewrite eval_cons|]; rewrite E; lia.
Qed.
Lemma divisor_fold : forall ts g, (fold_left gcd_with ts g | g) /\
  forall t, In t ts -> (fold_left gcd_with ts g | fst t).
Proof.
  induction ts as [|[a j] ts IH]; intros g; cbn [fold_left].
  - split; [apply Z.divide_refl | intros t []].
  - assert (K : (gcd_with g (a, j) | g) /\ (gcd_with g (a, j) | a)).
    { unfold gcd_with. cbn [fst]. destruct (Z.eqb_spec g 1).
      - subst. split; apply Z.divide_1_l.
      - split; [apply Z.gcd_divide_l | apply Z.gcd_divide_r]. }
    destruct (IH (gcd_with g (a, j))) as [G H]. destruct K as [K1 K2].
    split; [eapply Z.divide_trans; eauto|].
    intros t [<-|I]; auto. eapply Z.divide_trans; eauto.
Qed.
Lemma eval_divided : forall x g ts, g <> 0 -> (forall t, In t ts -> (g | fst t)) ->
  eval x ts = g * eval x (map (fun t => (fst t / g, snd t)) ts).
Proof.
  induction ts as [|[a j] ts IH]; intros E D; [cbn; lia|]. cbn [map fst snd].
  rewrite !eval_cons, IH by (auto; intros; apply D; right; auto).
  destruct (D (a, j) (or_introl eq_refl)) as [q Q]. cbn [fst] in Q.
  rewrite Q, Z.div_mul by auto. ring.
Qed.
Lemma divisor_positive : forall ts b, 0 < divisor_of ts b.
Proof.
  intros. unfold divisor_of. assert (H : 0 <= fold_left gcd_with ts (Z.abs b)).
  { assert (H : 0 <= Z.abs b) by lia. revert H. generalize (Z.abs b).
    induction ts as [|t ts IH]; intros z Hz; cbn [fold_left]; auto. apply IH. unfold gcd_with.
    destruct (z =? 1); [lia | apply Z.gcd_nonneg]. }
  destruct (Z.eqb_spec (fold_left gcd_with ts (Z.abs b)) 0); lia.
Qed.
Lemma divisor_divides : forall ts b, (divisor_of ts b | b) /\
  forall t, In t ts -> (divisor_of ts b | fst t).
Proof.
  intros. unfold divisor_of. destruct (divisor_fold ts (Z.abs b)) as [G D].
  destruct (_ =? 0); [split; intros; apply Z.divide_1_l|]. split; auto. apply Z.divide_abs_r. auto.
Qed.
Lemma divided_ok : forall x ts b, b <= eval x ts ->
  b / divisor_of ts b <= eval x (map (fun t => (fst t / divisor_of ts b, snd t)) ts).
Proof.
  intros x ts b H. pose proof (divisor_positive ts b) as P.
  destruct (divisor_divides ts b) as [[q Q] D].
  set (g := divisor_of ts b) in *. rewrite (eval_divided x g ts) in H by (auto; lia).
  rewrite Q, Z.div_mul by lia. nia.
Qed.
Lemma round_row_ok : forall x d ps r, round_row d ps = Some r -> (forall j, 0 <= x j) ->
  (forall r p, In (r, p) ps -> holds x r) -> holds x r.
Proof.
  intros x d ps r H X R. unfold round_row in H.
  destruct ((1 <=? d) && (d <=? largest)) eqn:D; [|discriminate]. apply andb_true_iff in D as [D _].
  apply Z.leb_le in D. destruct (sum_rows ps Empty 0) as [v b] eqn:S.
  set (f := b mod d) in *. set (F := rounded f d) in *.
  destruct (sum_rows (map (fun rp => (fst rp, F (- snd rp))) ps) (map_trie F v) (F b))
    as [w c] eqn:T.
  destruct (_ && _) in H; [|discriminate]. injection H as <-. unfold holds. cbn [terms least].
  apply divided_ok. rewrite entries_ok. cbn [eval fold_right].
  change (fun j : column => x j) with x.
  apply (sum_rows_ok x) in S, T. cbn [dot] in S. rewrite sum_map in T. cbn [fst snd] in T.
  assert (M : 0 <= f < d) by (apply Z.mod_pos_bound; lia).
  destruct (rounded_trie f d) with (v := v) (x := x) as (n1 & q1 & A1 & B1 & C1); auto; [lia|].
  destruct (rounded_slacks f d x ps) as (n2 & q2 & A2 & B2 & C2); auto; [lia|].
  fold F in A1, A2. cbn beta in A2.
  pose proof (rounded_whole b d (n1 + n2) (q1 + q2)) as W. fold f F in W.
  rewrite (sum_ext (fun rp : row * Z => - snd rp * slack x (fst rp))
    (fun rp => - 1 * (snd rp * slack x (fst rp)))) in C2 by (intros; ring).
  rewrite sum_mul in C2. set (slacks := sum _ ps) in *.
  assert (F b <= f * (n1 + n2) + (q1 + q2)) by (apply W; lia). lia.
Qed.
