(* merge, kind `damages`, whole: if a certificate passes, no play breaks more stones, or all stones
   with fewer merges, than is claimed. *)
Require Import ZArith List Lia Bool FinFun.
Import ListNotations.
From gridproof Require Import trie tree sums merge rounding damages.
Open Scope Z_scope.

(* ---- proofs: numbers and tables ---- *)

Definition index (i : positive) : nat := Nat.pred (Pos.to_nat i).
Lemma index_succ : forall i, Pos.to_nat i = S (index i).
Proof. intros. unfold index. lia. Qed.

Lemma numbered_nth {A} : forall (l : list A) q p a, In (p, a) (numbered q l) ->
  exists n, nth_error l n = Some a /\ Pos.to_nat p = (Pos.to_nat q + n)%nat.
Proof.
  induction l as [|b l IH]; intros q p a I; [destruct I|]. destruct I as [E|I].
  - injection E as <- <-. exists 0%nat. split; auto.
  - destruct (IH _ _ _ I) as (n & N & E). exists (S n). split; auto. lia.
Qed.
Lemma numbered_index {A} : forall (l : list A) p a, In (p, a) (numbered 1 l) ->
  nth_error l (index p) = Some a.
Proof.
  intros l p a I. destruct (numbered_nth _ _ _ _ I) as (n & N & E). replace (index p) with n; auto.
  unfold index. lia.
Qed.
Lemma nth_numbered {A} : forall (l : list A) q p a n, nth_error l n = Some a ->
  Pos.to_nat p = (Pos.to_nat q + n)%nat -> nth_error (numbered q l) n = Some (p, a).
Proof.
  induction l as [|b l IH]; intros q p a [|n] N E; simpl in *; try discriminate.
  - injection N as ->. f_equal. f_equal. lia.
  - apply IH; auto. lia.
Qed.
Lemma nth_numbered_1 {A} : forall (l : list A) p a, nth_error l (index p) = Some a ->
  nth_error (numbered 1 l) (index p) = Some (p, a).
Proof. intros. apply nth_numbered; auto. unfold index. lia. Qed.
Lemma in_numbered {A} : forall (l : list A) p a, nth_error l (index p) = Some a ->
  In (p, a) (numbered 1 l).
Proof. intros. eapply nth_error_In, nth_numbered_1; eauto. Qed.
Lemma numbered_seq {A} : forall (l : list A) q,
  map (fun pa => index (fst pa)) (numbered q l) = seq (index q) (length l).
Proof.
  induction l; intros; cbn [numbered map seq length]; auto. cbn [fst]. f_equal. rewrite IHl.
  f_equal.
  unfold index. lia.
Qed.
Lemma index_of_succ : forall n, index (Pos.of_succ_nat n) = n.
Proof. intros. unfold index. lia. Qed.

Lemma find_below {A} : forall (l : list A) i j t, (j < i)%positive -> find j (set_all i l t)
  = find j t.
Proof.
  induction l as [|a l IH]; intros i j t L; simpl; auto. rewrite IH by lia.
  rewrite find_set. destruct (Pos.eqb_spec j i); auto. lia.
Qed.
Lemma find_nth {A} : forall (l : list A) n i j t a, nth_error l n = Some a ->
  Pos.to_nat j = (Pos.to_nat i + n)%nat -> find j (set_all i l t) = Some a.
Proof.
  induction l as [|b l IH]; intros [|n] i j t a N E; simpl in *; try discriminate.
  - injection N as ->. assert (j = i) by lia. subst. rewrite find_below by lia. apply find_set_same.
  - eapply IH; eauto. lia.
Qed.
Lemma find_of_list {A} : forall (l : list A) j a, nth_error l (index j) = Some a ->
  find j (of_list l) = Some a.
Proof. intros. eapply find_nth; eauto. unfold index. lia. Qed.

Lemma code_inj : forall a b, code a = code b -> a = b.
Proof. intros [|a|a] [|b|b] H; simpl in H; congruence. Qed.

Lemma get_push {A} : forall i j (a : A) m,
  get i (push j a m) = if Pos.eqb i j then a :: get j m else get i m.
Proof. intros. unfold push. unfold get at 1. rewrite find_set. destruct (Pos.eqb i j); reflexivity.
Qed.

(* the stones on a cell *)
Lemma put_stone_keeps : forall s m c i, In i (stones_at m c) -> In i (stones_at (put_stone m s) c).
Proof.
  intros [j [d hp]] m c i I. unfold put_stone, stones_at in *. rewrite find_set.
  destruct (Pos.eqb_spec (code (snd c)) (code (snd d))) as [E|]; auto. rewrite <- E.
  rewrite get_push. destruct (find (code (snd c)) m); [|destruct I].
  destruct (Pos.eqb_spec (code (fst c)) (code (fst d))) as [F|]; auto. rewrite <- F. right. auto.
Qed.
Lemma put_stone_there : forall i c hp m, In i (stones_at (put_stone m (i, (c, hp))) c).
Proof.
  intros. unfold put_stone, stones_at. rewrite find_set, Pos.eqb_refl, get_push, Pos.eqb_refl.
  left. auto.
Qed.
Lemma put_stones : forall l m i c, In i (stones_at m c) \/ (exists hp, In (i, (c, hp)) l) ->
  In i (stones_at (fold_left put_stone l m) c).
Proof.
  induction l as [|s l IH]; intros m i c [I|(hp & I)]; simpl; auto.
  - destruct I.
  - apply IH. left. apply put_stone_keeps. auto.
  - apply IH. destruct I as [->|I]; [left; apply put_stone_there | right; eauto].
Qed.

(* the heroes that strike a stone *)
Lemma push_all : forall (h : Z * hero) ss m s g,
  In g (get s (fold_right (fun s m => push s h m) m ss)) <-> (In s ss /\ g = h) \/ In g (get s m).
Proof.
  induction ss as [|r ss IH]; intros m s g; cbn [fold_right]; [simpl; tauto|]. rewrite get_push.
  destruct (Pos.eqb_spec s r).
  - subst. simpl. rewrite IH. intuition (subst; auto).
  - rewrite IH. simpl. intuition congruence.
Qed.
Lemma striker_table_ok : forall hs s g,
  In g (get s (striker_table hs)) <-> In g hs /\ In s (hits (snd g)).
