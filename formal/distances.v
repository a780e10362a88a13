(* The checker of kind `distances` of onebomb, and the proof that it accepts no false claim. The
   tables of distances are given, by whatever program; what they have to keep is checked here
   (docs/explanation/formal.md). *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import onebomb potentials sweeps.
Open Scope Z_scope.

(* ---- tables: lists of rows ---- *)

Section Zip.
Variables A B C : Type.
Variable f : A -> B -> C.
Fixpoint zip (l : list A) (m : list B) : list C :=
  match l, m with a :: l', b :: m' => f a b :: zip l' m' | _, _ => [] end.
Lemma zip_length : forall l m, length l = length m -> length (zip l m) = length l.
Proof. induction l as [|a l IH]; intros [|b m] E; cbn in *; auto; discriminate. Qed.
Lemma zip_nth : forall l m i c a b, (i < length l)%nat -> (i < length m)%nat ->
  nth i (zip l m) c = f (nth i l a) (nth i m b).
Proof.
  induction l as [|x l IH]; intros [|y m] [|i] c a b L M; cbn in *; auto; try lia.
  apply IH; lia.
Qed.
End Zip.

Section Tables.
Variable A : Type.
Fixpoint transpose (width : nat) (t : list (list A)) : list (list A) :=
  match t with [] => repeat [] width | r :: t' => zip _ _ _ cons r (transpose width t') end.
Definition shaped (width height : nat) (t : list (list A)) : bool :=
  Nat.eqb (length t) height && forallb (fun r => Nat.eqb (length r) width) t.
Definition at_ (d : A) (t : list (list A)) (x y : nat) : A := nth x (nth y t []) d.

Lemma shaped_ok : forall w h t, shaped w h t = true <->
  length t = h /\ forall r, In r t -> length r = w.
Proof.
  intros. unfold shaped. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall.
  split; intros [E F]; split; auto; intros r I; apply Nat.eqb_eq; auto.
Qed.
Lemma shaped_row : forall w h t y, shaped w h t = true -> (y < h)%nat -> length (nth y t []) = w.
Proof.
  intros w h t y S Y. apply shaped_ok in S as [E F]. apply F, nth_In. lia.
Qed.
Lemma transpose_ok : forall d w t, (forall r, In r t -> length r = w) ->
  length (transpose w t) = w /\
  forall x, (x < w)%nat -> nth x (transpose w t) [] = map (fun r => nth x r d) t.
Proof.
  induction t as [|r t IH]; intros F; cbn [transpose].
  - rewrite repeat_length. split; auto. intros x X. cbn. apply nth_repeat.
  - destruct IH as [L N]; [intros; apply F; cbn; auto|].
    assert (R : length r = w) by (apply F; cbn; auto). split.
    + rewrite zip_length; congruence.
    + intros x X. rewrite zip_nth with (a := d) (b := []) by lia. cbn [map]. rewrite N; auto.
Qed.
Lemma transpose_shaped : forall (d : A) w h t, shaped w h t = true ->
  shaped h w (transpose w t) = true.
Proof.
  intros d w h t S. apply shaped_ok in S as [E F]. destruct (transpose_ok d w t F) as [L N].
  apply shaped_ok. split; auto. intros r I. apply In_nth with (d := []) in I.
  destruct I as (x & X & <-). rewrite N by lia. rewrite map_length. auto.
Qed.
Lemma transpose_at : forall d w h t x y, shaped w h t = true -> (x < w)%nat -> (y < h)%nat ->
  at_ d (transpose w t) y x = at_ d t x y.
