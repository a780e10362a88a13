(* Sweeps along rows: by cell the least way from the cells of an arm. Rows are lists, and their
   cells count from 0. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import onebomb.
Open Scope Z_scope.

Section Sweeps.
Variable weight : Z.  (* of a step *)

(* ---- arms that pierce: the least over the nearest 1, 2, 4, ... cells ---- *)

(* how many cells to the left are no rock, up to the first rock *)
Fixpoint reach (before : Z) (ks : list kind) : list Z :=
  match ks with
  | [] => []
  | Rock :: ks' => 0 :: reach 0 ks'
  | _ :: ks' => before :: reach (before + 1) ks'
  end.

(* numbers, or those of `older` so many cells to the left and `far` more, if they are in reach *)
Fixpoint combined (skipped : nat) (steps far : Z) (reached vs older : list Z) : list Z :=
  match vs, reached with
  | v :: vs', q :: reached' =>
      match skipped with
      | S n => v :: combined n steps far reached' vs' older
      | O => match older with
             | o :: older' => (if steps <=? q then Z.min v (o + far) else v)
                              :: combined O steps far reached' vs' older'
             | [] => v :: combined O steps far reached' vs' []
             end
      end
  | _, _ => []
  end.

(* steps 1, 2, 4, ... whose sum is `most`, if `covered` are taken already *)
Fixpoint doublings (fuel covered most : nat) : list (nat * Z) :=
  match fuel with
  | O => []
  | S fuel' => if Nat.leb most covered then [] else
      let step := Nat.min (S covered) (most - covered) in
      (step, Z.of_nat step) :: doublings fuel' (covered + step) most
  end.
Definition pierced (offsets : list (nat * Z)) (ks : list kind) (vs : list Z) : list Z :=
  let reached := reach 0 ks in
  fold_left (fun found step =>
    combined (fst step) (snd step) (weight * snd step) reached found found) offsets vs.

(* ---- arms that end at the first brick: that brick alone counts ---- *)

(* `brick`: the way over the last brick to the cell, and how far it is *)
Fixpoint stopped (most : Z) (brick : option (Z * Z)) (ks : list kind) (vs : list Z) : list Z :=
  match ks, vs with
  | k :: ks', v :: vs' =>
      match k, brick with
      | Rock, _ => v :: stopped most None ks' vs'
      | Brick, Some (z, n) =>
          (if n <=? most then Z.min v z else v) :: stopped most (Some (v + weight, 1)) ks' vs'
      | Brick, None => v :: stopped most (Some (v + weight, 1)) ks' vs'
      | Floor, Some (z, n) =>
          (if n <=? most then Z.min v z else v)
          :: stopped most (Some (z + weight, n + 1)) ks' vs'
      | Floor, None => v :: stopped most None ks' vs'
      end
  | _, _ => []
  end.

(* ---- proofs ---- *)

Lemma reach_length : forall ks n, length (reach n ks) = length ks.
Proof. induction ks as [|[] ks IH]; intros n; cbn; auto. Qed.
Lemma reach_next : forall ks n j, (S j < length ks)%nat ->
  nth (S j) (reach n ks) 0 = match nth (S j) ks Rock with
    | Rock => 0
    | _ => match nth j ks Rock with Rock => 0 | _ => nth j (reach n ks) 0 + 1 end
    end.
Proof.
  induction ks as [|k ks IH]; intros n j L; cbn [length] in *; [lia|].
  destruct j as [|j].
  - destruct ks as [|k' ks]; cbn [length] in *; [lia|]. destruct k, k'; reflexivity.
  - assert (L' : (S j < length ks)%nat) by lia.
    destruct k; cbn [reach]; change (nth (S (S j)) (?a :: ks) Rock) with (nth (S j) ks Rock);
      cbn [nth]; rewrite <- IH by auto; destruct ks; auto.
Qed.
Lemma reach_nonneg : forall ks n j, 0 <= n -> 0 <= nth j (reach n ks) 0.
Proof.
  induction ks as [|k ks IH]; intros n j N; [destruct j; cbn; lia|].
  destruct k, j; cbn [reach nth]; try lia; apply IH; lia.
Qed.
Lemma reach_back : forall ks s j, (s <= j)%nat -> (j < length ks)%nat ->
  nth j (reach 0 ks) 0 - Z.of_nat s <= nth (j - s) (reach 0 ks) 0.
Proof.
  induction s as [|s IH]; intros j I L.
  - rewrite Nat.sub_0_r. lia.
  - destruct j as [|j]; [lia|]. rewrite Nat.sub_succ. specialize (IH j ltac:(lia) ltac:(lia)).
    pose proof (reach_next ks 0 j L) as N. pose proof (reach_nonneg ks 0 j (Z.le_refl 0)).
    pose proof (reach_nonneg ks 0 (j - s) (Z.le_refl 0)).
    destruct (nth (S j) ks Rock), (nth j ks Rock); lia.
Qed.
Lemma reach_free : forall ks i j, (i <= j)%nat -> (j < length ks)%nat ->
  (forall t, (j - i <= t <= j)%nat -> nth t ks Rock <> Rock) -> Z.of_nat i <= nth j (reach 0 ks) 0.
Proof.
  induction i as [|i IH]; intros j I L F.
  - apply reach_nonneg. lia.
  - destruct j as [|j]; [lia|]. rewrite reach_next by auto.
    assert (Z.of_nat i <= nth j (reach 0 ks) 0).
    { apply IH; try lia. intros t T. apply F. lia. }
    pose proof (F (S j) ltac:(lia)). pose proof (F j ltac:(lia)).
    destruct (nth (S j) ks Rock), (nth j ks Rock); try congruence; lia.
Qed.

Lemma combined_length : forall vs n s f rs older, length rs = length vs ->
  length (combined n s f rs vs older) = length vs.
Proof.
  induction vs as [|v vs IH]; intros n s f [|r rs] older L; cbn in *; auto; try discriminate.
  destruct n; [destruct older|]; cbn; f_equal; apply IH; lia.
Qed.
Lemma combined_less : forall vs n s f rs older j, length rs = length vs ->
  nth j (combined n s f rs vs older) 0 <= nth j vs 0.
Proof.
  induction vs as [|v vs IH]; intros n s f [|r rs] older j L; cbn in *; auto; try discriminate;
    try lia.
  destruct n; [destruct older|]; destruct j; cbn; try (apply IH; lia); try lia.
  destruct (s <=? r); lia.
Qed.
Lemma combined_older : forall vs n s f rs older j, length rs = length vs ->
  (n <= j)%nat -> (j < length vs)%nat -> (j - n < length older)%nat -> s <= nth j rs 0 ->
  nth j (combined n s f rs vs older) 0 <= nth (j - n) older 0 + f.
Proof.
  induction vs as [|v vs IH]; intros n s f [|r rs] older j L N J OL R; cbn in *; try discriminate;
    try lia.
  destruct n as [|n].
  - destruct older as [|o older]; [cbn in OL; lia|]. rewrite Nat.sub_0_r in *.
    destruct j as [|j]; cbn in *.
    + destruct (Z.leb_spec s r); lia.
    + specialize (IH 0%nat s f rs older j). rewrite Nat.sub_0_r in IH. apply IH; lia.
  - destruct j as [|j]; [lia|]. cbn in *. apply IH; lia.
Qed.

(* each number is at most the way from a cell that is at most n to the left *)
Definition covers (n : nat) (rs vs found : list Z) : Prop :=
  length found = length vs /\ forall i j, (i <= n)%nat -> (i <= j)%nat -> (j < length vs)%nat ->
  Z.of_nat i <= nth j rs 0 -> nth j found 0 <= nth (j - i) vs 0 + weight * Z.of_nat i.
Lemma covers_more : forall ks vs n s found, length ks = length vs -> (s <= S n)%nat ->
  covers n (reach 0 ks) vs found ->
  covers (n + s) (reach 0 ks) vs
    (combined s (Z.of_nat s) (weight * Z.of_nat s) (reach 0 ks) found found).
Proof.
  intros ks vs n s found L G0 [CL C].
  assert (RL : length (reach 0 ks) = length found) by (rewrite reach_length; lia). split.
  - rewrite combined_length; auto.
  - intros i j I J Lj R. destruct (Nat.le_gt_cases i n) as [G|G].
    + pose proof (combined_less found s (Z.of_nat s) (weight * Z.of_nat s) _ found j RL).
      specialize (C i j G J Lj R). lia.
    + pose proof (combined_older found s (Z.of_nat s) (weight * Z.of_nat s) _ found j RL
        ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as O.
      pose proof (reach_back ks s j ltac:(lia) ltac:(lia)).
      specialize (C (i - s)%nat (j - s)%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
      replace (j - s - (i - s))%nat with (j - i)%nat in C by lia.
      rewrite Nat2Z.inj_sub in C by lia. lia.
Qed.
Lemma pierced_covers : forall ks vs fuel n most found, length ks = length vs ->
  covers n (reach 0 ks) vs found -> (most <= n + fuel)%nat ->
  exists m, (most <= m)%nat /\ covers m (reach 0 ks) vs
    (fold_left (fun found step =>
      combined (fst step) (snd step) (weight * snd step) (reach 0 ks) found found)
      (doublings fuel n most) found).
Proof.
  induction fuel as [|fuel IH]; intros n most found L C F; cbn [doublings].
  - exists n. split; [lia|auto].
  - destruct (Nat.leb_spec most n).
    + exists n. split; [lia|auto].
    + cbn [fold_left fst snd]. apply IH; auto; [|lia]. apply covers_more; auto. lia.
Qed.

(* the cells of an arm from cell j to the left, with the i-th one at its end *)
Definition arm_free (ks : list kind) (i j : nat) : Prop :=
  (i <= j)%nat /\ (j < length ks)%nat /\ forall t, (j - i <= t <= j)%nat -> nth t ks Rock <> Rock.

Lemma pierced_ok : forall most ks vs i j, length ks = length vs -> arm_free ks i j ->
  (i <= most)%nat ->
  nth j (pierced (doublings most 0 most) ks vs) 0 <= nth (j - i) vs 0 + weight * Z.of_nat i.
Proof.
  intros most ks vs i j L (I & J & F) M.
  destruct (pierced_covers ks vs most 0 most vs L) as (m & Mm & _ & C).
  - split; auto. intros i' j' I' _ _ _. replace i' with 0%nat by lia. rewrite Nat.sub_0_r. lia.
  - lia.
  - apply C; try lia. apply reach_free; auto.
Qed.
Lemma pierced_length : forall most ks vs, length ks = length vs ->
  length (pierced (doublings most 0 most) ks vs) = length vs.
Proof.
  intros most ks vs L. destruct (pierced_covers ks vs most 0 most vs L) as (m & _ & E & _).
  - split; auto. intros i' j' I' _ _ _. replace i' with 0%nat by lia. rewrite Nat.sub_0_r. lia.
  - lia.
  - exact E.
Qed.

Lemma stopped_length : forall most ks vs b, length ks = length vs ->
  length (stopped most b ks vs) = length vs.
Proof.
  induction ks as [|k ks IH]; intros [|v vs] b L; cbn in *; auto; try discriminate.
  destruct k, b as [[z n]|]; cbn; f_equal; apply IH; lia.
Qed.
Lemma stopped_less : forall most ks vs b j, length ks = length vs ->
  nth j (stopped most b ks vs) 0 <= nth j vs 0.
Proof.
  induction ks as [|k ks IH]; intros [|v vs] b j L; cbn in *; auto; try discriminate; try lia.
  destruct k, b as [[z n]|], j; cbn; try (apply IH; lia); try lia; destruct (n <=? most); lia.
Qed.
Lemma stopped_carried : forall most ks vs z n j, length ks = length vs -> (j < length ks)%nat ->
  (forall t, (t < j)%nat -> nth t ks Rock = Floor) -> nth j ks Rock <> Rock ->
  n + Z.of_nat j <= most ->
  nth j (stopped most (Some (z, n)) ks vs) 0 <= z + weight * Z.of_nat j.
Proof.
  induction ks as [|k ks IH]; intros [|v vs] z n j L J F K M; cbn in *; try discriminate; try lia.
  destruct j as [|j].
  - destruct k; try congruence; cbn; destruct (Z.leb_spec n most); lia.
  - pose proof (F 0%nat ltac:(lia)) as F0. cbn in F0. subst k. cbn [nth].
    specialize (IH vs (z + weight) (n + 1) j). assert (E : Z.of_nat (S j) = 1 + Z.of_nat j) by lia.
    rewrite E in *. specialize (IH ltac:(lia) ltac:(lia)).
    specialize (IH (fun t T => F (S t) ltac:(lia)) K ltac:(lia)). lia.
Qed.
Lemma stopped_ok : forall most ks vs b i j, length ks = length vs -> (1 <= i <= j)%nat ->
  (j < length ks)%nat -> nth (j - i) ks Rock = Brick ->
  (forall t, (j - i < t < j)%nat -> nth t ks Rock = Floor) -> nth j ks Rock <> Rock ->
  Z.of_nat i <= most ->
  nth j (stopped most b ks vs) 0 <= nth (j - i) vs 0 + weight * Z.of_nat i.
Proof.
  induction ks as [|k ks IH]; intros [|v vs] b i j L I J Br F K M; cbn in L, J; try discriminate;
    try lia.
  destruct (Nat.eq_dec i j) as [->|N].
  - rewrite Nat.sub_diag in *. cbn in Br. subst k. destruct j as [|j]; [lia|].
    assert (C : nth j (stopped most (Some (v + weight, 1)) ks vs) 0
      <= (v + weight) + weight * Z.of_nat j).
    { apply stopped_carried; try lia; auto. intros t T. apply (F (S t)). lia. }
    destruct b as [[z n]|]; cbn [stopped nth]; lia.
  - destruct j as [|j]; [lia|].
    replace (S j - i)%nat with (S (j - i)) in * by lia. cbn [nth] in *.
    assert (G : forall b, nth j (stopped most b ks vs) 0
      <= nth (j - i) vs 0 + weight * Z.of_nat i).
    { intros b'. apply IH; try lia; auto. intros t T. apply (F (S t)). lia. }
    destruct k, b as [[z n]|]; cbn [stopped nth]; apply G.
Qed.
End Sweeps.