Proof.
  unfold striker_table. induction hs as [|h hs IH]; intros s g; cbn [fold_right].
  - split; [intros [] | intros [[] _]].
  - rewrite push_all, IH. simpl. split; [intros [[? ->]|[? ?]] | intros [[<-|?] ?]]; auto.
Qed.

Lemma seq_nth_error : forall n a i, (i < n)%nat -> nth_error (seq a n) i = Some (a + i)%nat.
Proof.
  induction n; intros a [|i] H; simpl; try lia; [f_equal; lia|]. rewrite IHn by lia. f_equal. lia.
Qed.
Lemma upto_nth : forall n k, 1 <= k <= n -> nth_error (upto n) (Z.to_nat (k - 1)) = Some k.
Proof.
  intros n k H. unfold upto. erewrite map_nth_error; [|apply seq_nth_error; lia]. f_equal. lia.
Qed.
Lemma upto_in : forall n k, In k (upto n) -> 1 <= k <= n.
Proof. intros n k I. apply in_map_iff in I as (i & <- & I). apply in_seq in I. lia. Qed.
Lemma upto_NoDup : forall n, NoDup (upto n).
Proof.
  intros. unfold upto. apply Injective_map_NoDup; [intros a b; lia | apply seq_NoDup].
Qed.
Lemma upto_sum : forall n c, sum (fun k => one_if (k <=? c)) (upto n) = Z.max 0 (Z.min n c).
Proof.
  intros. unfold upto. rewrite sum_map.
  transitivity (Z.max 0 (Z.min (Z.of_nat (Z.to_nat n)) c)); [|lia].
  induction (Z.to_nat n) as [|m IH]; [cbn [seq sum fold_right]; lia|].
  rewrite seq_S, sum_app, IH. cbn [plus]. rewrite sum_cons. cbn [sum fold_right].
  destruct (Z.leb_spec (Z.of_nat (S m)) c); cbn [one_if]; lia.
Qed.

Lemma block_length {A} : forall mk size (a : A), length (block mk size a) = Z.to_nat (size a).
Proof. intros. unfold block, upto. rewrite !map_length, seq_length. auto. Qed.
Lemma bases_ok {A} : forall mk (size : A -> Z) l b0 b a, (forall a, In a l -> 0 <= size a) ->
  In (b, a) (bases size b0 l) -> b0 <= b /\ In a l /\ forall k, 1 <= k <= size a ->
  nth_error (flat_map (block mk size) l) (Z.to_nat (b - b0 + k - 1)) = Some (mk a k).
Proof.
  induction l as [|c l IH]; intros b0 b a N I; [destruct I|]. destruct I as [E|I].
  - injection E as -> ->. split; [lia|]. split; [left; auto|]. intros k K. cbn [flat_map].
    rewrite nth_error_app1 by (rewrite block_length; lia). unfold block.
    apply map_nth_error. replace (b - b + k - 1) with (k - 1) by lia. apply upto_nth. auto.
  - destruct (IH (b0 + size c) b a) as (L & J & H); auto; [intros; apply N; right; auto|].
    assert (0 <= size c) by (apply N; left; auto). split; [lia|]. split; [right; auto|].
    intros k K. cbn [flat_map]. rewrite nth_error_app2 by (rewrite block_length; lia).
    rewrite block_length. rewrite <- (H k K). f_equal. lia.
Qed.
Lemma bases_snd {A} : forall (size : A -> Z) l b, map snd (bases size b l) = l.
Proof. induction l; intros; simpl; auto. f_equal. auto. Qed.

Lemma insert_in : forall ts t u, In u (insert t ts) <-> u = t \/ In u ts.
Proof.
  induction ts as [|v ts IH]; intros t u; simpl; [intuition|].
  destruct (Z.eqb_spec t v); [subst; simpl; intuition|]. destruct (t <? v); simpl; [intuition|].
  rewrite IH. intuition.
Qed.
Inductive ascending : list Z -> Prop :=
| Nothing : ascending []
| Then : forall t ts, (forall u, In u ts -> t < u) -> ascending ts -> ascending (t :: ts).
Lemma insert_ascending : forall ts t, ascending ts -> ascending (insert t ts).
Proof.
  induction ts as [|v ts IH]; intros t S; simpl.
  - constructor; auto. intros u [].
  - inversion S as [|? ? H T]; subst. destruct (Z.eqb_spec t v); auto. destruct (Z.ltb_spec t v).
    + constructor; auto. intros u [<-|I]; [auto|]. specialize (H u I). lia.
    + constructor; auto. intros u I. apply insert_in in I as [->|I]; auto. lia.
Qed.
Lemma ascending_NoDup : forall ts, ascending ts -> NoDup ts.
Proof.
  induction 1; constructor; auto. intros I. specialize (H t I). lia.
Qed.
Lemma types_NoDup : forall B, NoDup (map fst (types B)).
Proof.
  intros. unfold types. rewrite map_map. cbn [fst]. rewrite map_id. apply ascending_NoDup.
  induction (map snd (heroes B)); simpl; [constructor | apply insert_ascending; auto].
Qed.
Lemma types_levels : forall B t l, In (t, l) (types B) -> l = levels_of B t.
Proof. intros B t l I. apply in_map_iff in I as (u & E & _). injection E as <- <-. auto. Qed.
Lemma known_ok : forall B ts m t l, (forall t l, In (t, l) ts -> l = levels_of B t) ->
  (forall t l, find (code t) m = Some l -> l = levels_of B t) ->
  find (code t) (fold_left (fun m tl => set (code (fst tl)) (snd tl) m) ts m) = Some l ->
  l = levels_of B t.
Proof.
  induction ts as [|[u k] ts IH]; intros m t l Ht Hm F; simpl in F; auto.
  eapply IH; [intros; apply Ht; right; eauto | | exact F]. intros v j G. rewrite find_set in G.
  destruct (Pos.eqb_spec (code v) (code u)) as [E|]; [|auto].
  apply code_inj in E. subst. injection G as <-. apply Ht. left. auto.
Qed.

(* ---- proofs: the board ---- *)

Definition index_of (h : Z * hero) : nat := index (number (snd h)).

