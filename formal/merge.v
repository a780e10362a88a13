(* The rules of merge, the claims about a board, and the damage that heroes deal in a play
   (docs/explanation/certificates-merge.md, "Damage of a play"). *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import sums.
Open Scope Z_scope.

(* ---- the game: heroes and stones count from 0 ---- *)

Definition cell := (Z * Z)%type.
Record board := Board {
  heroes : list (cell * Z);        (* with their types *)
  stones : list (cell * Z);        (* with their hit points *)
  attack : Z -> list (Z * Z);      (* the offsets that heroes of a type strike *)
  max_level : option Z             (* None: unlimited *)
}.

Definition moved (c : cell) (d : Z * Z) : cell := (fst c + fst d, snd c + snd d).
Definition same_cell (c d : cell) : bool := (fst c =? fst d) && (snd c =? snd d).
Definition strikes (B : board) (i s : nat) : bool :=
  match nth_error (heroes B) i, nth_error (stones B) s with
  | Some (c, t), Some (p, _) => existsb (fun d => same_cell (moved c d) p) (attack B t)
  | _, _ => false
  end.

(* the level of each hero (0: gone), and the hit points that each stone has left (0: gone) *)
Record state := State { level : nat -> Z; points : nat -> Z }.
Definition hit_points (B : board) (s : nat) : Z :=
  match nth_error (stones B) s with Some (_, hp) => hp | None => 0 end.
Definition start (B : board) : state := State (fun _ => 1) (hit_points B).

(* a merge: the hero that vanishes, and the one that stays *)
Definition merge := (nat * nat)%type.
Definition legal (B : board) (st : state) (m : merge) : Prop :=
  fst m <> snd m /\
  (exists c d t, nth_error (heroes B) (fst m) = Some (c, t) /\
                 nth_error (heroes B) (snd m) = Some (d, t)) /\
  level st (fst m) = level st (snd m) /\ 0 < level st (snd m) /\
  match max_level B with None => True | Some top => level st (snd m) < top end.
Definition after (B : board) (st : state) (m : merge) : state := State
  (fun i => if Nat.eqb i (snd m) then level st i + 1 else if Nat.eqb i (fst m)
    then 0 else level st i)
  (fun s => if strikes B (snd m) s && (0 <? points st s) then points st s - 1 else points st s).

(* merges, the latest one first, and the state after them *)
Inductive play (B : board) : list merge -> state -> Prop :=
| Begin : play B [] (start B)
| Go : forall ms st m, play B ms st -> legal B st m -> play B (m :: ms) (after B st m).

Definition is_gone (st : state) (s : nat) : bool := points st s =? 0.
Definition broken (B : board) (st : state) : Z :=
  Z.of_nat (length (filter (is_gone st) (seq 0 (length (stones B))))).
Definition all_broken (B : board) (st : state) : Prop :=
  forall s, (s < length (stones B))%nat -> points st s = 0.

Inductive claim :=
| BreaksAtMost (most : Z)    (* of objective `stones` *)
| MergesAtLeast (least : Z)  (* of objective `merges` *)
| NeverBreaksAll.
Definition is_true_of (B : board) (c : claim) : Prop :=
  forall ms st, play B ms st ->
  match c with
  | BreaksAtMost most => broken B st <= most
  | MergesAtLeast least => all_broken B st -> least <= Z.of_nat (length ms)
  | NeverBreaksAll => ~ all_broken B st
  end.

(* ---- damage of a play ---- *)

(* how many merges of a type there can be at levels 1, 2, ... *)
Fixpoint halves (p : positive) : list Z :=
  match p with xH => [] | xO q => Zpos q :: halves q | xI q => Zpos q :: halves q end.
Definition count_of (B : board) (t : Z) : Z :=
  Z.of_nat (length (filter (fun h => snd h =? t) (heroes B))).
Definition levels_of (B : board) (t : Z) : list Z :=
  let all := match count_of B t with Zpos p => halves p | _ => [] end in
  match max_level B with
  | None => all
  | Some top => firstn (Z.to_nat (Z.min (top - 1) (Z.of_nat (length all)))) all
  end.

(* the damage that a hero deals: it survives that many merges, at levels 1, 2, ... *)
Definition damage (ms : list merge) (i : nat) : Z := sum (fun m => one_if (Nat.eqb (snd m) i)) ms.
Definition dealt (B : board) (ms : list merge) (s : nat) : Z :=
  sum (fun m => one_if (strikes B (snd m) s)) ms.
Definition of_type (B : board) (t : Z) (i : nat) : bool :=
  match nth_error (heroes B) i with Some (_, u) => u =? t | None => false end.
Definition all_heroes (B : board) : list nat := seq 0 (length (heroes B)).
(* the number of merges of a type at a level, which is that of the survivors *)
Definition count (B : board) (ms : list merge) (t k : Z) : Z :=
  sum (fun i => one_if (of_type B t i && (k <=? damage ms i))) (all_heroes B).

Lemma damage_nonneg : forall ms i, 0 <= damage ms i.
Proof. intros. apply sum_nonneg. intros. apply one_if_01. Qed.
Lemma damage_cons : forall m ms i, damage (m :: ms) i = one_if (Nat.eqb (snd m) i) + damage ms i.
Proof. reflexivity. Qed.

(* 1 for a hero of level k + 1; it adds up to 0 with the merges at level k, less twice those above
  *)
Definition share (B : board) (ms : list merge) (st : state) (t k : Z) (i : nat) : Z :=
  if of_type B t i then
    one_if (level st i =? k + 1) - one_if (k <=? damage ms i) + 2 * one_if (k + 1 <=? damage ms i)
  else 0.

Record invariant (B : board) (ms : list merge) (st : state) : Prop := {
  levels_ok : forall i, level st i = 0 \/ level st i = damage ms i + 1;
  points_ok : forall s, 0 <= hit_points B s ->
    points st s = Z.max 0 (hit_points B s - dealt B ms s);
  shares_ok : forall t k, 0 <= k -> sum (share B ms st t k) (all_heroes B) = 0;
  top_ok : forall top i, max_level B = Some top -> damage ms i = 0 \/ damage ms i < top
}.

Lemma hero_in : forall B i x, nth_error (heroes B) i = Some x -> In i (all_heroes B).
Proof.
  intros. apply in_seq. split; [lia|]. simpl. apply nth_error_Some. congruence.
Qed.

Ltac beq := repeat (match goal with
  | |- context [?a =? ?b] => destruct (Z.eqb_spec a b)
  | |- context [?a <=? ?b] => destruct (Z.leb_spec a b)
  end; try (exfalso; lia)).

Lemma play_invariant : forall B ms st, play B ms st -> invariant B ms st.
Proof.
  intros B ms st P. induction P as [|ms st [a b] P [IL IP IS IT] (D & (ca & cb & t & Ha & Hb)
    & E & L & T)].
  - split.
    + intros. right. reflexivity.
    + intros s H. change (hit_points B s = Z.max 0 (hit_points B s - 0)). lia.
    + intros. apply sum_zero. intros i _. unfold share. destruct (of_type B t i); auto.
      change (level (start B) i) with 1. change (damage [] i) with 0. beq; cbn [one_if]; lia.
    + intros. left. reflexivity.
  - cbn [fst snd] in *. split.
    + intros i. cbn [after level fst snd]. rewrite damage_cons. cbn [snd].
      rewrite (Nat.eqb_sym b i). specialize (IL i).
      destruct (Nat.eqb_spec i b); cbn [one_if].
      * subst. right. lia.
      * destruct (Nat.eqb i a); [left; lia | destruct IL; [left|right]; lia].
    + intros s H. specialize (IP s H). cbn [after points snd].
      change (dealt B ((a, b) :: ms) s) with (one_if (strikes B b s) + dealt B ms s).
      destruct (strikes B b s); cbn [andb one_if]; [|lia].
      destruct (Z.ltb_spec 0 (points st s)); lia.
    + intros u k K. specialize (IS u k K).
      assert (Ia := hero_in _ _ _ Ha). assert (Ib := hero_in _ _ _ Hb).
      rewrite (sum_two _ (share B ms st u k) (all_heroes B) a b (seq_NoDup _ _) Ia Ib D).
      * rewrite IS. unfold share. unfold of_type. rewrite Ha, Hb. rewrite !damage_cons.
        cbn [after level fst snd]. rewrite !Nat.eqb_refl.
        destruct (Nat.eqb_spec a b); [congruence|]. destruct (Nat.eqb_spec b a); [congruence|].
        destruct (t =? u); [|lia]. cbn [one_if].
        destruct (IL a); [lia|]. destruct (IL b); [lia|].
        beq; cbn [one_if]; lia.
      * intros i Na Nb. unfold share. rewrite damage_cons. cbn [after level fst snd].
        destruct (Nat.eqb_spec i b); [congruence|]. destruct (Nat.eqb_spec i a); [congruence|].
        destruct (Nat.eqb_spec b i); [congruence|]. reflexivity.
    + intros top i HT. specialize (IT top i HT). rewrite damage_cons. cbn [snd]. rewrite HT in T.
      destruct (Nat.eqb_spec b i); cbn [one_if]; [|lia]. subst. destruct (IL i); lia.
Qed.

(* both heroes of a merge at level k + 1 have survived one at level k *)
Lemma count_double : forall B ms st t k, play B ms st -> 0 <= k ->
  2 * count B ms t (k + 1) <= count B ms t k.
Proof.
  intros B ms st t k P K. pose proof (shares_ok _ _ _ (play_invariant _ _ _ P) t k K) as S.
  unfold count. set (f := fun i => one_if (of_type B t i && (level st i =? k + 1))).
  assert (N : 0 <= sum f (all_heroes B)) by (apply sum_nonneg; intros; apply one_if_01).
  rewrite <- sum_mul.
  enough (sum (share B ms st t k) (all_heroes B) = sum f (all_heroes B) +
    sum (fun i => 2 * one_if (of_type B t i && (k + 1 <=? damage ms i))) (all_heroes B) +
    - 1 * sum (fun i => one_if (of_type B t i && (k <=? damage ms i))) (all_heroes B)) by lia.
  rewrite <- sum_mul, <- !sum_add. apply sum_ext. intros i _. unfold share, f.
  destruct (of_type B t i); cbn [andb one_if]; lia.
Qed.
Lemma count_nonneg : forall B ms t k, 0 <= count B ms t k.
Proof. intros. apply sum_nonneg. intros. apply one_if_01. Qed.
Lemma count_one : forall B ms t k i, of_type B t i = true -> k <= damage ms i ->
  1 <= count B ms t k.
Proof.
  intros B ms t k i T K.
  assert (I : In i (all_heroes B)).
  { unfold of_type in T. destruct (nth_error (heroes B) i) eqn:E; [|discriminate].
    eapply hero_in; eauto. }
  unfold count. pose proof (sum_in (fun i => one_if (of_type B t i && (k <=? damage ms i))) _ i I)
    as S.
  cbn beta in S. rewrite T in S. destruct (Z.leb_spec k (damage ms i)); [|lia].
  cbn [andb one_if] in S.
  apply S. intros. apply one_if_01.
Qed.
Lemma count_zero : forall B ms t, count B ms t 0 = count_of B t.
Proof.
  intros. unfold count, count_of, all_heroes. rewrite sum_length.
  rewrite (sum_ext _ (fun i => one_if (of_type B t i)) (seq 0 (length (heroes B)))).
  - unfold of_type. generalize (heroes B). clear. intros l.
    enough (H : forall n, sum (fun i => one_if match nth_error l (i - n) with Some (_, u) => u =? t
      | None => false end) (seq n (length l)) = sum (fun h => one_if (snd h =? t)) l).
    { rewrite <- (H 0%nat). apply sum_ext. intros i _. rewrite Nat.sub_0_r. auto. }
    induction l as [|[c u] l IH]; intros n; auto. cbn [length seq]. rewrite !sum_cons.
    rewrite Nat.sub_diag. cbn [nth_error snd]. f_equal. rewrite <- (IH (S n)). apply sum_ext.
    intros i Hi. apply in_seq in Hi. replace (i - n)%nat with (S (i - S n))%nat by lia. reflexivity.
  - intros i _. destruct (Z.leb_spec 0 (damage ms i)); [|pose proof (damage_nonneg ms i); lia].
    rewrite andb_true_r. auto.
Qed.
Lemma halves_ok : forall p (f : nat -> Z), f 0%nat <= Zpos p ->
  (forall j, 0 <= f j) -> (forall j, 2 * f (S j) <= f j) ->
  forall j, match nth_error (halves p) j with Some m => f (S j) <= m | None => f (S j) <= 0 end.
Proof.
  assert (Step : forall q p (f : nat -> Z), Zpos p <= 2 * Zpos q + 1 ->
    (forall f : nat -> Z, f 0%nat <= Zpos q -> (forall j, 0 <= f j) -> (forall j, 2 * f (S j)
      <= f j) ->
      forall j, match nth_error (halves q) j with Some m => f (S j) <= m | None => f (S j)
        <= 0 end) ->
    f 0%nat <= Zpos p -> (forall j, 0 <= f j) -> (forall j, 2 * f (S j) <= f j) ->
    forall j, match nth_error (Zpos q :: halves q) j with Some m => f (S j) <= m | None => f (S j)
      <= 0 end).
  { intros q p f Hp IH H0 HN HD j. pose proof (HD 0%nat).
    destruct j as [|j]; cbn [nth_error]; [lia|].
    apply (IH (fun j => f (S j))); auto. lia. }
  induction p; intros f H0 HN HD j; cbn [halves].
  - apply (Step p p~1%positive); auto. lia.
  - apply (Step p p~0%positive); auto. lia.
  - assert (f 1%nat <= 0) by (pose proof (HD 0%nat); lia).
    assert (E : forall n, f (S n) <= 0). { induction n; auto. pose proof (HD (S n)). lia. }
    destruct j; apply E.
Qed.
Lemma levels_of_ok : forall B ms st t j, play B ms st ->
  match nth_error (levels_of B t) j with
  | Some m => count B ms t (Z.of_nat j + 1) <= m | None => count B ms t (Z.of_nat j + 1) <= 0 end.
Proof.
  intros B ms st t j P. unfold levels_of.
  set (all := match count_of B t with Zpos p => halves p | _ => [] end).
  assert (A : forall j, match nth_error all j with
    | Some m => count B ms t (Z.of_nat j + 1) <= m | None => count B ms t (Z.of_nat j + 1)
      <= 0 end).
  { intros i. pose (f := fun i => count B ms t (Z.of_nat i)).
    assert (F0 : f 0%nat = count_of B t) by apply count_zero.
    assert (FN : forall j, 0 <= f j) by (intros; apply count_nonneg).
    assert (FD : forall j, 2 * f (S j) <= f j).
    { intros. unfold f. rewrite Nat2Z.inj_succ. unfold Z.succ. eapply count_double; eauto. lia. }
    replace (Z.of_nat i + 1) with (Z.of_nat (S i)) by lia.
    change (count B ms t (Z.of_nat (S i))) with (f (S i)).
    unfold all. destruct (count_of B t) as [|p|p] eqn:C.
    - assert (E : forall n, f n <= 0). { induction n; [lia|]. pose proof (FD n). pose proof (FN n).
      lia. }
      destruct i; apply E.
    - apply halves_ok; auto. lia.
    - pose proof (FN 0%nat). lia. }
  destruct (max_level B) as [top|] eqn:T; [|apply A].
  set (n := Z.to_nat (Z.min (top - 1) (Z.of_nat (length all)))).
  destruct (Nat.lt_ge_cases j n) as [J|J].
  - specialize (A j). rewrite <- (firstn_skipn n all) in A. rewrite nth_error_app1 in A; auto.
    rewrite firstn_length. lia.
  - replace (nth_error (firstn n all) j) with (@None Z).
    + destruct (Nat.lt_ge_cases j (length all)) as [K|K].
      * assert (Z : count B ms t (Z.of_nat j + 1) = 0); [|lia]. apply sum_zero. intros i _.
        destruct (top_ok _ _ _ (play_invariant _ _ _ P) top i T) as [D|D];
        destruct (Z.leb_spec (Z.of_nat j + 1) (damage ms i)); rewrite ?andb_false_r; auto; lia.
      * specialize (A j). replace (nth_error all j) with (@None Z) in A; auto. symmetry.
        apply nth_error_None. auto.
    + symmetry. apply nth_error_None. rewrite firstn_length. lia.
Qed.
Lemma damage_at_most : forall B ms st t i, play B ms st -> of_type B t i = true ->
  damage ms i <= Z.of_nat (length (levels_of B t)).
Proof.
  intros B ms st t i P T. destruct (Z.le_gt_cases (damage ms i)
    (Z.of_nat (length (levels_of B t)))); auto.
  exfalso. pose proof (levels_of_ok B ms st t (length (levels_of B t)) P) as L.
  replace (nth_error (levels_of B t) (length (levels_of B t))) with (@None Z) in L
    by (symmetry; apply nth_error_None; lia).
  pose proof (count_one B ms t (Z.of_nat (length (levels_of B t)) + 1) i T). lia.
Qed.