Proof.
  intros d w h t x y S X Y. apply shaped_ok in S as [E F]. unfold at_.
  destruct (transpose_ok d w t F) as [L N]. rewrite N by auto.
  rewrite nth_indep with (d' := (fun r => nth x r d) []) by (rewrite map_length; lia).
  apply (map_nth (fun r => nth x r d)).
Qed.

(* ---- what holds for neighbours, and everywhere ---- *)

Variable ok : A -> A -> bool.
Fixpoint chained (l : list A) : bool :=
  match l with
  | a :: l' => match l' with [] => true | b :: _ => ok a b && ok b a && chained l' end
  | [] => true
  end.
Definition linked (width : nat) (t : list (list A)) : bool :=
  forallb chained t && forallb chained (transpose width t).
Definition everywhere (p : A -> bool) (t : list (list A)) : bool := forallb (forallb p) t.

Lemma chained_ok : forall l i d, chained l = true -> (S i < length l)%nat ->
  ok (nth i l d) (nth (S i) l d) = true /\ ok (nth (S i) l d) (nth i l d) = true.
Proof.
  induction l as [|a l IH]; intros i d C L; cbn [length] in L; [lia|].
  destruct l as [|b l]; [cbn in L; lia|]. cbn [chained] in C. rewrite !andb_true_iff in C.
  destruct C as [[C1 C2] C]. destruct i as [|i]; [cbn; auto|].
  apply (IH i d C). lia.
Qed.
Lemma linked_ok : forall d w h t x y x' y', linked w t = true -> shaped w h t = true ->
  (x < w)%nat -> (y < h)%nat -> (x' < w)%nat -> (y' < h)%nat ->
  (y = y' /\ (x' = S x \/ x = S x') \/ x = x' /\ (y' = S y \/ y = S y')) ->
  ok (at_ d t x y) (at_ d t x' y') = true.
Proof.
  intros d w h t x y x' y' L G X Y X' Y' N. unfold linked in L.
  rewrite andb_true_iff, !forallb_forall in L. destruct L as [L1 L2].
  pose proof (transpose_shaped d _ _ _ G) as ST. pose proof G as G'. apply shaped_ok in G' as [H _].
  pose proof ST as ST'. apply shaped_ok in ST' as [W _].
  assert (R : forall i y, (S i < w)%nat -> (y < h)%nat ->
    ok (at_ d t i y) (at_ d t (S i) y) = true /\ ok (at_ d t (S i) y) (at_ d t i y) = true).
  { intros i j I J. apply chained_ok.
    - apply L1, nth_In. lia.
    - rewrite (shaped_row _ _ _ _ G J). auto. }
  assert (C : forall i x, (S i < h)%nat -> (x < w)%nat ->
    ok (at_ d t x i) (at_ d t x (S i)) = true /\ ok (at_ d t x (S i)) (at_ d t x i) = true).
  { intros i j I J. rewrite <- !(transpose_at d w h t) by (auto; lia). apply chained_ok.
    - apply L2, nth_In. lia.
    - rewrite (shaped_row _ _ _ _ ST J). auto. }
  destruct N as [[-> [-> | ->]] | [-> [-> | ->]]]; [apply R|apply R|apply C|apply C]; auto.
Qed.
Lemma everywhere_ok : forall p d w h t x y, everywhere p t = true -> shaped w h t = true ->
  (x < w)%nat -> (y < h)%nat -> p (at_ d t x y) = true.
Proof.
  intros p d w h t x y E S X Y. unfold everywhere in E. rewrite forallb_forall in E.
  pose proof S as S'. apply shaped_ok in S' as [H _].
  assert (I : In (nth y t []) t) by (apply nth_In; lia). specialize (E _ I).
  rewrite forallb_forall in E. apply E, nth_In. rewrite (shaped_row _ _ _ _ S Y). auto.
Qed.
End Tables.
Arguments transpose {A}. Arguments shaped {A}. Arguments at_ {A}. Arguments linked {A}.
Arguments everywhere {A}. Arguments zip {A B C}.

Definition joint {A B : Type} (t : list (list A)) (u : list (list B)) : list (list (A * B)) :=
  zip (zip pair) t u.
Lemma zip2_shaped : forall A B C (f : A -> B -> C) w h t u, shaped w h t = true ->
  shaped w h u = true -> shaped w h (zip (zip f) t u) = true.
Proof.
  intros A B C f w h t u S S'. pose proof S as T. pose proof S' as U.
  apply shaped_ok in T as [E F]. apply shaped_ok in U as [E' F'].
  apply shaped_ok. split; [rewrite zip_length; congruence|].
  intros r I. apply In_nth with (d := []) in I. destruct I as (y & Y & <-).
  rewrite zip_length in Y by congruence.
  rewrite zip_nth with (a := []) (b := []) by congruence.
  assert (Yh : (y < h)%nat) by congruence.
  rewrite zip_length; rewrite !(shaped_row _ w h); auto.
Qed.
Lemma zip2_at : forall A B C (f : A -> B -> C) a b c w h t u x y, shaped w h t = true ->
  shaped w h u = true -> (x < w)%nat -> (y < h)%nat ->
  at_ c (zip (zip f) t u) x y = f (at_ a t x y) (at_ b u x y).
Proof.
  intros A B C f a b c w h t u x y S S' X Y. unfold at_.
  pose proof S as [E _]%shaped_ok. pose proof S' as [E' _]%shaped_ok.
  rewrite zip_nth with (a := []) (b := []) by congruence.
  apply zip_nth; rewrite (shaped_row _ w h); auto.
Qed.

(* ---- the sweeps of a table ---- *)

Inductive arms := Piercing (offsets : list (nat * Z)) | Stopping (most : Z).
Definition arms_of (B : board) (side : nat) : arms :=
  let most := match radius B with
              | None => Z.of_nat side
              | Some r => Z.min r (Z.of_nat side)
              end in
  if classic B then Stopping most else Piercing (doublings (Z.to_nat most) 0 (Z.to_nat most)).
Definition arm (weight : Z) (a : arms) (ks : list kind) (vs : list Z) : list Z :=
  match a with
  | Piercing offsets => pierced weight offsets ks vs
  | Stopping most => stopped weight most None ks vs
  end.
Definition both (weight : Z) (a : arms) (ks : list kind) (vs : list Z) : list Z :=
  zip Z.min (arm weight a ks vs)
    (rev_append (arm weight a (rev_append ks []) (rev_append vs [])) []).

(* the board with its columns as rows, and its arms along both *)
Record sides := Sides {
  width : nat; height : nat; columns : list (list kind); across : arms; down : arms
}.
Definition sides_of (B : board) : sides :=
  let w := length (hd [] (kinds B)) in
  let h := length (kinds B) in
  Sides w h (transpose w (kinds B)) (arms_of B w) (arms_of B h).