(* the facts about a hero's record *)
Record hero_ok (B : board) (h : hero) : Prop := {
  kind_ok : of_type B (kind h) (index (number h)) = true;
  hits_ok : forall i, strikes B (index (number h)) (index i) = true -> In i (hits h);
  reach_ok : forall i hp, In i (hits h) -> nth_error (map snd (stones B)) (index i) = Some hp ->
    Z.of_nat (length (levels_of B (kind h))) <= reach h \/ hp <= reach h;
  reach_nonneg : 0 <= reach h
}.
Lemma useful_nonneg : forall hps l, 0 <= useful hps l.
Proof. induction l; cbn [useful fold_right]; [lia|]. fold (useful hps l). lia. Qed.
Lemma useful_ok : forall hps l i hp, In i l -> find i hps = Some hp -> hp <= useful hps l.
Proof.
  induction l as [|j l IH]; intros i hp I F; [destruct I|]. cbn [useful fold_right].
  fold (useful hps l). destruct I as [->|I]; [rewrite F; lia|]. specialize (IH i hp I F). lia.
Qed.
Lemma heroes_of_ok : forall B h, In h (heroes_of B (types B)) -> hero_ok B h.
Proof.
  intros B h I. unfold heroes_of in I. apply in_map_iff in I as ((i & c & t) & E & I).
  apply numbered_index in I. cbn [hero_of] in E. subst h.
  set (known := fold_left _ (types B) Empty). set (hps := of_list _).
  set (where_ := fold_left put_stone _ Empty).
  assert (L : match find (code t) known with Some l => l | None => levels_of B t end
    = levels_of B t).
  { destruct (find (code t) known) eqn:K; auto. eapply known_ok in K; eauto.
    - apply types_levels.
    - intros u m F. destruct (code u); discriminate F. }
  rewrite L. split; cbn [number kind hits reach].
  - unfold of_type. rewrite I. apply Z.eqb_refl.
  - intros s S. unfold strikes in S. rewrite I in S.
    destruct (nth_error (stones B) (index s)) as [[p hp]|] eqn:N; [|discriminate].
    apply existsb_exists in S as (d & D & S). apply in_flat_map. exists d. split; auto.
    unfold same_cell in S. apply andb_true_iff in S as [S1 S2]. apply Z.eqb_eq in S1, S2.
    replace (moved c d) with p by (destruct p; simpl in *; unfold moved in *; simpl in *;
      congruence).
    apply put_stones. right. exists hp. apply in_numbered. auto.
  - intros s hp S N. apply find_of_list in N. fold hps in N.
    pose proof (useful_ok hps _ s hp S N). lia.
  - pose proof (useful_nonneg hps (flat_map (fun d => stones_at where_ (moved c d)) (attack B t))).
    lia.
Qed.
Lemma heroes_of_seq : forall B ts, map (fun h => index (number h)) (heroes_of B ts) = all_heroes B.
Proof.
  intros. unfold heroes_of. rewrite map_map.
  rewrite (map_ext _ (fun pa => index (fst pa))) by (intros [i [c t]]; reflexivity).
  apply (numbered_seq (heroes B) 1).
Qed.

Section Sound.
Variables (B : board) (ms : list merge) (st : state) (of_stones : bool).
Hypothesis Played : play B ms st.
Hypothesis Points : forall s, In s (stones B) -> 0 <= snd s.
Hypothesis Goal : of_stones = false -> all_broken B st.

Let P := program_of B of_stones.
Let dealt_by (h : Z * hero) : Z := damage ms (index_of h).

Definition value (n : name) : Z :=
  match n with
  | Deals i k => one_if (k <=? damage ms (index i))
  | Falls s _ => one_if (is_gone st (index s))
  | Merges t k _ => count B ms t k
  end.
Definition chosen (j : column) : Z :=
  match nth_error (names P) (index j) with Some n => value n | None => 0 end.

Lemma goals : of_stones = true \/ of_stones = false.
Proof. destruct of_stones; auto. Qed.
Lemma value_nonneg : forall n, 0 <= value n.
Proof. intros [i k|s c|t k m]; cbn; [apply one_if_01 | apply one_if_01 | apply count_nonneg]. Qed.
Lemma chosen_nonneg : forall j, 0 <= chosen j.
Proof. intros. unfold chosen. destruct (nth_error _ _); [apply value_nonneg | lia]. Qed.

Let hs := heroes_of B (types B).
Lemma placed_ok : forall b h, In (b, h) (placed P) -> 0 <= b /\ hero_ok B h /\
  forall k, 1 <= k <= reach h ->
  chosen (column_of b k) = one_if (k <=? damage ms (index (number h))).
Proof.
  intros b h I. cbn in I. fold hs in I.
  destruct (bases_ok deals reach hs 0 b h) as (L & J & H); auto.
  { intros a Ia. apply reach_nonneg with B. apply heroes_of_ok. auto. }
  split; auto. split; [apply heroes_of_ok; auto|]. intros k K. specialize (H k K).
  unfold chosen. replace (nth_error (names P) (index (column_of b k))) with (Some (deals h k));
    auto.
  symmetry. cbn. fold hs. replace (index (column_of b k)) with (Z.to_nat (b - 0 + k - 1)).
  - rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
  - unfold index, column_of. lia.
Qed.
Lemma placed_seq : map index_of (placed P) = all_heroes B.
Proof.
  unfold index_of. cbn [placed P program_of]. fold hs.
  rewrite <- (heroes_of_seq B (types B)). fold hs.
  rewrite <- (bases_snd reach hs 0) at 2. rewrite map_map. reflexivity.
Qed.
Lemma placed_type_ok : forall b t l, of_stones = false -> In (b, (t, l)) (placed_types P) ->
  forall k, 1 <= k <= Z.of_nat (length l) -> chosen (column_of b k) = count B ms t k.
Proof.
  intros b t l O I k K. cbn in I. fold hs in I.
  assert (S : forall tl, In tl (types B) -> 0 <= levels_size tl) by (intros [u m] _; cbn; lia).
  destruct (bases_ok merges levels_size _ _ _ _ S I) as (L & J & H).
  specialize (H k). cbn [levels_size] in H. specialize (H K). unfold chosen.
  replace (nth_error (names P) (index (column_of b k))) with (Some (merges (t, l) k)); auto.
  symmetry. cbn [names P program_of]. fold hs. rewrite O.
  rewrite nth_error_app2 by (unfold index, column_of; lia). rewrite <- H. f_equal.
  unfold index, column_of. lia.
Qed.
Lemma types_ok : forall b t l, In (b, (t, l)) (placed_types P) -> l = levels_of B t.
Proof.
  intros b t l I. apply types_levels. cbn in I.
  apply (in_map snd) in I. rewrite bases_snd in I. exact I.
Qed.
Lemma stone_ok : forall s hp, of_stones = true -> nth_error (map snd (stones B)) (index s)
  = Some hp ->
  chosen (column_of (stone_base P + Z.pred (Zpos s)) 1) = one_if (is_gone st (index s)).
Proof.
  intros s hp O N. unfold chosen. rewrite nth_error_map in N.
  destruct (nth_error (stones B) (index s)) as [a|] eqn:E; [|discriminate].
  apply nth_numbered_1 in E. cbn [names stone_base P program_of]. fold hs. rewrite O.
  set (first := flat_map (block deals reach) hs). set (table := striker_table _).
  rewrite nth_error_app2 by (unfold index, column_of; lia).
  replace (index (column_of (Z.of_nat (length first) + Z.pred (Zpos s)) 1) - length first)%nat
    with (index s) by (unfold index, column_of; lia).
  assert (F : forall l : list (positive * bool), flat_map (block falls one_column)
    l = map (fun s => falls s 1) l).
  { induction l; cbn; auto. }
  rewrite F, map_map. erewrite map_nth_error by exact E. cbn. destruct a as [c hp']. reflexivity.
Qed.

(* the strikers of a stone *)
Lemma striker_ok : forall s h, In h (get s (strikers P)) ->
  In h (placed P) /\ In s (hits (snd h)).
Proof. intros s h I. cbn [strikers P program_of] in I. apply striker_table_ok in I. exact I. Qed.
Lemma striker_there : forall s i, strikes B i (index s) = true ->
  exists h, In h (get s (strikers P)) /\ index_of h = i.
Proof.
  intros s i S. assert (I : In i (all_heroes B)).
  { unfold strikes in S. destruct (nth_error (heroes B) i) eqn:E; [|discriminate].
    eapply hero_in; eauto. }
  rewrite <- placed_seq in I. apply in_map_iff in I as ([b h] & E & I). exists (b, h). split; auto.
  cbn [strikers P program_of]. apply striker_table_ok. split; auto.
  destruct (placed_ok b h I) as (_ & K & _). apply (hits_ok _ _ K). unfold index_of in E. cbn in E.
  rewrite E. auto.
Qed.
Lemma dealt_by_nonneg : forall h, 0 <= dealt_by h.
Proof. intros. apply damage_nonneg. Qed.
Lemma dealt_strikers : forall s, dealt B ms (index s) <= sum dealt_by (get s (strikers P)).
Proof.
  intros s. unfold dealt_by. generalize ms. induction ms0 as [|m l IH].
  - cbn. apply sum_nonneg. intros. cbn. lia.
  - unfold dealt. rewrite sum_cons. fold (dealt B l (index s)).
    rewrite (sum_ext (fun h => damage (m :: l) (index_of h))
      (fun h => one_if (Nat.eqb (snd m) (index_of h)) + damage l (index_of h))) by reflexivity.
    rewrite sum_add. destruct (strikes B (snd m) (index s)) eqn:S; cbn [one_if].
    + destruct (striker_there _ _ S) as (h & I & E).
      pose proof (sum_in (fun h => one_if (Nat.eqb (snd m) (index_of h))) _ h I) as J.
      cbn beta in J. rewrite E, Nat.eqb_refl in J. cbn [one_if] in J.
      enough (1 <= sum (fun h => one_if (Nat.eqb (snd m) (index_of h))) (get s (strikers P)))
        by lia.
      apply J. intros. apply one_if_01.
    + enough (0 <= sum (fun h => one_if (Nat.eqb (snd m) (index_of h))) (get s (strikers P)))
        by lia.
      apply sum_nonneg. intros. apply one_if_01.
Qed.
Lemma reach_enough : forall s h hp, In h (get s (strikers P)) ->
  nth_error (map snd (stones B)) (index s) = Some hp ->
  0 <= reach (snd h) /\ (dealt_by h <= reach (snd h) \/ hp <= reach (snd h)).
Proof.
  intros s [b h] hp I N. destruct (striker_ok _ _ I) as [J S].
  destruct (placed_ok b h J) as (_ & K & _).
  cbn [snd] in *. split; [apply (reach_nonneg _ _ K)|].
  destruct (reach_ok _ _ K s hp S N) as [R|R]; auto. left. unfold dealt_by, index_of. cbn [snd].
  pose proof (damage_at_most B ms st (kind h) (index (number h)) Played (kind_ok _ _ K)). lia.
Qed.
Lemma gone_dealt : forall s hp, nth_error (map snd (stones B)) (index s) = Some hp ->
  is_gone st (index s) = true -> hp <= sum dealt_by (get s (strikers P)).
Proof.
  intros s hp N G. pose proof (dealt_strikers s) as D. rewrite nth_error_map in N.
  destruct (nth_error (stones B) (index s)) as [[c hp']|] eqn:E; [|discriminate].
  cbn in N. injection N as ->. assert (H : hit_points B (index s) = hp) by (unfold hit_points;
    rewrite E; auto).
  apply Z.eqb_eq in G. rewrite (points_ok _ _ _ (play_invariant _ _ _ Played)) in G.
  - lia.
  - rewrite H. apply nth_error_In in E. apply (Points _ E).
Qed.

(* ---- the bounds hold ---- *)
Lemma name_within : forall n, In n (names P) -> value n <= high_of n.
Proof.
  intros n I. cbn [names P program_of] in I. fold hs in I. apply in_app_or in I as [I|I].
  - apply in_flat_map in I as (h & _ & I). apply in_map_iff in I as (k & <- & _). apply one_if_01.
  - set (falling := map _ _) in I.
    assert (D : In n (flat_map (block falls one_column) falling) \/
      of_stones = false /\ In n (flat_map (block merges levels_size) (types B)))
      by (destruct of_stones; auto).
    clear I. destruct D as [I|[_ I]].
    + unfold falling in I. apply in_flat_map in I as (s & J & I).
      apply in_map_iff in I as (k & <- & _).
      apply in_map_iff in J as ((i & c & hp) & <- & J). cbn [can_fall falls value high_of].
      set (L := get i _). destruct (is_gone st (index i)) eqn:G; [|destruct (_ <=? _); cbn; lia].
      cbn [one_if]. apply numbered_index in J.
      assert (N : nth_error (map snd (stones B)) (index i) = Some hp) by (rewrite nth_error_map, J;
        auto).
      pose proof (gone_dealt i hp N G) as D. change (get i (strikers P)) with L in D.
      assert (R : forall h, In h L -> 0 <= reach (snd h) /\ (dealt_by h <= reach (snd h)
        \/ hp <= reach (snd h)))
        by (intros; eapply reach_enough; eauto).
      enough (hp <= fold_right (fun h n => reach (snd h) + n) 0 L) as E.
      { apply Z.leb_le in E. rewrite E. lia. }
      change (hp <= sum (fun h => reach (snd h)) L).
      destruct (existsb (fun h => hp <=? reach (snd h)) L) eqn:X.
      * apply existsb_exists in X as (h & Ih & X). apply Z.leb_le in X.
        pose proof (sum_in (fun h => reach (snd h)) L h Ih). cbn beta in H.
        enough (reach (snd h) <= sum (fun h => reach (snd h)) L) by lia. apply H. intros. apply R.
        auto.
      * apply Z.le_trans with (1 := D). apply sum_le. intros h Ih.
        destruct (R h Ih) as [_ [?|?]]; auto.
        exfalso. assert (T : existsb (fun h => hp <=? reach (snd h)) L = true); [|congruence].
        apply existsb_exists. exists h. split; auto. apply Z.leb_le. auto.
    + apply in_flat_map in I as ([t l] & J & I). apply in_map_iff in I as (k & <- & K).
      apply upto_in in K. cbn [levels_size] in K. cbn [merges value high_of].
      rewrite (types_levels _ _ _ J) in *.
      pose proof (levels_of_ok B ms st t (Z.to_nat (k - 1)) Played) as H.
      erewrite (nth_error_nth' _ 0) in H by lia.
      replace (Z.of_nat (Z.to_nat (k - 1)) + 1) with k in H by lia.
      exact H.
Qed.
Lemma chosen_within : forall i b, nth_error (bounds_of P) i = Some b ->
  within1 (chosen (Pos.of_succ_nat i)) b.
Proof.
  intros i b N. unfold bounds_of in N. rewrite nth_error_map in N.
  destruct (nth_error (names P) i) as [n|] eqn:E; [|discriminate]. injection N as <-.
  unfold chosen. rewrite index_of_succ, E. split; cbn; [apply value_nonneg|].
  apply name_within. eapply nth_error_In; eauto.
Qed.

(* ---- the rows hold ---- *)
Lemma eval_app : forall x ts us, eval x (ts ++ us) = eval x ts + eval x us.
Proof.
  induction ts as [|[a j] ts IH]; intros; [reflexivity|]. cbn [app]. rewrite !eval_cons, IH. lia.
Qed.
Lemma eval_sum : forall {A} x a (f : A -> column) l,
  eval x (map (fun h => (a, f h)) l) = a * sum (fun h => x (f h)) l.
Proof.
  induction l; [cbn; lia|]. cbn [map]. rewrite eval_cons, IHl, sum_cons. ring.
Qed.

Lemma chain_ok : forall i k r, chain_row P i k = Some r -> holds chosen r.
Proof.
  intros i k r H. unfold chain_row in H. destruct (find i (hero_at P)) as [[b h]|] eqn:F;
    [|discriminate].
  apply of_list_in in F. destruct (placed_ok b h F) as (_ & _ & V).
  destruct (_ && _) eqn:K in H; [|discriminate]. apply andb_true_iff in K as [K1 K2].
  apply Z.leb_le in K1, K2. injection H as <-. unfold holds. cbn [least terms].
  rewrite !eval_cons. cbn [eval fold_right]. rewrite !V by lia.
  destruct (Z.leb_spec k (damage ms (index (number h))));
  destruct (Z.leb_spec (k + 1) (damage ms (index (number h)))); cbn [one_if]; lia.
Qed.
Lemma survivors_ok : forall t k, 1 <= k ->
  sum (fun h => chosen (column_of (fst h) k)) (survivors P t k) <= count B ms t k.
Proof.
  intros t k K. unfold survivors. rewrite sum_filter. unfold count. rewrite <- placed_seq, sum_map.
  apply sum_le. intros [b h] I. destruct (placed_ok b h I) as (_ & O & V). cbn [fst snd].
  unfold index_of. cbn [snd]. destruct (Z.eqb_spec (kind h) t); cbn [andb].
  - subst t. rewrite (kind_ok _ _ O). destruct (Z.leb_spec k (reach h)); [|apply one_if_01].
    rewrite V by lia. cbn [andb]. lia.
  - apply one_if_01.
Qed.
Lemma find_type_ok : forall t b l, find_type P t = Some (b, l) -> In (b, (t, l)) (placed_types P).
Proof.
  intros t b l H. unfold find_type in H.
  destruct (List.find _ (placed_types P)) as [[b' [u l']]|] eqn:F; [|discriminate].
  injection H as -> ->.
  apply find_some in F as [I E]. cbn in E. apply Z.eqb_eq in E. subst. auto.
Qed.
Lemma level_in_ok : forall l k m, level_in l k = Some m ->
  1 <= k <= Z.of_nat (length l) /\ nth_error l (Z.to_nat (k - 1)) = Some m.
Proof.
  intros l k m H. unfold level_in in H. destruct (_ && _) eqn:K in H; [|discriminate].
  apply andb_true_iff in K as [K1 K2]. apply Z.leb_le in K1, K2. auto.
Qed.
Lemma budget_ok : forall t k r, budget_row P t k = Some r -> holds chosen r.
Proof.
  intros t k r H. unfold budget_row in H. destruct (find_type P t) as [[b l]|] eqn:F;
    [|discriminate].
  apply find_type_ok in F. destruct (level_in l k) as [m|] eqn:L; [|discriminate].
  apply level_in_ok in L as [K N]. injection H as <-. pose proof (survivors_ok t k) as S.
  assert (C : count B ms t k <= m).
  { rewrite (types_ok _ _ _ F) in N. pose proof (levels_of_ok B ms st t (Z.to_nat (k - 1)) Played)
      as H.
    rewrite N in H. replace (Z.of_nat (Z.to_nat (k - 1)) + 1) with k in H by lia. auto. }
  destruct goals as [O|O]; rewrite O; unfold holds; cbn [least terms].
  - rewrite eval_sum. lia.
  - rewrite eval_cons, eval_sum. rewrite (placed_type_ok b t l O F k K). lia.
Qed.
Lemma double_ok : forall t k r, double_row P t k = Some r -> holds chosen r.
Proof.
  intros t k r H. unfold double_row in H. 
  change (counts_stones P) with of_stones in H.
  destruct goals as [O|O]; rewrite O in H; [discriminate|].
  destruct (find_type P t) as [[b l]|] eqn:F; [|discriminate]. apply find_type_ok in F.
  destruct (level_in l k) as [m|] eqn:L; [|discriminate].
  destruct (level_in l (k + 1)) as [n|] eqn:M; [|discriminate]. injection H as <-.
  apply level_in_ok in L as [L _], M as [M _]. unfold holds. cbn [least terms].
  rewrite !eval_cons. cbn [eval fold_right]. rewrite !(placed_type_ok b t l O F) by auto.
  pose proof (count_double B ms st t k Played). lia.
Qed.

Lemma beyond_ok : forall h b hi, In h (placed P) -> 0 <= b ->
  eval chosen (beyond h b hi) = Z.max 0 (Z.min (Z.min (reach (snd h)) hi - b) (dealt_by h - b)).
Proof.
  intros [p h] b hi I Hb. destruct (placed_ok p h I) as (_ & _ & V). unfold beyond. cbn [fst snd].
  rewrite eval_sum. rewrite <- upto_sum, Z.mul_1_l. apply sum_ext. intros k K. apply upto_in in K.
  rewrite V by lia. unfold dealt_by, index_of. cbn [snd].
  destruct (Z.leb_spec (b + k) (damage ms (index (number h))));
  destruct (Z.leb_spec k (damage ms (index (number h)) - b)); auto; lia.
Qed.
Lemma cover_terms_nonneg : forall L bs r ts, cover_terms L bs r = Some ts -> 0 <= eval chosen ts.
Proof.
  induction L as [|h L IH]; intros [|b bs] r ts H; cbn [cover_terms] in H; try discriminate.
  - injection H as <-. cbn. lia.
  - destruct (_ && _) in H; [|discriminate]. destruct (cover_terms L bs r) eqn:E; [|discriminate].
    injection H as <-. rewrite eval_app. specialize (IH _ _ _ E). unfold beyond. rewrite eval_sum.
    assert (0 <= sum (fun k => chosen (column_of (fst h) (b + k))) (upto (Z.min (reach (snd h))
      (b + r) - b)))
      by (apply sum_nonneg; intros; apply chosen_nonneg). lia.
Qed.
Lemma cover_terms_ok : forall hp r L bs ts, 0 < r -> cover_terms L bs r = Some ts ->
  (forall h, In h L -> In h (placed P) /\ (dealt_by h <= reach (snd h) \/ hp <= reach (snd h))) ->
  total bs + r <= hp -> 0 <= total bs /\ Z.min r (sum dealt_by L - total bs) <= eval chosen ts.
Proof.
  intros hp r. induction L as [|h L IH]; intros [|b bs] ts R H K T; cbn [cover_terms] in H;
    try discriminate.
  - injection H as <-. cbn. lia.
  - destruct (_ && _) eqn:G in H; [|discriminate]. apply andb_true_iff in G as [G _].
    apply Z.leb_le in G.
    destruct (cover_terms L bs r) as [us|] eqn:E; [|discriminate]. injection H as <-.
    unfold total in *. cbn [fold_right] in *.
    destruct (IH bs us R E) as [N M]; [intros; apply K; right; auto | lia |].
    destruct (K h (or_introl eq_refl)) as [I Rh].
    rewrite eval_app, (beyond_ok h b (b + r) I G), sum_cons.
    pose proof (cover_terms_nonneg _ _ _ _ E). split; [lia|].
    assert (0 <= sum dealt_by L) by (apply sum_nonneg; intros; apply dealt_by_nonneg).
    destruct Rh; lia.
Qed.
Lemma cover_ok : forall s bs r, cover_row P s bs = Some r -> holds chosen r.
Proof.
  intros s bs r H. unfold cover_row in H. destruct (find s (hit_points_of P)) as [hp|] eqn:F;
    [|discriminate].
  apply of_list_nth in F. fold (index s) in F.
  destruct (cover_terms _ bs _) as [ts|] eqn:C in H; [|discriminate].
  set (q := hp - total bs) in *. pose proof (cover_terms_nonneg _ _ _ _ C) as N.
  assert (E : is_gone st (index s) = true -> q <= eval chosen ts).
  { intros G. destruct (Z.le_gt_cases q 0); [lia|]. rewrite Z.max_l in C by lia.
    destruct (cover_terms_ok hp q _ _ _ ltac:(lia) C) as [T M].
    - intros h I. split; [apply (striker_ok s); auto|]. eapply reach_enough; eauto.
    - unfold q. lia.
    - pose proof (gone_dealt s hp F G). lia. }
  pose proof (stone_ok s hp) as V. set (y := column_of (stone_base P + _) 1) in *. clearbody y.
  injection H as <-.
  destruct goals as [O|O]; rewrite O; unfold holds; cbn [least terms].
  - rewrite eval_app, eval_cons. cbn [eval fold_right]. rewrite (V O F).
    destruct (is_gone st (index s)); cbn [one_if]; [specialize (E eq_refl)|]; lia.
  - apply E. apply Z.eqb_eq. apply Goal; auto. apply nth_error_Some. rewrite nth_error_map in F.
    destruct (nth_error (stones B) (index s)); [|discriminate F]. congruence.
Qed.
Lemma find_rows_ok : forall rows ps rs, (forall i r, find i rows = Some r -> holds chosen r) ->
  find_rows rows ps = Some rs -> forall r p, In (r, p) rs -> holds chosen r.
Proof.
  intros rows ps. induction ps as [|[i q] ps IH]; intros rs H F r p I; cbn [find_rows] in F.
  - injection F as <-. destruct I.
  - destruct (find i rows) eqn:E; [|discriminate]. destruct (find_rows rows ps); [|discriminate].
    injection F as <-. destruct I as [J|I]; [injection J as <- _; eauto | eapply IH; eauto].
Qed.
Lemma find_uppers_ok : forall stop ps rs, find_uppers stop (of_list (bounds_of P)) ps = Some rs ->
  forall r p, In (r, p) rs -> holds chosen r.
Proof.
  intros stop ps. induction ps as [|[i q] ps IH]; intros rs F r p I; cbn [find_uppers] in F.
  - injection F as <-. destruct I.
  - destruct (column_at stop i) as [c|]; [|discriminate].
    destruct (find c _) as [[l [h|]]|] eqn:E; try discriminate.
    destruct (find_uppers _ _ ps); [|discriminate]. injection F as <-.
    destruct I as [J|I]; [injection J as <- _ | eapply IH; eauto].
    apply of_list_nth in E. apply chosen_within in E. destruct E as [_ E]. cbn [snd] in E.
    replace (Pos.of_succ_nat (Nat.pred (Pos.to_nat c))) with c in E by lia.
    unfold holds. cbn [least terms]. rewrite eval_cons. cbn [eval fold_right]. lia.
Qed.
Lemma row_of_ok : forall stop rows n r, (forall i r, find i rows = Some r -> holds chosen r) ->
  row_of P stop (of_list (bounds_of P)) rows n = Some r -> holds chosen r.
Proof.
  intros stop rows n r H E. destruct n; cbn [row_of] in E.
  - eapply chain_ok; eauto.
  - eapply budget_ok; eauto.
  - eapply double_ok; eauto.
  - eapply cover_ok; eauto.
  - destruct (find_rows rows rows0) as [rs|] eqn:F; [|discriminate].
    destruct (find_uppers _ _ uppers) as [qs|] eqn:G; [|discriminate].
    eapply round_row_ok; eauto; [apply chosen_nonneg|]. intros q p I. apply in_app_or in I as [I|I].
    + eapply find_rows_ok; eauto.
    + eapply find_uppers_ok; eauto.
Qed.
Lemma make_rows_ok : forall stop ns next rows made all,
  (forall i r, find i rows = Some r -> holds chosen r) -> (forall r, In r made -> holds chosen r) ->
  make_rows P stop (of_list (bounds_of P)) ns next rows made = Some all ->
  forall r, In r all -> holds chosen r.
Proof.
  intros stop. induction ns as [|n ns IH]; intros next rows made all Hr Hm E; cbn [make_rows] in E.
  - injection E as <-. auto.
  - destruct (row_of _ _ _ rows n) as [r|] eqn:R; [|discriminate]. apply row_of_ok in R; auto.
    eapply IH; [| |exact E].
    + apply holds_set; auto.
    + intros q [<-|I]; auto.
Qed.

(* ---- the cost of the choice ---- *)
Lemma costs_ok : eval chosen (costs_of P) = sum (fun n => cost_of n * value n) (names P).
Proof.
  unfold costs_of. transitivity (sum (fun jn => cost_of (snd jn) * value (snd jn))
    (numbered 1 (names P))).
  - assert (K : forall jn, In jn (numbered 1 (names P)) -> chosen (fst jn) = value (snd jn)).
    { intros [j n] I. apply numbered_index in I. unfold chosen. cbn [fst snd]. rewrite I. auto. }
    revert K. generalize (numbered 1 (names P)).
    induction l as [|jn l IH]; intros K; [reflexivity|]. cbn [map].
    rewrite eval_cons, sum_cons, IH by (intros; apply K; right; auto). rewrite K by (left; auto).
    auto.
  - generalize (names P), 1%positive. clear. induction l as [|n l IH]; intros; cbn [numbered]; auto.
    rewrite !sum_cons, IH. reflexivity.
Qed.
Lemma deals_free : sum (fun n => cost_of n * value n) (flat_map (block deals reach) hs) = 0.
Proof.
  apply sum_zero. intros n I. apply in_flat_map in I as (h & _ & I).
  apply in_map_iff in I as (k & <- & _). reflexivity.
Qed.
Lemma costs_stones : of_stones = true -> eval chosen (costs_of P) = - broken B st.
Proof.
  intros O. rewrite costs_ok. cbn [names P program_of]. fold hs. rewrite sum_app, deals_free, O.
  set (table := striker_table _). unfold broken. rewrite sum_length.
  change 0%nat with (index 1). rewrite <- numbered_seq, sum_map. generalize (numbered 1 (stones B)).
  induction l as [|[i [c hp]] l IH]; [reflexivity|]. cbn [map flat_map]. rewrite sum_app, sum_cons.
  change (block falls one_column (can_fall table (i, (c, hp))))
    with [falls (can_fall table (i, (c, hp))) 1].
  cbn [fst can_fall falls]. rewrite sum_cons. cbn [cost_of value].
  change (sum (fun n => cost_of n * value n) []) with 0. lia.
Qed.
Lemma at_most_one : forall {A} (p : A -> bool) l, NoDup l ->
  (forall a b, In a l -> In b l -> p a = true -> p b = true -> a = b)
    -> sum (fun a => one_if (p a)) l <= 1.
Proof.
  induction l as [|a l IH]; intros N H; [cbn; lia|]. inversion N; subst. rewrite sum_cons.
  destruct (p a) eqn:E; cbn [one_if].
  - rewrite (sum_zero (fun a => one_if (p a)) l); [lia|]. intros b I. destruct (p b) eqn:F; auto.
    exfalso. assert (a = b) by (apply H; simpl; auto). congruence.
  - enough (sum (fun a => one_if (p a)) l <= 1) by lia. apply IH; auto.
    intros; apply H; simpl; auto.
Qed.
Lemma count_cons : forall m l t k, count B (m :: l) t k <=
  count B l t k + one_if (of_type B t (snd m) && (k =? damage l (snd m) + 1)).
Proof.
  intros m l t k. unfold count. set (c := one_if (of_type B t (snd m) && _)).
  apply Z.le_trans with (sum (fun i => one_if (of_type B t i && (k <=? damage l i)) +
    c * one_if (Nat.eqb i (snd m))) (all_heroes B)).
  - apply sum_le. intros i _. rewrite damage_cons, (Nat.eqb_sym (snd m) i). unfold c.
    destruct (Nat.eqb_spec i (snd m)) as [->|]; cbn [one_if].
    + destruct (of_type B t (snd m)); cbn [andb one_if]; [|lia].
      beq; cbn [one_if]; lia.
    + replace (0 + damage l i) with (damage l i) by lia. lia.
  - rewrite sum_add, sum_mul.
    assert (sum (fun i => one_if (Nat.eqb i (snd m))) (all_heroes B) <= 1).
    { apply at_most_one; [apply seq_NoDup|]. intros a b _ _ Ea Eb.
      apply Nat.eqb_eq in Ea, Eb. congruence. }
    assert (0 <= c <= 1) by apply one_if_01. nia.
Qed.
Lemma of_one_type : forall t u i, of_type B t i = true -> of_type B u i = true -> t = u.
Proof.
  intros t u i. unfold of_type. destruct (nth_error (heroes B) i) as [[c v]|]; [|discriminate].
  intros E F. apply Z.eqb_eq in E, F. congruence.
Qed.
Lemma all_merges : forall (ts : list (Z * list Z)), NoDup (map fst ts) -> forall l,
  sum (fun tl => sum (fun k => count B l (fst tl) k) (upto (levels_size tl)))
    ts <= Z.of_nat (length l).
Proof.
  intros ts N. induction l as [|m l IH].
  - rewrite sum_zero; [cbn; lia|]. intros tl _. apply sum_zero. intros k K. apply upto_in in K.
    unfold count. apply sum_zero. intros i _. change (damage [] i) with 0.
    destruct (Z.leb_spec k 0); [lia|]. rewrite andb_false_r. auto.
  - apply Z.le_trans with (sum (fun tl => sum (fun k => count B l (fst tl) k)
      (upto (levels_size tl)) +
      one_if (of_type B (fst tl) (snd m))) ts).
    + apply sum_le. intros tl _. apply Z.le_trans with (sum (fun k => count B l (fst tl) k +
        one_if (of_type B (fst tl) (snd m) && (k =? damage l (snd m) + 1)))
          (upto (levels_size tl))).
      * apply sum_le. intros k _. apply count_cons.
      * rewrite sum_add. change (fun k : Z => count B l (fst tl) k) with (count B l (fst tl)).
        destruct (of_type B (fst tl) (snd m)); cbn [andb].
        -- enough (sum (fun k => one_if (k =? damage l (snd m) + 1)) (upto (levels_size tl)) <= 1)
             by (cbn [one_if]; lia).
           apply at_most_one; [apply upto_NoDup|]. intros a b _ _ Ea Eb.
           apply Z.eqb_eq in Ea, Eb. congruence.
        -- rewrite (sum_zero (fun k => one_if false)) by auto. cbn [one_if]. lia.
    + rewrite sum_add. cbn [length].
      enough (sum (fun tl => one_if (of_type B (fst tl) (snd m))) ts <= 1) by lia.
      rewrite <- (sum_map (fun t => one_if (of_type B t (snd m))) fst).
      apply at_most_one; auto. intros a b _ _ Ea Eb. eapply of_one_type; eauto.
Qed.
Lemma costs_merges : of_stones = false -> eval chosen (costs_of P) <= Z.of_nat (length ms).
Proof.
  intros O. rewrite costs_ok. cbn [names P program_of]. fold hs. rewrite sum_app, deals_free, O.
  apply Z.le_trans with (2 := all_merges (types B) (types_NoDup B) ms).
  clear hs. generalize (types B). induction l as [|[t l] ts IH]; [cbn; lia|]. cbn [flat_map].
  rewrite sum_app, sum_cons.
  enough (sum (fun n => cost_of n * value n) (block merges levels_size (t, l)) =
    sum (fun k => count B ms t k) (upto (levels_size (t, l)))) by (cbn [fst]; lia).
  unfold block. rewrite sum_map. apply sum_ext. intros k _. cbn [merges cost_of value]. lia.
Qed.
Lemma costs_high : of_stones = false ->
  eval chosen (costs_of P) <= fold_right (fun n s => high_of n + s) 0 (names P).
Proof.
  intros O. rewrite costs_ok. apply (sum_le _ high_of). intros n I.
  pose proof (name_within n I) as W.
  pose proof (value_nonneg n). destruct n; cbn [cost_of high_of] in *; lia.
Qed.
End Sound.

(* If a certificate passes, its claim is true. *)
Theorem damages_sound : forall B c ns t, check_damages B c ns t = true -> is_true_of B c.
Proof.
  intros B c ns t H ms st Played. unfold check_damages in H. apply andb_true_iff in H as [Hp H].
  rewrite forallb_forall in Hp.
  assert (Points : forall s, In s (stones B) -> 0 <= snd s) by (intros; apply Z.leb_le; auto).
  set (of_stones := match c with BreaksAtMost _ => true | _ => false end) in *.
  destruct (make_rows _ _ _ ns 1 Empty []) as [made|] eqn:M in H; [|discriminate].
  assert (Key : (of_stones = false -> all_broken B st) ->
    match c with BreaksAtMost most => - (most + 1) | MergesAtLeast least => least - 1
      | NeverBreaksAll => fold_right (fun n s => high_of n + s) 0 (names (program_of B of_stones))
        end
    < eval (chosen B ms st of_stones) (costs_of (program_of B of_stones))).
  { intros Goal. apply (tree_sound _ _ _ _ _ _ _ H).
    - intros. apply chosen_within; auto.
    - intros r I. apply in_rev in I.
      eapply make_rows_ok; [exact Played | exact Points | exact Goal | | | exact M | exact I].
      + intros i q E. discriminate E.
      + intros q []. }
  destruct c as [most|least|]; subst of_stones; cbn beta iota in Key.
  - rewrite costs_stones in Key by auto. specialize (Key ltac:(discriminate)). lia.
  - intros Goal. specialize (Key (fun _ => Goal)).
    pose proof (costs_merges B ms st false eq_refl). lia.
  - intros Goal. specialize (Key (fun _ => Goal)).
    pose proof (costs_high B ms st false Played Points (fun _ => Goal) eq_refl). lia.
Qed.
