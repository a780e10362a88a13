(* The checker of kind `plain` of onebomb: all sets of bricks that bombs leave, and for each the
   distances from the start. Boards and tables are given, by whatever program. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import trie onebomb potentials distances onebomb_play.
Open Scope Z_scope.

(* A board that bombs may leave, and how many bombs may follow; distances from the start on it. *)
Record left_board := LeftBoard { left_kinds : list (list kind); left : Z; far : list (list Z) }.

Definition with_kinds (B : board) (k : list (list kind)) : board :=
  Board k (start_cell B) (goal_cell B) (radius B) (bombs B) (classic B).

(* ---- a bomb on a board: its bricks become floor ---- *)

Section Blast.
Variable B : board.
Fixpoint through (c : cell) (d : direction) (n : nat) : bool :=
  match n with
  | O => true
  | S m => let c' := along c d 1 in
      match kind_at B c' with
      | Rock => false
      | Floor => through c' d m
      | Brick => match m with O => true | _ => negb (classic B) && through c' d m end
      end
  end.
Definition in_blast (b c : cell) : bool :=
  let n := distance b c in
  (n =? 0) ||
  match way_to b c with
  | Some d => match radius B with None => true | Some r => n <=? r end &&
              through b d (Z.to_nat n)
  | None => false
  end.
Fixpoint mapped {X Y} (f : Z -> X -> Y) (n : Z) (l : list X) : list Y :=
  match l with [] => [] | x :: l' => f n x :: mapped f (n + 1) l' end.
Definition blasted (b : cell) : list (list kind) :=
  mapped (fun y row => mapped (fun x k =>
    match k with Brick => if in_blast b (x, y) then Floor else Brick | _ => k end) 0 row)
    0 (kinds B).
(* the cells that are no rock *)
Definition places : list cell :=
  concat (mapped (fun y row => concat (mapped (fun x k =>
    match k with Rock => [] | _ => [(x, y)] end) 0 row)) 0 (kinds B)).
End Blast.

(* ---- the checker ---- *)

Definition same_kind (k k' : kind) : bool :=
  match k, k' with Floor, Floor | Brick, Brick | Rock, Rock => true | _, _ => false end.
Fixpoint all_same {X} (same : X -> X -> bool) (l m : list X) : bool :=
  match l, m with
  | [], [] => true
  | x :: l', y :: m' => same x y && all_same same l' m'
  | _, _ => false
  end.
Definition same_kinds : list (list kind) -> list (list kind) -> bool :=
  all_same (all_same same_kind).
(* a number of a board by its bricks, to find it again *)
Definition key_of (k : list (list kind)) : positive :=
  fold_left (fun found row =>
    fold_left (fun p k => match k with Brick => xI p | _ => xO p end) row found) k 1%positive.
Definition index_of (all : list left_board) : trie left_board :=
  fold_left (fun t e => set (key_of (left_kinds e)) e t) all Empty.
Definition known (t : trie left_board) (k : list (list kind)) (least_left : Z) : bool :=
  match find (key_of k) t with
  | Some e => same_kinds (left_kinds e) k && (least_left <=? left e)
  | None => false
  end.
Definition check_left (B : board) (t : trie left_board) (weight least : Z) (e : left_board)
    : bool :=
  let E := with_kinds B (left_kinds e) in
  let s := sides_of E in
  fits s (kinds E) && check_spread E s weight (far e) &&
  (value (far e) (start_cell B) <=? 0) && (least <=? value (far e) (goal_cell B)) &&
  ((left e <=? 0) || forallb (fun b => known t (blasted E b) (left e - 1)) (places E)).
Definition check_plain (B : board) (c : claim) (all : list left_board) : bool :=
  let (weight, least) := match c with StepsAtLeast n => (1, n) | NoWalk => (0, 1) end in
  let t := index_of all in
  is_floor (kind_at B (start_cell B)) && known t (kinds B) (bombs B) &&
  forallb (check_left B t weight least) all.

(* ---- its proof ---- *)

Lemma mapped_nth : forall X Y (f : Z -> X -> Y) l n i d e, (i < length l)%nat ->
  nth i (mapped f n l) e = f (n + Z.of_nat i) (nth i l d).
Proof.
  induction l as [|x l IH]; intros n i d e L; cbn in L; [lia|].
  destruct i as [|i]; cbn [mapped nth]; [f_equal; lia|].
  rewrite IH with (d := d) by lia. f_equal. lia.
Qed.
Lemma mapped_length : forall X Y (f : Z -> X -> Y) l n, length (mapped f n l) = length l.
Proof. induction l; intros n; cbn; auto. Qed.
Lemma in_mapped : forall X Y (f : Z -> X -> Y) l n i d, (i < length l)%nat ->
  In (f (n + Z.of_nat i) (nth i l d)) (mapped f n l).
Proof.
  intros X Y f l n i d L. rewrite <- (mapped_nth X Y f l n i d (f 0 d)) by auto.
  apply nth_In. rewrite mapped_length. auto.
Qed.
Lemma all_same_ok : forall X (same : X -> X -> bool), (forall x y, same x y = true -> x = y) ->
  forall l m, all_same same l m = true -> l = m.
Proof.
  intros X same H. induction l as [|x l IH]; intros [|y m] E; cbn in E; auto; try discriminate.
  apply andb_true_iff in E as [E1 E2]. f_equal; auto.
Qed.
Lemma same_kinds_ok : forall k k', same_kinds k k' = true -> k = k'.
Proof.
  apply all_same_ok, all_same_ok. intros [] []; cbn; auto; discriminate.
Qed.
Lemma index_in : forall all p e, find p (index_of all) = Some e -> In e all.
Proof.
  intros all p e. unfold index_of.
  enough (G : forall l t, find p (fold_left (fun t e => set (key_of (left_kinds e)) e t) l t)
    = Some e -> In e l \/ find p t = Some e).
  { intros H. destruct (G _ _ H) as [|N]; auto. destruct p; discriminate. }
  induction l as [|x l IH]; intros t H; cbn [fold_left] in H; auto.
  destruct (IH _ H) as [|F]; [left; cbn; auto|]. rewrite find_set in F.
  destruct (Pos.eqb p (key_of (left_kinds x))); auto.
  injection F as ->. left. cbn. auto.
Qed.
Lemma known_ok : forall all k n, known (index_of all) k n = true ->
  exists e, In e all /\ left_kinds e = k /\ n <= left e.
Proof.
  intros all k n H. unfold known in H. destruct (find _ _) as [e|] eqn:F; [|discriminate].
  apply andb_true_iff in H as [S L]. apply index_in in F. apply same_kinds_ok in S.
  exists e. repeat split; auto. lia.
Qed.

Section Sound.
Variable B : board.
(* more cells are floor on K than after the blasts, and no more are rock *)
Definition cleared (K : list (list kind)) (G : cell -> Prop) : Prop :=
  let E := with_kinds B K in
  forall c, (kind_at E c = Rock -> kind_at B c = Rock) /\ (free B G c -> kind_at E c = Floor).

Lemma kind_at_cell : forall E c, kind_at E c <> Rock -> exists x y,
  c = (Z.of_nat x, Z.of_nat y) /\ (y < length (kinds E))%nat /\
  (x < length (nth y (kinds E) []))%nat /\ kind_at E c = nth x (nth y (kinds E) []) Rock.
Proof.
  intros E [cx cy] N. unfold kind_at in *. cbn [fst snd] in *.
  destruct (Z.leb_spec 0 cx), (Z.leb_spec 0 cy); cbn [andb] in *; try congruence.
  exists (Z.to_nat cx), (Z.to_nat cy). rewrite !Z2Nat.id by auto. split; auto.
  assert (X : (Z.to_nat cx < length (nth (Z.to_nat cy) (kinds E) []))%nat).
  { apply Nat.nle_gt. intros G. apply N. apply nth_overflow. auto. }
  split; [|auto]. apply Nat.nle_gt. intros G. rewrite (nth_overflow (kinds E)) in X by auto.
  cbn in X. lia.
Qed.
Lemma blasted_at : forall E b c, kind_at E c <> Rock ->
  kind_at (with_kinds B (blasted E b)) c =
  match kind_at E c with Brick => if in_blast E b c then Floor else Brick | k => k end.
Proof.
  intros E b c N. destruct (kind_at_cell E c N) as (x & y & -> & Y & X & K).
  rewrite K. unfold kind_at, with_kinds. cbn [fst snd kinds]. rewrite !Nat2Z.id.
  destruct (Z.leb_spec 0 (Z.of_nat x)), (Z.leb_spec 0 (Z.of_nat y)); try lia. cbn [andb].
  unfold blasted. rewrite mapped_nth with (d := []) by auto.
  rewrite mapped_nth with (d := Rock) by auto. cbn [Z.add].
  destruct (nth x (nth y (kinds E) []) Rock); auto.
Qed.
Lemma places_ok : forall E c, kind_at E c <> Rock -> In c (places E).
Proof.
  intros E c N. destruct (kind_at_cell E c N) as (x & y & -> & Y & X & K).
  unfold places. apply in_concat.
  eexists. split; [apply in_mapped with (d := []); exact Y|]. apply in_concat.
  eexists. split; [apply in_mapped with (d := Rock); exact X|].
  rewrite <- K. cbn [Z.add]. destruct (kind_at E _); cbn; auto; congruence.
Qed.
Lemma through_ok : forall E d n c,
  (forall i, 1 <= i <= Z.of_nat n -> kind_at E (along c d i) <> Rock) ->
  (classic E = true -> forall i, 1 <= i < Z.of_nat n -> kind_at E (along c d i) = Floor) ->
  through E c d n = true.
Proof.
  intros E d. induction n as [|n IH]; intros c N F; auto. cbn [through].
  assert (G : through E (along c d 1) d n = true).
  { apply IH.
    - intros i I. rewrite along_along. apply N. lia.
    - intros C i I. rewrite along_along. apply F; auto. lia. }
  pose proof (N 1 ltac:(lia)). destruct (kind_at E (along c d 1)) eqn:K; auto; try congruence.
  destruct n; auto. destruct (classic E) eqn:C; auto.
  specialize (F eq_refl 1 ltac:(lia)). congruence.
Qed.
Lemma in_blast_ok : forall E b d n, 1 <= n ->
  match radius E with None => True | Some r => n <= r end ->
  (forall i, 1 <= i <= n -> kind_at E (along b d i) <> Rock) ->
  (classic E = true -> forall i, 1 <= i < n -> kind_at E (along b d i) = Floor) ->
  in_blast E b (along b d n) = true.
Proof.
  intros E b d n P R N F. unfold in_blast. rewrite along_far by lia. apply orb_true_iff. right.
  assert (W : way_to b (along b d n) = Some d).
  { destruct b as [x y]. unfold way_to. destruct d; cbn [along fst snd];
    repeat match goal with
    | |- context [?p =? ?q] => destruct (Z.eqb_spec p q); try lia
    | |- context [?p <? ?q] => destruct (Z.ltb_spec p q); try lia
    end; auto. }
  rewrite W. apply andb_true_iff. split.
  - destruct (radius E); auto. apply Z.leb_le. auto.
  - apply through_ok; rewrite Z2Nat.id by lia; auto.
Qed.
Lemma cleared_more : forall K G b, cleared K G ->
  cleared (blasted (with_kinds B K) b) (fun c => G c \/ blasts B G b c).
Proof.
  intros K G b C c. pose proof (C c) as [R F].
  assert (Rocks : kind_at B c <> Rock -> kind_at (with_kinds B K) c <> Rock) by tauto.
  split.
  - intros H. destruct (kind_at B c) eqn:KB; auto; exfalso;
    rewrite blasted_at in H by (apply Rocks; congruence);
    assert (NR : kind_at (with_kinds B K) c <> Rock) by (apply Rocks; congruence);
    destruct (kind_at (with_kinds B K) c); try congruence;
    destruct (in_blast _ b c); congruence.
  - intros H.
    assert (NB : kind_at B c <> Rock) by (destruct H as [H | [H _]]; congruence).
    specialize (Rocks NB). rewrite blasted_at by auto.
    destruct (kind_at (with_kinds B K) c) eqn:KE; auto; [|congruence].
    assert (NF : ~ free B G c) by (intros FG; apply F in FG; congruence).
    assert (BL : blasts B G b c).
    { destruct H as [H | [H [Go | Bl]]]; auto; exfalso; apply NF; [left | right]; auto. }
    replace (in_blast (with_kinds B K) b c) with true; auto. symmetry.
    destruct BL as [-> | (d & n & (N1 & Ra & NR & CL) & ->)].
    + unfold in_blast. replace (distance b b) with 0; auto. unfold distance. lia.
    + apply in_blast_ok; auto.
      * intros i I H0. apply (NR i I). apply C. auto.
      * intros Cl i I. specialize (CL Cl i I). apply C. pose proof (NR i ltac:(lia)).
        unfold free. destruct (kind_at B (along b d i)); auto. congruence.
Qed.

Variables weight least : Z.
Variable all : list left_board.
Let t := index_of all.
Hypothesis weight_ok : 0 <= weight.
Hypothesis start_ok : kind_at B (start_cell B) = Floor.
Hypothesis all_ok : forall e, In e all -> check_left B t weight least e = true.
Hypothesis first_ok : known t (kinds B) (bombs B) = true.

Lemma plays_left : forall ms s, play B ms s ->
  free B (gone s) (here B s) /\ (walker s = None -> walked ms = 0) /\
  exists e, In e all /\ cleared (left_kinds e) (gone s) /\ bombs B - set_off s <= left e /\
  value (far e) (here B s) <= weight * walked ms.
Proof.
  assert (Begins : forall e, In e all -> value (far e) (start_cell B) <= 0).
  { intros e I. specialize (all_ok e I). unfold check_left in all_ok.
    rewrite !andb_true_iff in all_ok. lia. }
  intros ms s P. induction P as [|ms s m P (Fr & W & e & I & C & L & V) A].
  - split; [left; auto|]. split; auto. destruct (known_ok _ _ _ first_ok) as (e & I & K & L).
    exists e. split; auto. split; [|split].
    + rewrite K. intros c. split; [auto|]. intros [H | [_ []]]. auto.
    + cbn. lia.
    + cbn. specialize (Begins e I). lia.
  - pose proof (all_ok e I) as H. unfold check_left in H. rewrite !andb_true_iff in H.
    destruct H as ((((FT & SP) & _) & _) & X).
    destruct m as [b|d]; cbn [legal after gone set_off walker here] in *.
    + destruct A as (N & Lt & K). split; [left; auto|]. split; [intros _; cbn; auto|].
      apply orb_true_iff in X as [X|X]; [apply Z.leb_le in X; lia|].
      rewrite forallb_forall in X.
      specialize (X b (places_ok _ b (fun H => K (proj1 (C b) H)))).
      destruct (known_ok _ _ _ X) as (e' & I' & K' & L').
      exists e'. split; auto. split; [rewrite K'; apply cleared_more; auto|]. split; [lia|].
      cbn [walked]. rewrite (W N). specialize (Begins e' I'). lia.
    + destruct A as (Pos & Fn). split; auto. split; [congruence|].
      exists e. split; auto. split; auto. split; auto. cbn [walked].
      assert (S : value (far e) (along (here B s) d 1)
        <= value (far e) (here B s) + weight).
      { apply (spread_ok (with_kinds B (left_kinds e)) weight FT (far e) SP).
        - exists d. auto.
        - apply C. auto.
        - rewrite (proj2 (C _) Fn). congruence. }
      lia.
Qed.
End Sound.

Theorem plain_sound : forall B c all, check_plain B c all = true -> is_true_of B c.
Proof.
  intros B c all H ms s P E. unfold check_plain in H.
  set (wl := match c with StepsAtLeast n => (1, n) | NoWalk => (0, 1) end) in *.
  destruct wl as [weight least] eqn:W. rewrite !andb_true_iff, forallb_forall in H.
  destruct H as ((S & K) & A).
  assert (F : kind_at B (start_cell B) = Floor)
    by (destruct (kind_at B (start_cell B)); auto; discriminate).
  destruct (plays_left B weight least all F A K ms s P) as (_ & _ & e & I & _ & _ & V).
  unfold is_solved in E. unfold here in V. rewrite E in V.
  specialize (A e I). unfold check_left in A. rewrite !andb_true_iff in A.
  assert (least <= weight * walked ms) by lia.
  subst wl. destruct c; injection W as <- <-; lia.
Qed.
(* A solution and a bound of one number are optimal. *)
Theorem shortest_play_optimal : forall B ms cost all, check_walk B ms cost = true ->
  check_plain B (StepsAtLeast cost) all = true ->
  (exists s, play B (rev ms) s /\ is_solved B s /\ walked (rev ms) = cost) /\
  forall others s, play B others s -> is_solved B s -> cost <= walked others.
Proof.
  intros B ms cost all S D. split; [apply walk_sound; auto|]. apply (plain_sound _ _ _ D).
Qed.