Definition swept_table (B : board) (s : sides) (weight : Z) (t : list (list Z))
    : list (list Z) :=
  zip (zip Z.min) (zip (both weight (across s)) (kinds B) t)
    (transpose (height s) (zip (both weight (down s)) (columns s) (transpose (width s) t))).

Section Row.
Variables (B : board) (weight : Z).
(* cell u of a row is in the cross of a bomb on cell j of it, and counts *)
Record row_joins (ks : list kind) (u j : nat) : Prop := {
  in_row : (u < length ks)%nat /\ (j < length ks)%nat;
  in_radius : u = j \/ match radius B with
              | None => True | Some r => Z.abs (Z.of_nat u - Z.of_nat j) <= r end;
  no_rock : forall t, (u <= t <= j)%nat \/ (j <= t <= u)%nat -> nth t ks Rock <> Rock;
  counts : u = j \/ classic B = false \/ nth u ks Rock = Brick /\
    forall t, (u < t < j)%nat \/ (j < t < u)%nat -> nth t ks Rock = Floor
}.

Lemma arm_length : forall ks vs, length ks = length vs ->
  length (arm weight (arms_of B (length ks)) ks vs) = length vs.
Proof.
  intros ks vs L. unfold arms_of, arm. destruct (classic B).
  - apply stopped_length. auto.
  - apply pierced_length. auto.
Qed.
Lemma arm_ok : forall ks vs u j, length ks = length vs -> row_joins ks u j -> (u <= j)%nat ->
  nth j (arm weight (arms_of B (length ks)) ks vs) 0
    <= nth u vs 0 + weight * (Z.of_nat j - Z.of_nat u).
Proof.
  intros ks vs u j L [[U J] R N C] G.
  assert (M : u = j \/ Z.of_nat (j - u) <= match radius B with
    | None => Z.of_nat (length ks) | Some r => Z.min r (Z.of_nat (length ks)) end)
    by (destruct (radius B); lia).
  replace (Z.of_nat j - Z.of_nat u) with (Z.of_nat (j - u)) by lia.
  replace u with (j - (j - u))%nat at 1 by lia. unfold arms_of, arm.
  destruct (classic B).
  - destruct (Nat.eq_dec u j) as [->|D].
    + rewrite Nat.sub_diag, Nat.sub_0_r, Z.mul_0_r, Z.add_0_r. apply stopped_less. auto.
    + destruct C as [->|[C|[Br F]]]; try congruence.
      apply stopped_ok; auto; try lia; try (apply N; lia).
      * replace (j - (j - u))%nat with u by lia. auto.
      * intros t T. apply F. lia.
  - apply pierced_ok; auto; [|lia]. split; [lia|]. split; auto. intros t T. apply N. lia.
Qed.
Lemma arm_back_length : forall ks vs, length ks = length vs ->
  length (arm weight (arms_of B (length ks)) (rev ks) (rev vs)) = length vs.
Proof.
  intros ks vs L. rewrite <- (rev_length ks), <- (rev_length vs). apply arm_length.
  rewrite !rev_length. auto.
Qed.
Lemma both_length : forall ks vs, length ks = length vs ->
  length (both weight (arms_of B (length ks)) ks vs) = length vs.
Proof.
  intros ks vs L. unfold both. rewrite <- !rev_alt.
  rewrite zip_length; rewrite ?rev_length, ?arm_back_length, arm_length; auto.
Qed.
Lemma both_ok : forall ks vs u j, length ks = length vs -> row_joins ks u j ->
  nth j (both weight (arms_of B (length ks)) ks vs) 0
    <= nth u vs 0 + weight * Z.abs (Z.of_nat u - Z.of_nat j).
