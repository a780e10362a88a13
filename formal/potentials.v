(* Numbers of cells that no walk to the goal undercuts, with one bomb more at a time
   (docs/explanation/certificates-onebomb.md, "Proof"). *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import onebomb.
Open Scope Z_scope.

Section Potentials.
Variable B : board.
Variables weight least : Z.  (* of a step, and of all walks to the goal *)
Hypothesis weight_ok : 0 <= weight.
Hypothesis goal_ok : kind_at B (goal_cell B) = Floor.

Definition field := cell -> Z.
(* a step from floor adds no more than its weight *)
Definition spread (D : field) : Prop := forall c c', beside c c' -> kind_at B c = Floor ->
  kind_at B c' <> Rock -> D c' <= D c + weight.
(* X is no more, by bomb, than the way from a cell of its cross *)
Definition swept (D X : field) : Prop := forall b u, kind_at B b <> Rock -> crosses B b u ->
  (u = b \/ kind_at B u = Brick \/ classic B = false) -> X b <= D u + weight * distance b u.

(* the rest of a walk is not too short, if it needs so many bombs *)
Definition holds (n : nat) (D : field) : Prop := forall bs, (length bs <= n)%nat ->
  forall cs c, opened B bs c -> trail (opened B bs) c cs (goal_cell B) ->
  least <= D c + weight * Z.of_nat (length cs).

Lemma opened_no_rock : forall bs c, opened B bs c -> kind_at B c <> Rock.
Proof. intros bs c [H | [H _]]; congruence. Qed.
Lemma opened_without : forall b bs bs' c, opened B (bs ++ b :: bs') c ->
  opened B (b :: bs ++ bs') c.
Proof.
  intros b bs bs' c [H | (H & b' & I & K & C)]; [left; auto|right]. split; auto. exists b'.
  split; auto. apply in_app_or in I. cbn in *. rewrite in_app_iff. tauto.
Qed.
Lemma opened_none : forall c, opened B [] c -> kind_at B c = Floor.
Proof. intros c [H | (_ & b & [] & _)]. auto. Qed.

(* the way back from the goal over floor *)
Lemma way_back : forall G cs c, spread G -> G (goal_cell B) <= 0 -> kind_at B c <> Rock ->
  trail (opened B []) c cs (goal_cell B) -> G c <= weight * Z.of_nat (length cs).
