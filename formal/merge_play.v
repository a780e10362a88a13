(* Solutions of merge, replayed by the rules; and optima. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import trie sums merge damages damages_sound.
Open Scope Z_scope.

(* The levels of heroes by number, and the hit points that the stones have left. *)
Definition position := (trie Z * list Z)%type.
Fixpoint strike_all (offsets : list (Z * Z)) (c : cell) (ss : list (cell * Z)) (lefts : list Z)
    : list Z :=
  match ss, lefts with
  | (p, _) :: ss', hp :: lefts' =>
      (if existsb (fun d => same_cell (moved c d) p) offsets && (0 <? hp) then hp - 1 else hp)
      :: strike_all offsets c ss' lefts'
  | _, _ => lefts
  end.
Definition step (B : board) (hs : trie (cell * Z)) (s : position) (m : positive * positive)
    : option position :=
  let '(a, b) := m in
  match find a hs, find b hs, find a (fst s), find b (fst s) with
  | Some (_, t), Some (c, u), Some l, Some k =>
      if negb (Pos.eqb a b) && (t =? u) && (l =? k) && (0 <? k) &&
         match max_level B with None => true | Some top => k <? top end
      then Some (set b (k + 1) (set a 0 (fst s)), strike_all (attack B t) c (stones B) (snd s))
      else None
  | _, _, _, _ => None
  end.
Fixpoint replay (B : board) (hs : trie (cell * Z)) (s : position) (ms : list (positive * positive))
    : option position :=
  match ms with
  | [] => Some s
  | m :: ms' => match step B hs s m with Some s' => replay B hs s' ms' | None => None end
  end.
Definition gone_in (lefts : list Z) : Z := Z.of_nat (length (filter (fun hp => hp =? 0) lefts)).
Definition check_play (B : board) (of_stones : bool) (ms : list (positive * positive)) (cost : Z)
    : bool :=
  let begin := (of_list (map (fun _ => 1) (heroes B)), map snd (stones B)) in
  match replay B (of_list (heroes B)) begin ms with
  | None => false
  | Some (_, lefts) =>
      if of_stones then gone_in lefts =? cost
      else forallb (fun hp => hp =? 0) lefts && (Z.of_nat (length ms) =? cost)
  end.

(* ---- proofs ---- *)

Definition stands (B : board) (s : position) (st : state) : Prop :=
  (forall i l, find i (fst s) = Some l -> l = level st (index i)) /\
  snd s = map (points st) (seq 0 (length (stones B))).

Lemma strike_all_ok : forall offsets c lefts ss, length lefts = length ss ->
  strike_all offsets c ss lefts = map (fun sl : (cell * Z) * Z =>
    if existsb (fun d => same_cell (moved c d) (fst (fst sl))) offsets && (0 <? snd sl)
    then snd sl - 1 else snd sl) (combine ss lefts).
Proof.
  induction lefts as [|hp lefts IH]; intros [|[p q] ss] E; cbn in *; auto; try discriminate.
  f_equal. apply IH. congruence.
Qed.
Lemma step_ok : forall B s st m s', stands B s st -> step B (of_list (heroes B)) s m = Some s' ->
  legal B st (index (fst m), index (snd m)) /\
  stands B s' (after B st (index (fst m), index (snd m))).
Proof.
  intros B s st [a b] s' [L R] H. unfold step in H.
  destruct (find a (of_list (heroes B))) as [[ca t]|] eqn:Fa; [|discriminate].
  destruct (find b (of_list (heroes B))) as [[cb u]|] eqn:Fb; [|discriminate].
  destruct (find a (fst s)) as [l|] eqn:La; [|discriminate].
  destruct (find b (fst s)) as [k|] eqn:Lb; [|discriminate].
  destruct (_ && _) eqn:C in H; [|discriminate]. injection H as <-.
  rewrite !andb_true_iff in C. destruct C as [[[[N T] E] K] M].
  apply negb_true_iff, Pos.eqb_neq in N. apply Z.eqb_eq in T, E. apply Z.ltb_lt in K. subst u l.
  apply of_list_nth in Fa, Fb. fold (index a) in Fa. fold (index b) in Fb.
  apply L in La, Lb. cbn [fst snd].
  assert (D : index a <> index b) by (unfold index; lia). split.
  - split; auto. split; [exists ca, cb, t; auto|]. cbn [fst snd]. rewrite <- La, <- Lb.
    split; auto. split; auto. destruct (max_level B); auto. apply Z.ltb_lt. auto.
  - split; cbn [fst snd after level points].
    + intros i j F. rewrite !find_set in F. destruct (Pos.eqb_spec i b).
      * subst. injection F as <-. rewrite Nat.eqb_refl. lia.
      * destruct (Nat.eqb_spec (index i) (index b)) as [X|]; [unfold index in X; lia|].
        destruct (Pos.eqb_spec i a).
        -- subst. injection F as <-. rewrite Nat.eqb_refl. auto.
        -- destruct (Nat.eqb_spec (index i) (index a)) as [X|]; [unfold index in X; lia | auto].
    + rewrite R, strike_all_ok by (rewrite map_length, seq_length; auto).
      assert (G : forall n ss, (forall i, nth_error ss i = nth_error (stones B) (n + i)) ->
        map (fun sl : (cell * Z) * Z =>
          if existsb (fun d => same_cell (moved cb d) (fst (fst sl))) (attack B t) && (0 <? snd sl)
          then snd sl - 1 else snd sl) (combine ss (map (points st) (seq n (length ss)))) =
        map (fun q => if strikes B (index b) q && (0 <? points st q) then points st q - 1
          else points st q) (seq n (length ss))).
      { intros n ss. revert n. induction ss as [|[p q] ss IH]; intros n H; cbn; auto. f_equal.
        - specialize (H 0%nat). rewrite Nat.add_0_r in H. unfold strikes. rewrite Fb, <- H.
          reflexivity.
        - apply IH. intros i. specialize (H (S i)). cbn in H. rewrite H. f_equal. lia. }
      apply G. intros i. reflexivity.
Qed.
Lemma replay_ok : forall B later s st earlier s', play B earlier st -> stands B s st ->
  replay B (of_list (heroes B)) s later = Some s' ->
  exists st' all, play B all st' /\ stands B s' st' /\
    length all = (length earlier + length later)%nat.
Proof.
  induction later as [|m later IH]; intros s st earlier s' P S H; cbn [replay] in H.
  - injection H as <-. exists st, earlier. split; auto.
  - destruct (step _ _ s m) as [s1|] eqn:E; [|discriminate].
    destruct (step_ok _ _ _ _ _ S E) as [G S1].
    destruct (IH _ _ _ _ (Go B _ _ _ P G) S1 H) as (st' & all & A & C & D).
    exists st', all. split; auto. split; auto. cbn [length] in *. lia.
Qed.

(* A solution that passes is a play of that cost. *)
Theorem play_sound : forall B of_stones ms cost, check_play B of_stones ms cost = true ->
  exists all st, play B all st /\ length all = length ms /\
  if of_stones then broken B st = cost else all_broken B st /\ Z.of_nat (length all) = cost.
Proof.
  intros B of_stones ms cost H. unfold check_play in H.
  destruct (replay _ _ _ ms) as [[levels lefts]|] eqn:E; [|discriminate].
  assert (S : stands B (of_list (map (fun _ => 1) (heroes B)), map snd (stones B)) (start B)).
  { split.
    - intros i l F. cbn [fst] in F. apply of_list_nth in F. rewrite nth_error_map in F.
      destruct (nth_error (heroes B) _); [|discriminate]. injection F as <-. reflexivity.
    - cbn [snd start points]. unfold hit_points.
      assert (G : forall n ss, (forall i, nth_error ss i = nth_error (stones B) (n + i)) ->
        map snd ss = map (fun s => match nth_error (stones B) s with Some (_, hp)
          => hp | None => 0 end)
          (seq n (length ss))).
      { intros n ss. revert n. induction ss as [|[p q] ss IH]; intros n H1; cbn; auto. f_equal.
        - specialize (H1 0%nat). rewrite Nat.add_0_r in H1. rewrite <- H1. reflexivity.
        - apply IH. intros i. specialize (H1 (S i)). cbn in H1. rewrite H1. f_equal. lia. }
      apply G. intros i. reflexivity. }
  destruct (replay_ok B ms _ _ _ _ (Begin B) S E) as (st & all & P & [_ L] & N).
  exists all, st. split; auto. cbn [length plus snd] in *. split; auto. subst lefts.
  destruct of_stones.
  - apply Z.eqb_eq in H. rewrite <- H. unfold gone_in, broken. f_equal.
    generalize (seq 0 (length (stones B))). induction l as [|s l IH]; cbn; auto.
    unfold is_gone at 1. destruct (points st s =? 0); cbn; congruence.
  - apply andb_true_iff in H as [F C]. apply Z.eqb_eq in C. split; [|lia]. intros s I.
    rewrite forallb_forall in F. apply Z.eqb_eq. apply F. apply in_map_iff. exists s. split; auto.
    apply in_seq. lia.
Qed.

(* A solution and a bound of one number are optimal. *)
Theorem most_stones_optimal : forall B ms most ns t, check_play B true ms most = true ->
  check_damages B (BreaksAtMost most) ns t = true ->
  (exists all st, play B all st /\ broken B st = most) /\
  forall all st, play B all st -> broken B st <= most.
Proof.
  intros B ms most ns t S D. split.
  - destruct (play_sound _ _ _ _ S) as (all & st & P & _ & E). eauto.
  - apply (damages_sound _ _ _ _ D).
Qed.
Theorem fewest_merges_optimal : forall B ms least ns t, check_play B false ms least = true ->
  check_damages B (MergesAtLeast least) ns t = true ->
  (exists all st, play B all st /\ all_broken B st /\ Z.of_nat (length all) = least) /\
  forall all st, play B all st -> all_broken B st -> least <= Z.of_nat (length all).
Proof.
  intros B ms least ns t S D. split.
  - destruct (play_sound _ _ _ _ S) as (all & st & P & _ & E & L). eauto.
  - apply (damages_sound _ _ _ _ D).
Qed.