Proof.
  intros ks vs u j L R. pose proof (in_row _ _ _ R) as [U J]. unfold both. rewrite <- !rev_alt.
  pose proof (arm_back_length ks vs L) as E.
  rewrite zip_nth with (a := 0) (b := 0); [|rewrite arm_length; lia|rewrite rev_length; lia].
  destruct (Nat.le_ge_cases u j) as [G|G].
  - pose proof (arm_ok ks vs u j L R G).
    replace (Z.abs (Z.of_nat u - Z.of_nat j)) with (Z.of_nat j - Z.of_nat u) by lia. lia.
  - rewrite rev_nth by lia. rewrite E.
    set (n := length vs) in *.
    assert (Rev : forall t, (t < n)%nat -> nth (n - S t) (rev ks) Rock = nth t ks Rock).
    { intros t T. rewrite rev_nth by lia. rewrite L. f_equal. lia. }
    assert (R' : row_joins (rev ks) (n - S u) (n - S j)).
    { destruct R as [_ R N C]. split.
      - rewrite rev_length. lia.
      - destruct (radius B); lia.
      - intros t T. replace t with (n - S (n - S t))%nat by lia. rewrite Rev by lia.
        apply N. lia.
      - destruct C as [->|[C|[Br F]]]; auto. right. right. rewrite Rev by lia. split; auto.
        intros t T. replace t with (n - S (n - S t))%nat by lia. rewrite Rev by lia.
        apply F. lia. }
    assert (LR : length (rev ks) = length (rev vs)) by (rewrite !rev_length; auto).
    pose proof (arm_ok (rev ks) (rev vs) _ _ LR R' ltac:(lia)) as A.
    rewrite rev_length in A. rewrite (rev_nth vs) in A by (fold n; lia). fold n in A.
    replace (n - S (n - S u))%nat with u in A by lia.
    replace (Z.abs (Z.of_nat u - Z.of_nat j)) with (Z.of_nat (n - S j) - Z.of_nat (n - S u)) by lia.
    lia.
Qed.
End Row.

(* ---- the checker ---- *)

Record tables := Tables {
  back : list (list Z);            (* distances to the goal *)
  fields : list (list (list Z))    (* from the start, with 0, 1, 2, ... bombs used up *)
}.
Definition is_floor (k : kind) : bool := match k with Floor => true | _ => false end.
Definition is_rock (k : kind) : bool := match k with Rock => true | _ => false end.

Section Checker.
Variables (B : board) (s : sides) (weight least : Z).
Definition value (t : list (list Z)) (c : cell) : Z :=
  at_ 0 t (Z.to_nat (fst c)) (Z.to_nat (snd c)).
Definition fits {A} (t : list (list A)) : bool := shaped (width s) (height s) t.
Definition step_ok (a b : kind * Z) : bool :=
  negb (is_floor (fst a)) || is_rock (fst b) || (snd b <=? snd a + weight).
Definition check_spread (t : list (list Z)) : bool :=
  fits t && linked step_ok (width s) (joint (kinds B) t).
Definition ride_ok (a b : kind * (Z * Z)) : bool :=
  is_rock (fst a) || is_rock (fst b) || (snd (snd b) <=? fst (snd a) + weight).
Definition check_ride (ridden after : list (list Z)) : bool :=
  let t := joint (kinds B) (joint ridden after) in
  everywhere (fun a => is_rock (fst a) || (snd (snd a) <=? fst (snd a))) t &&
  linked ride_ok (width s) t.
Definition check_sums (to from : list (list Z)) : bool :=
  everywhere (fun a => is_rock (fst a) || (least <=? fst (snd a) + snd (snd a)))
    (joint (kinds B) (joint to from)).
Fixpoint check_fields (from : list (list Z)) (left : Z) (t : list (list Z))
    (others : list (list (list Z))) : bool :=
  check_spread t &&
  let over := swept_table B s weight t in
  match others with
  | [] => ((left <=? 1) ||
           negb (classic B) && check_ride (swept_table B s weight over) t) &&
          check_sums over from
  | t' :: others' => negb (classic B) && check_ride (swept_table B s weight over) t' &&
                     check_fields from (left - 1) t' others'
  end.
End Checker.

Definition check_distances (B : board) (c : claim) (t : tables) : bool :=
  let s := sides_of B in
  let (weight, least) := match c with StepsAtLeast n => (1, n) | NoWalk => (0, 1) end in
  fits s (kinds B) && is_floor (kind_at B (start_cell B)) && is_floor (kind_at B (goal_cell B)) &&
  (negb (classic B) || (bombs B <=? 1)) &&
  check_spread B s weight (back t) && (value (back t) (goal_cell B) <=? 0) &&
  match fields t with
  | [] => false
  | first :: others => (value first (start_cell B) <=? 0) &&
      check_fields B s weight least (swept_table B s weight (back t)) (bombs B) first others
  end.

(* ---- its proof ---- *)

Section Sound.
Variables (B : board) (weight least : Z).
Let s := sides_of B.
Hypothesis rows_ok : fits s (kinds B) = true.
Hypothesis weight_ok : 0 <= weight.

Lemma kind_at_nat : forall x y, kind_at B (Z.of_nat x, Z.of_nat y) = at_ Rock (kinds B) x y.
Proof.
  intros. unfold kind_at, at_. cbn [fst snd]. rewrite !Nat2Z.id.
  destruct (Z.leb_spec 0 (Z.of_nat x)), (Z.leb_spec 0 (Z.of_nat y)); auto; lia.
Qed.
Lemma on_board : forall c, kind_at B c <> Rock -> exists x y,
  c = (Z.of_nat x, Z.of_nat y) /\ (x < width s)%nat /\ (y < height s)%nat.
Proof.
  intros [cx cy] K. unfold kind_at in K. cbn [fst snd] in K.
  destruct (Z.leb_spec 0 cx), (Z.leb_spec 0 cy); cbn [andb] in K; try congruence.
  exists (Z.to_nat cx), (Z.to_nat cy). rewrite !Z2Nat.id by auto. split; auto.
  assert (Y : (Z.to_nat cy < height s)%nat).
  { destruct (Nat.lt_ge_cases (Z.to_nat cy) (height s)) as [|G]; auto. exfalso. apply K.
    rewrite (nth_overflow (kinds B)) by (unfold s, sides_of in G; cbn in G; lia).
    destruct (Z.to_nat cx); auto. }
  split; auto. rewrite <- (shaped_row _ _ _ _ _ rows_ok Y).
  apply Nat.nle_gt. intros G. apply K. apply nth_overflow. auto.
Qed.
Lemma value_nat : forall t x y, value t (Z.of_nat x, Z.of_nat y) = at_ 0 t x y.
Proof. intros. unfold value. cbn [fst snd]. rewrite !Nat2Z.id. auto. Qed.
Lemma beside_nat : forall x y x' y',
  beside (Z.of_nat x, Z.of_nat y) (Z.of_nat x', Z.of_nat y') ->
  y = y' /\ (x' = S x \/ x = S x') \/ x = x' /\ (y' = S y \/ y = S y').
Proof. intros x y x' y' [d E]. destruct d; cbn in E; injection E; intros; lia. Qed.

Lemma spread_ok : forall t, check_spread B s weight t = true -> spread B weight (value t).
Proof.
  intros t H c c' N F K. unfold check_spread in H. apply andb_true_iff in H as [S H].
  assert (K0 : kind_at B c <> Rock) by congruence.
  destruct (on_board c K0) as (x & y & -> & X & Y).
  destruct (on_board c' K) as (x' & y' & -> & X' & Y').
  apply beside_nat in N.
  pose proof (zip2_shaped _ _ _ pair _ _ _ _ rows_ok S) as SJ.
  pose proof (linked_ok _ _ (Rock, 0) _ _ _ x y x' y' H SJ X Y X' Y' N) as O.
  unfold joint in O. rewrite !(zip2_at _ _ _ pair Rock 0 _ _ _ _ _ _ _ rows_ok S) in O by auto.
  rewrite kind_at_nat in F, K. unfold step_ok in O. cbn [fst snd] in O.
  rewrite !value_nat. rewrite F in O. cbn [is_floor negb orb] in O.
  destruct (at_ Rock (kinds B) x' y'); try congruence; cbn [is_rock orb] in O; lia.
Qed.
Lemma ride_ok_ok : forall t u, check_ride B s weight t u = true -> fits s t = true ->
  fits s u = true ->
  (forall c, kind_at B c <> Rock -> value u c <= value t c) /\
  (forall c c', beside c c' -> kind_at B c <> Rock -> kind_at B c' <> Rock ->
    value u c' <= value t c + weight).
Proof.
  intros t u H S S'. unfold check_ride in H. apply andb_true_iff in H as [E L].
  pose proof (zip2_shaped _ _ _ pair _ _ _ _ S S') as ST.
  pose proof (zip2_shaped _ _ _ pair _ _ _ _ rows_ok ST) as SJ.
  split.
  - intros c K. destruct (on_board c K) as (x & y & -> & X & Y).
    pose proof (everywhere_ok _ _ (Rock, (0, 0)) _ _ _ x y E SJ X Y) as O. unfold joint in O.
    rewrite (zip2_at _ _ _ pair Rock (0, 0) _ _ _ _ _ _ _ rows_ok ST) in O by auto.
    rewrite (zip2_at _ _ _ pair 0 0 _ _ _ _ _ _ _ S S') in O by auto.
    rewrite kind_at_nat in K. rewrite !value_nat. cbn [fst snd] in O.
    destruct (at_ Rock (kinds B) x y); try congruence; cbn [is_rock orb] in O; lia.
  - intros c c' N K K'. destruct (on_board c K) as (x & y & -> & X & Y).
    destruct (on_board c' K') as (x' & y' & -> & X' & Y'). apply beside_nat in N.
    pose proof (linked_ok _ _ (Rock, (0, 0)) _ _ _ x y x' y' L SJ X Y X' Y' N) as O.
    unfold joint in O.
    rewrite !(zip2_at _ _ _ pair Rock (0, 0) _ _ _ _ _ _ _ rows_ok ST) in O by auto.
    rewrite !(zip2_at _ _ _ pair 0 0 _ _ _ _ _ _ _ S S') in O by auto.
    rewrite kind_at_nat in K, K'. rewrite !value_nat. unfold ride_ok in O. cbn [fst snd] in O.
    destruct (at_ Rock (kinds B) x y); try congruence;
    destruct (at_ Rock (kinds B) x' y'); try congruence; cbn [is_rock orb] in O; lia.
Qed.
Lemma sums_ok : forall t u, check_sums B least t u = true -> fits s t = true ->
  fits s u = true -> forall c, kind_at B c <> Rock -> least <= value t c + value u c.
Proof.
  intros t u E S S' c K.
  pose proof (zip2_shaped _ _ _ pair _ _ _ _ S S') as ST.
  pose proof (zip2_shaped _ _ _ pair _ _ _ _ rows_ok ST) as SJ.
  destruct (on_board c K) as (x & y & -> & X & Y).
  pose proof (everywhere_ok _ _ (Rock, (0, 0)) _ _ _ x y E SJ X Y) as O. unfold joint in O.
  rewrite (zip2_at _ _ _ pair Rock (0, 0) _ _ _ _ _ _ _ rows_ok ST) in O by auto.
  rewrite (zip2_at _ _ _ pair 0 0 _ _ _ _ _ _ _ S S') in O by auto.
  rewrite kind_at_nat in K. rewrite !value_nat. cbn [fst snd] in O.
  destruct (at_ Rock (kinds B) x y); try congruence; cbn [is_rock orb] in O; lia.
Qed.

(* the two sweeps of a table, along rows and along columns *)
Lemma swept_rows : forall w h (ks : list (list kind)) t, shaped w h ks = true ->
  shaped w h t = true -> shaped w h (zip (both weight (arms_of B w)) ks t) = true.
Proof.
  intros w h ks t S S'. pose proof S as [E _]%shaped_ok. pose proof S' as [E' _]%shaped_ok.
  apply shaped_ok. split; [rewrite zip_length; congruence|].
  intros r I. apply In_nth with (d := []) in I. destruct I as (y & Y & <-).
  rewrite zip_length in Y by congruence. rewrite E in Y.
  rewrite zip_nth with (a := []) (b := []) by congruence.
  pose proof (shaped_row _ _ _ _ _ S Y) as L. pose proof (shaped_row _ _ _ _ _ S' Y) as L'.
  rewrite <- L at 1. rewrite both_length; congruence.
Qed.
Lemma swept_row_at : forall w h (ks : list (list kind)) t u j y, shaped w h ks = true ->
  shaped w h t = true -> (y < h)%nat -> row_joins B (nth y ks []) u j ->
  at_ 0 (zip (both weight (arms_of B w)) ks t) j y
    <= at_ 0 t u y + weight * Z.abs (Z.of_nat u - Z.of_nat j).
Proof.
  intros w h ks t u j y S S' Y R.
  pose proof S as [E _]%shaped_ok. pose proof S' as [E' _]%shaped_ok.
  unfold at_. rewrite zip_nth with (a := []) (b := []) by congruence.
  pose proof (shaped_row _ _ _ _ _ S Y) as L. pose proof (shaped_row _ _ _ _ _ S' Y) as L'.
  rewrite <- L. apply both_ok; auto. congruence.
Qed.
Lemma columns_ok : shaped (height s) (width s) (columns s) = true.
Proof. apply (transpose_shaped _ Rock). auto. Qed.
Lemma swept_shaped : forall t, fits s t = true -> fits s (swept_table B s weight t) = true.
Proof.
  intros t S. unfold fits, swept_table. apply zip2_shaped.
  - apply swept_rows; auto.
  - apply (transpose_shaped _ 0). apply swept_rows; [apply columns_ok|].
    apply (transpose_shaped _ 0). auto.
Qed.
Lemma column_nth : forall x t, (x < width s)%nat ->
  nth t (nth x (columns s) []) Rock = at_ Rock (kinds B) x t.
Proof.
  intros x t X. pose proof rows_ok as [E F]%shaped_ok.
  unfold s, sides_of, columns. fold (width s).
  destruct (transpose_ok _ Rock (width s) (kinds B) F) as [_ N]. rewrite N by auto.
  destruct (Nat.lt_ge_cases t (length (kinds B))) as [L|G].
  - unfold at_.
    rewrite nth_indep with (d' := (fun r => nth x r Rock) []) by (rewrite map_length; lia).
    apply (map_nth (fun r => nth x r Rock)).
  - rewrite nth_overflow by (rewrite map_length; lia). unfold at_.
    rewrite (nth_overflow (kinds B)) by auto. destruct x; auto.
Qed.
Lemma row_nth : forall x y, nth x (nth y (kinds B) []) Rock = at_ Rock (kinds B) x y.
Proof. reflexivity. Qed.

Lemma swept_ok : forall t, fits s t = true -> swept B weight (value t)
  (value (swept_table B s weight t)).
Proof.
  intros t S b u Kb C Counts.
  assert (Ku : kind_at B u <> Rock) by (eapply crosses_no_rock; eauto).
  destruct (on_board b Kb) as (x & y & -> & X & Y).
  destruct (on_board u Ku) as (x' & y' & -> & X' & Y').
  assert (G : x = x' /\ row_joins B (nth x (columns s) []) y' y \/
              y = y' /\ row_joins B (nth y (kinds B) []) x' x).
  { pose proof (shaped_row _ _ _ _ _ rows_ok Y) as LR.
    pose proof (shaped_row _ _ _ _ _ columns_ok X) as LC.
    destruct C as [E | (d & n & (N1 & R & NR & CL) & E)].
    - injection E as E1 E2. assert (x = x') by lia. assert (y = y') by lia. subst x' y'.
      right. split; auto. split; [lia|auto| |auto].
      intros i I. rewrite row_nth, <- kind_at_nat. replace i with x by lia. auto.
    - assert (In_between : forall i, 0 <= i <= n ->
        kind_at B (along (Z.of_nat x, Z.of_nat y) d i) <> Rock).
      { intros i I. destruct (Z.eq_dec i 0) as [->|]; [|apply NR; lia].
        replace (along (Z.of_nat x, Z.of_nat y) d 0) with (Z.of_nat x, Z.of_nat y); auto.
        destruct d; cbn; f_equal; lia. }
      assert (Fl : classic B = true -> forall i, 1 <= i < n ->
        kind_at B (along (Z.of_nat x, Z.of_nat y) d i) = Floor).
      { intros Cl i I. pose proof (In_between i ltac:(lia)). specialize (CL Cl i I).
        destruct (kind_at B _); auto; [destruct (CL eq_refl)|congruence]. }
      assert (Counts' : classic B = false \/
        kind_at B (Z.of_nat x', Z.of_nat y') = Brick /\ classic B = true).
      { destruct (classic B) eqn:Cl; auto. right. split; auto.
        destruct Counts as [Same|[Br|]]; try congruence. exfalso. rewrite Same in E.
        destruct d; cbn in E; injection E; intros; lia. }
      assert (D : (d = Up \/ d = Down) \/ (d = Left \/ d = Right)) by (destruct d; auto).
      destruct D as [D|D]; [left|right].
      + assert (x = x') by (destruct D; subst d; cbn in E; injection E; intros; lia). subst x'.
        split; auto. split; [lia| | |].
        * right. destruct (radius B); auto. destruct D; subst d; cbn in E; injection E; intros; lia.
        * intros i I. rewrite column_nth, <- kind_at_nat by auto.
          specialize (In_between (Z.abs (Z.of_nat i - Z.of_nat y))).
          assert (EA : along (Z.of_nat x, Z.of_nat y) d (Z.abs (Z.of_nat i - Z.of_nat y))
            = (Z.of_nat x, Z.of_nat i)).
          { destruct D; subst d; cbn in E |- *; injection E; intros; f_equal; lia. }
          rewrite EA in In_between. apply In_between.
          destruct D; subst d; cbn in E; injection E; intros; lia.
        * destruct Counts' as [|[Br Cl]]; auto. right. right.
          rewrite column_nth, <- kind_at_nat by auto. split; auto. intros i I.
          rewrite column_nth, <- kind_at_nat by auto.
          specialize (Fl Cl (Z.abs (Z.of_nat i - Z.of_nat y))).
          assert (EA : along (Z.of_nat x, Z.of_nat y) d (Z.abs (Z.of_nat i - Z.of_nat y))
            = (Z.of_nat x, Z.of_nat i)).
          { destruct D; subst d; cbn in E |- *; injection E; intros; f_equal; lia. }
          rewrite EA in Fl. apply Fl. destruct D; subst d; cbn in E; injection E; intros; lia.
      + assert (y = y') by (destruct D; subst d; cbn in E; injection E; intros; lia). subst y'.
        split; auto. split; [lia| | |].
        * right. destruct (radius B); auto. destruct D; subst d; cbn in E; injection E; intros; lia.
        * intros i I. rewrite row_nth, <- kind_at_nat.
          specialize (In_between (Z.abs (Z.of_nat i - Z.of_nat x))).
          assert (EA : along (Z.of_nat x, Z.of_nat y) d (Z.abs (Z.of_nat i - Z.of_nat x))
            = (Z.of_nat i, Z.of_nat y)).
          { destruct D; subst d; cbn in E |- *; injection E; intros; f_equal; lia. }
          rewrite EA in In_between. apply In_between.
          destruct D; subst d; cbn in E; injection E; intros; lia.
        * destruct Counts' as [|[Br Cl]]; auto. right. right.
          rewrite row_nth, <- kind_at_nat. split; auto. intros i I.
          rewrite row_nth, <- kind_at_nat.
          specialize (Fl Cl (Z.abs (Z.of_nat i - Z.of_nat x))).
          assert (EA : along (Z.of_nat x, Z.of_nat y) d (Z.abs (Z.of_nat i - Z.of_nat x))
            = (Z.of_nat i, Z.of_nat y)).
          { destruct D; subst d; cbn in E |- *; injection E; intros; f_equal; lia. }
          rewrite EA in Fl. apply Fl. destruct D; subst d; cbn in E; injection E; intros; lia. }
  pose proof (transpose_shaped _ 0 _ _ _ S) as ST.
  assert (SR := swept_rows _ _ _ _ rows_ok S).
  assert (SC := swept_rows _ _ _ _ columns_ok ST).
  rewrite !value_nat. unfold swept_table.
  change (down s) with (arms_of B (height s)). change (across s) with (arms_of B (width s)).
  rewrite (zip2_at _ _ _ Z.min 0 0 _ (width s) (height s) _ _ _ _ SR); auto;
    [|apply (transpose_shaped _ 0); exact SC].
  rewrite (transpose_at _ 0 (height s) (width s) _ y x SC Y X).
  unfold distance. cbn [fst snd].
  destruct G as [[-> R]|[-> R]].
  - pose proof (swept_row_at _ _ _ _ _ _ _ columns_ok ST X R) as H.
    rewrite (transpose_at _ 0 _ _ _ _ _ S) in H by auto.
    replace (Z.abs (Z.of_nat x' - Z.of_nat x') + Z.abs (Z.of_nat y - Z.of_nat y'))
      with (Z.abs (Z.of_nat y' - Z.of_nat y)) by lia. lia.
  - pose proof (swept_row_at _ _ _ _ _ _ _ rows_ok S Y R) as H.
    replace (Z.abs (Z.of_nat x - Z.of_nat x') + Z.abs (Z.of_nat y' - Z.of_nat y'))
      with (Z.abs (Z.of_nat x' - Z.of_nat x)) by lia. lia.
Qed.

Lemma holds_less : forall n m D, (m <= n)%nat -> holds B weight least n D ->
  holds B weight least m D.
Proof. intros n m D L H bs Lb. apply H. lia. Qed.
Lemma fields_ok : forall from G, fits s from = true -> from = swept_table B s weight G ->
  kind_at B (goal_cell B) = Floor ->
  spread B weight (value G) -> fits s G = true -> value G (goal_cell B) <= 0 ->
  forall others t left, check_fields B s weight least from left t others = true ->
  forall n, Z.of_nat n <= Z.max 1 left -> holds B weight least n (value t).
Proof.
  intros from G FF EF KG SG FG Z0. induction others as [|t' others IH]; intros t left H n N.
  - cbn [check_fields] in H. rewrite !andb_true_iff, orb_true_iff in H. destruct H as (S & C & J).
    pose proof (spread_ok t S) as SD.
    assert (F : fits s t = true) by (unfold check_spread in S; apply andb_true_iff in S; tauto).
    assert (One : holds B weight least 1 (value t)).
    { apply last_bomb with (value G) (value (swept_table B s weight t)) (value from); auto.
      - apply swept_ok. auto.
      - subst from. apply swept_ok. auto.
      - apply sums_ok; auto. apply swept_shaped. auto. }
    destruct n as [|n]; [apply holds_less with 1%nat; auto|].
    destruct C as [C | C].
    + apply Z.leb_le in C. apply holds_less with 1%nat; auto. lia.
    + apply andb_true_iff in C as [P R]. apply negb_true_iff in P.
      destruct (ride_ok_ok _ _ R) as [R0 R1]; auto; [do 2 apply swept_shaped; auto|].
      apply bombs_before with (value (swept_table B s weight t))
        (value (swept_table B s weight (swept_table B s weight t))); auto.
      * apply swept_ok. auto.
      * apply swept_ok. apply swept_shaped. auto.
  - cbn [check_fields] in H. rewrite !andb_true_iff in H. destruct H as (St & (P & R) & H).
    pose proof (spread_ok t St) as SD.
    assert (F : fits s t = true) by (unfold check_spread in St; apply andb_true_iff in St; tauto).
    assert (F' : fits s t' = true).
    { destruct others; cbn [check_fields] in H; rewrite !andb_true_iff in H; destruct H as [S' _];
      unfold check_spread in S'; apply andb_true_iff in S'; tauto. }
    apply negb_true_iff in P.
    destruct (ride_ok_ok _ _ R) as [R0 R1]; auto; [do 2 apply swept_shaped; auto|].
    assert (Next : forall n, Z.of_nat n <= Z.max 1 (left - 1) ->
      holds B weight least (S n) (value t)).
    { intros m M. apply bomb_before with (value (swept_table B s weight t))
        (value (swept_table B s weight (swept_table B s weight t))) (value t'); auto.
      - apply swept_ok. auto.
      - apply swept_ok. apply swept_shaped. auto.
      - apply IH with (left - 1); auto. }
    destruct n as [|n].
    + apply holds_less with 1%nat; auto. apply Next. lia.
    + apply Next. lia.
Qed.
End Sound.

Theorem distances_sound : forall B c t, check_distances B c t = true -> is_true_of B c.
Proof.
  intros B c t H ms st P E. unfold check_distances in H.
  set (wl := match c with StepsAtLeast n => (1, n) | NoWalk => (0, 1) end) in *.
  destruct wl as [weight least] eqn:W. rewrite !andb_true_iff in H.
  destruct H as ((((((FR & KS) & KG) & Si) & SB) & GB) & H).
  assert (W0 : 0 <= weight) by (subst wl; destruct c; injection W; lia).
  assert (FS : kind_at B (start_cell B) = Floor)
    by (destruct (kind_at B (start_cell B)); auto; discriminate).
  assert (FG : kind_at B (goal_cell B) = Floor)
    by (destruct (kind_at B (goal_cell B)); auto; discriminate).
  assert (S : simple B).
  { unfold simple. apply orb_true_iff in Si as [Si|Si]; [left|right].
    - apply negb_true_iff. auto.
    - apply Z.leb_le. auto. }
  destruct (fields t) as [|first others]; [discriminate|].
  apply andb_true_iff in H as [Z0 H].
  assert (FB : fits (sides_of B) (back t) = true)
    by (unfold check_spread in SB; apply andb_true_iff in SB; tauto).
  assert (G : least <= weight * walked ms).
  { apply plays_hold with B (value first) (Z.to_nat (Z.max 1 (bombs B))) st; auto; try lia.
    apply (fields_ok B weight least FR W0 (swept_table B (sides_of B) weight (back t)) (back t))
      with others (bombs B); auto; try lia.
    - apply swept_shaped; auto.
    - apply spread_ok; auto. }
  subst wl. destruct c; injection W as <- <-; lia.
Qed.