Proof.
  intros G. induction cs as [|c' cs IH]; intros c S Z0 K T.
  - cbn in T. subst. cbn. lia.
  - destruct T as (A & O & T). pose proof (opened_no_rock _ _ O) as N. apply opened_none in O.
    specialize (IH c' S Z0 N T).
    pose proof (S c' c (beside_sym _ _ A) O K). cbn [length]. lia.
Qed.

Lemma last_bomb : forall D G X Y, spread D -> spread G -> G (goal_cell B) <= 0 ->
  swept D X -> swept G Y -> (forall b, kind_at B b <> Rock -> least <= X b + Y b) -> holds 1 D.
Proof.
  intros D G X Y SD SG Z0 WX WY J.
  assert (Same : forall c, kind_at B c <> Rock -> least <= D c + G c).
  { intros c K. specialize (J c K).
    assert (C : crosses B c c) by (left; auto).
    pose proof (WX c c K C (or_introl eq_refl)). pose proof (WY c c K C (or_introl eq_refl)).
    assert (distance c c = 0) by (unfold distance; lia). lia. }
  intros bs L. induction cs as [|c' cs IH]; intros c O T.
  - cbn in T. subst c. pose proof (opened_no_rock _ _ O). specialize (Same _ H). cbn. lia.
  - destruct O as [Fl | (Br & b & I & K & C)].
    + destruct T as (A & O & T). specialize (IH c' O T).
      pose proof (SD c c' A Fl (opened_no_rock _ _ O)). cbn [length]. lia.
    + destruct bs as [|b0 [|? ?]]; [destruct I| |cbn in L; lia]. destruct I as [<-|[]].
      destruct (trail_last _ _ _ _ _ _ T) as [T' | (f & v & l & E & Vb & CV & _ & T')].
      * assert (Kc : kind_at B c <> Rock) by congruence.
        pose proof (way_back G _ _ SG Z0 Kc T'). specialize (Same c Kc). lia.
      * rewrite E in T |- *. change (v :: l) with ([v] ++ l) in T. rewrite app_assoc in T.
        destruct (trail_app _ _ _ _ _ T) as (e & T1 & T2).
        assert (e = v).
        { clear -T1. revert c T1. induction f as [|x f IH]; intros c T1; cbn in T1.
          - destruct T1 as (_ & _ & T1). auto.
          - destruct T1 as (_ & _ & T1). eauto. }
        subst e. apply trail_far in T1.
        assert (Kv : kind_at B v <> Rock) by congruence.
        pose proof (way_back G _ _ SG Z0 Kv T') as GB.
        destruct (crosses_over B b0 c v K Br Vb C CV) as (b' & Kb & Cu & Cv & Dist).
        pose proof (WX b' c Kb Cu (or_intror (or_introl Br))).
        pose proof (WY b' v Kb Cv (or_intror (or_introl Vb))).
        specialize (J b' Kb). rewrite !app_length in *. cbn [length] in *. nia.
Qed.

Lemma bomb_before : forall n D X R D', classic B = false -> spread D -> swept D X -> swept X R ->
  (forall c, kind_at B c <> Rock -> D' c <= R c) ->
  (forall c c', beside c c' -> kind_at B c <> Rock -> kind_at B c' <> Rock ->
    D' c' <= R c + weight) ->
  holds n D' -> holds (S n) D.
Proof.
  intros n D X R D' P SD WX WR H0 H1 H bs L.
  assert (Less : forall c, kind_at B c <> Rock -> R c <= D c).
  { intros c K. assert (C : crosses B c c) by (left; auto).
    pose proof (WX c c K C (or_introl eq_refl)). pose proof (WR c c K C (or_introl eq_refl)).
    assert (distance c c = 0) by (unfold distance; lia). lia. }
  assert (End : least <= D' (goal_cell B)).
  { specialize (H [] (Nat.le_0_l _) [] (goal_cell B)). cbn in H. rewrite Z.mul_0_r, Z.add_0_r in H.
    apply H; auto. left. auto. }
  assert (KG : kind_at B (goal_cell B) <> Rock) by congruence.
  assert (Rest : forall c cs b bs', bs = b :: bs' \/ (length bs' < length bs)%nat ->
    kind_at B c <> Rock -> trail (opened B bs') c cs (goal_cell B) ->
    least <= R c + weight * Z.of_nat (length cs)).
  { intros c cs b bs' Lb K T. destruct cs as [|c' cs].
    - cbn in T. subst c. specialize (H0 _ KG). cbn. lia.
    - destruct T as (A & O & T). specialize (H1 c c' A K (opened_no_rock _ _ O)).
      assert (Ln : (length bs' <= n)%nat) by (destruct Lb as [->|]; cbn in *; lia).
      specialize (H bs' Ln cs c' O T). cbn [length]. lia. }
  induction cs as [|c' cs IH]; intros c O T.
  - cbn in T. subst c. specialize (H0 _ KG). specialize (Less _ KG). cbn. lia.
  - destruct O as [Fl | (Br & b & I & K & C)].
    + destruct T as (A & O & T). specialize (IH c' O T).
      pose proof (SD c c' A Fl (opened_no_rock _ _ O)). cbn [length]. lia.
    + apply in_split in I. destruct I as (l1 & l2 & ->).
      assert (Lb : (length (l1 ++ l2) < length (l1 ++ b :: l2))%nat)
        by (rewrite !app_length; cbn; lia).
      assert (Kc : kind_at B c <> Rock) by congruence.
      apply (trail_mono _ _ _ _ _ (opened_without b l1 l2)) in T.
      destruct (trail_last _ _ _ _ _ _ T) as [T' | (f & v & l & E & Vb & CV & _ & T')].
      * specialize (Rest c _ b _ (or_intror Lb) Kc T'). specialize (Less c Kc). lia.
      * rewrite E in T |- *. change (v :: l) with ([v] ++ l) in T. rewrite app_assoc in T.
        destruct (trail_app _ _ _ _ _ T) as (e & T1 & T2).
        assert (e = v).
        { clear -T1. revert c T1. induction f as [|x f IH]; intros c T1; cbn in T1.
          - destruct T1 as (_ & _ & T1). auto.
          - destruct T1 as (_ & _ & T1). eauto. }
        subst e. apply trail_far in T1.
        assert (Kv : kind_at B v <> Rock) by congruence.
        specialize (Rest v _ b _ (or_intror Lb) Kv T').
        destruct (crosses_over B b c v K Br Vb C CV) as (b' & Kb & Cu & Cv & Dist).
        pose proof (WX b' c Kb Cu (or_intror (or_introl Br))).
        pose proof (WR v b' Kv (crosses_sym B b' v P Kb Cv) (or_intror (or_intror P))).
        rewrite (distance_sym v) in *. rewrite !app_length in *. cbn [length] in *. nia.
Qed.

(* If a bomb more leads to the same numbers, so do all others. *)
Lemma bombs_before : forall n D X R, classic B = false -> spread D -> swept D X -> swept X R ->
  (forall c, kind_at B c <> Rock -> D c <= R c) ->
  (forall c c', beside c c' -> kind_at B c <> Rock -> kind_at B c' <> Rock ->
    D c' <= R c + weight) ->
  holds 1 D -> holds (S n) D.
Proof.
  intros n D X R P SD WX WR H0 H1 H. induction n as [|n IH]; auto.
  apply bomb_before with X R D; auto.
Qed.

Lemma plays_hold : forall D n, simple B -> kind_at B (start_cell B) = Floor ->
  D (start_cell B) <= 0 ->
  holds n D -> bombs B <= Z.of_nat n ->
  forall ms s, play B ms s -> is_solved B s -> least <= weight * walked ms.
Proof.
  intros D n S K Z0 H N ms s P E.
  destruct (play_trail B ms s S P) as (bs & cs & L & M & F & G & T & C & W).
  unfold is_solved in E. unfold here in T. rewrite E in T. rewrite C.
  assert (Ln : (length bs <= n)%nat) by (destruct M as [-> | M]; cbn; lia).
  specialize (H bs Ln cs (start_cell B) (or_introl K) T). lia.
Qed.
End Potentials.
