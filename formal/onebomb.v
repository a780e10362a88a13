(* The rules of onebomb, the claims about a board, and its crosses
   (docs/games/onebomb.md, docs/explanation/certificates-onebomb.md). *)
Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(* ---- the game: columns and rows count from 0 ---- *)

Definition cell := (Z * Z)%type.
Inductive kind := Floor | Brick | Rock.
Record board := Board {
  kinds : list (list kind);
  start_cell : cell;
  goal_cell : cell;
  radius : option Z;  (* None: unlimited *)
  bombs : Z;
  classic : bool      (* an arm ends at the first brick; otherwise it pierces bricks *)
}.

(* Outside of the board is rock. *)
Definition kind_at (B : board) (c : cell) : kind :=
  if (0 <=? fst c) && (0 <=? snd c)
  then nth (Z.to_nat (fst c)) (nth (Z.to_nat (snd c)) (kinds B) []) Rock else Rock.

Inductive direction := Up | Right | Down | Left.
Definition along (c : cell) (d : direction) (n : Z) : cell :=
  match d with
  | Up => (fst c, snd c - n) | Down => (fst c, snd c + n)
  | Left => (fst c - n, snd c) | Right => (fst c + n, snd c)
  end.

(* The arm of a bomb reaches the n-th cell in a direction, when some bricks are gone. *)
Definition reaches (B : board) (gone : cell -> Prop) (b : cell) (d : direction) (n : Z) : Prop :=
  1 <= n /\ match radius B with None => True | Some r => n <= r end /\
  (forall i, 1 <= i <= n -> kind_at B (along b d i) <> Rock) /\
  (classic B = true -> forall i, 1 <= i < n ->
    kind_at B (along b d i) = Brick -> gone (along b d i)).
Definition blasts (B : board) (gone : cell -> Prop) (b c : cell) : Prop :=
  c = b \/ exists d n, reaches B gone b d n /\ c = along b d n.

(* the cells that were blasted, the number of bombs set off, and the walker; None before the walk *)
Record state := State { gone : cell -> Prop; set_off : Z; walker : option cell }.
Definition begin : state := State (fun _ => False) 0 None.
Definition here (B : board) (s : state) : cell :=
  match walker s with Some c => c | None => start_cell B end.

Inductive move := Bomb (b : cell) | Step (d : direction).
Definition free (B : board) (gone : cell -> Prop) (c : cell) : Prop :=
  kind_at B c = Floor \/ kind_at B c = Brick /\ gone c.
Definition legal (B : board) (s : state) (m : move) : Prop :=
  match m with
  | Bomb b => walker s = None /\ set_off s < bombs B /\ kind_at B b <> Rock
  | Step d => 0 < set_off s /\ free B (gone s) (along (here B s) d 1)
  end.
Definition after (B : board) (s : state) (m : move) : state :=
  match m with
  | Bomb b => State (fun c => gone s c \/ blasts B (gone s) b c) (set_off s + 1) None
  | Step d => State (gone s) (set_off s) (Some (along (here B s) d 1))
  end.

(* moves, the latest one first, and the state after them *)
Inductive play (B : board) : list move -> state -> Prop :=
| Begin : play B [] begin
| Go : forall ms s m, play B ms s -> legal B s m -> play B (m :: ms) (after B s m).

Definition is_solved (B : board) (s : state) : Prop := walker s = Some (goal_cell B).
Fixpoint walked (ms : list move) : Z :=
  match ms with [] => 0 | Bomb _ :: ms' => walked ms' | Step _ :: ms' => 1 + walked ms' end.

Inductive claim := StepsAtLeast (least : Z) | NoWalk.
Definition is_true_of (B : board) (c : claim) : Prop :=
  forall ms s, play B ms s -> is_solved B s ->
  match c with StepsAtLeast least => least <= walked ms | NoWalk => False end.

(* ---- walks ---- *)

Definition beside (c c' : cell) : Prop := exists d, c' = along c d 1.
Definition distance (c c' : cell) : Z := Z.abs (fst c - fst c') + Z.abs (snd c - snd c').
Fixpoint trail (may : cell -> Prop) (c : cell) (cs : list cell) (e : cell) : Prop :=
  match cs with
  | [] => c = e
  | c' :: cs' => beside c c' /\ may c' /\ trail may c' cs' e
  end.

Lemma beside_sym : forall c c', beside c c' -> beside c' c.
Proof.
  intros [x y] c' [d ->].
  exists (match d with Up => Down | Down => Up | Left => Right | Right => Left end).
  destruct d; cbn; f_equal; lia.
Qed.
Lemma trail_snoc : forall may cs c e e', trail may c cs e -> beside e e' -> may e' ->
  trail may c (cs ++ [e']) e'.
Proof.
  induction cs as [|c' cs IH]; intros c e e' T N M; cbn in *.
  - subst. auto.
  - destruct T as (A & F & T). eauto.
Qed.
Lemma trail_app : forall may cs ds c e, trail may c (cs ++ ds) e ->
  exists f, trail may c cs f /\ trail may f ds e.
Proof.
  induction cs as [|c' cs IH]; intros ds c e T; cbn in *; eauto.
  destruct T as (A & F & T). destruct (IH _ _ _ T) as (f & T1 & T2). eauto.
Qed.
Lemma trail_mono : forall (may may' : cell -> Prop) cs c e, (forall c, may c -> may' c) ->
  trail may c cs e -> trail may' c cs e.
Proof.
  induction cs as [|c' cs IH]; intros c e M T; cbn in *; auto.
  destruct T as (A & F & T). auto.
Qed.
Lemma trail_far : forall may cs c e, trail may c cs e -> distance c e <= Z.of_nat (length cs).
Proof.
  induction cs as [|c' cs IH]; intros c e T.
  - cbn in T. subst. unfold distance. cbn [length]. lia.
  - destruct T as ([d ->] & F & T). apply IH in T. unfold distance in *. cbn [length].
    destruct d; cbn [along fst snd] in T; lia.
Qed.

(* ---- crosses: the cells that a bomb blasts on the board as it is at the start ---- *)

Section Crosses.
Variable B : board.
Definition crosses (b c : cell) : Prop := blasts B (fun _ => False) b c.

(* Bombs that pierce do the same in any order. *)
Definition simple : Prop := classic B = false \/ bombs B <= 1.

Lemma along_back : forall c d n i, exists e, along (along c d n) e (n - i) = along c d i /\
  forall j, along (along c d n) e j = along c d (n - j).
Proof.
  intros [x y] d n i.
  exists (match d with Up => Down | Down => Up | Left => Right | Right => Left end).
  split; [|intros j]; destruct d; cbn; f_equal; lia.
Qed.
Lemma along_along : forall c d n i, along (along c d n) d i = along c d (n + i).
Proof. intros [x y] d n i. destruct d; cbn; f_equal; lia. Qed.
Lemma along_far : forall c d n, 0 <= n -> distance c (along c d n) = n.
Proof. intros [x y] d n H. unfold distance. destruct d; cbn [along fst snd]; lia. Qed.
Lemma distance_sym : forall c c', distance c c' = distance c' c.
Proof. intros. unfold distance. lia. Qed.

Lemma crosses_no_rock : forall b c, kind_at B b <> Rock -> crosses b c -> kind_at B c <> Rock.
Proof.
  intros b c N [-> | (d & n & (N1 & _ & NR & _) & ->)]; auto. apply NR. lia.
Qed.
Lemma crosses_sym : forall b c, classic B = false -> kind_at B b <> Rock ->
  crosses b c -> crosses c b.
Proof.
  intros b c P N [-> | (d & n & (N1 & R & NR & _) & ->)]; [left; auto|]. right.
  destruct (along_back b d n 0) as (e & E0 & E). exists e, n.
  assert (Z0 : along b d 0 = b) by (destruct b, d; cbn; f_equal; lia).
  rewrite Z.sub_0_r in E0. split; [|congruence].
  split; auto. split; auto. split; [|congruence].
  intros i I. rewrite E. destruct (Z.eq_dec i n) as [->|].
  - rewrite Z.sub_diag, Z0. auto.
  - apply NR. lia.
Qed.

(* Two bricks of a cross are as far apart as over the cell of some bomb whose cross holds both. *)
Lemma crosses_over : forall b u v, kind_at B b <> Rock -> kind_at B u = Brick ->
  kind_at B v = Brick -> crosses b u -> crosses b v ->
  exists b', kind_at B b' <> Rock /\ crosses b' u /\ crosses b' v /\
             distance b' u + distance b' v = distance u v.
Proof.
  intros b u v N U V CU CV.
  assert (Here : crosses u v -> exists b', kind_at B b' <> Rock /\ crosses b' u /\ crosses b' v /\
             distance b' u + distance b' v = distance u v).
  { intros C. exists u. split; [congruence|]. split; [left; auto|]. split; auto.
    unfold distance. lia. }
  destruct CU as [-> | (d & n & (N1 & R & NR & CL) & ->)]; [auto|].
  destruct CV as [-> | (e & m & (M1 & R' & MR & CL') & ->)].
  { exists b. split; auto. split; [right; exists d, n; repeat split; auto|]. split; [left; auto|].
    unfold distance. lia. }
  destruct (Z.eq_dec n m) as [E|D].
  - subst m. assert (d = e \/ d <> e) as [->|D] by (destruct d, e; auto; right; congruence).
    + apply Here. left. auto.
    + exists b. split; auto. split; [right; exists d, n; repeat split; auto|].
      split; [right; exists e, n; repeat split; auto|].
      unfold distance; destruct b as [x y], d, e; cbn [along fst snd]; try congruence; lia.
  - assert (d = e \/ d <> e) as [->|D'] by (destruct d, e; auto; right; congruence).
    + destruct (classic B) eqn:K.
      * exfalso. destruct (Z.lt_total n m) as [L|[L|L]]; [|lia|].
        -- apply (CL' eq_refl n); [lia|auto].
        -- apply (CL eq_refl m); [lia|auto].
      * apply Here. right. destruct (Z.lt_total n m) as [L|[L|L]]; [|lia|].
        -- exists e, (m - n). rewrite along_along. split; [|f_equal; lia].
           split; [lia|]. split; [destruct (radius B); auto; lia|]. split; [|congruence].
           intros i I. rewrite along_along. apply MR. lia.
        -- destruct (along_back b e n m) as (f & F & FJ). exists f, (n - m). split; [|congruence].
           split; [lia|]. split; [destruct (radius B); auto; lia|]. split; [|congruence].
           intros i I. rewrite FJ. apply NR. lia.
    + exists b. split; auto. split; [right; exists d, n; repeat split; auto|].
      split; [right; exists e, m; repeat split; auto|].
      unfold distance; destruct b as [x y], d, e; cbn [along fst snd]; try congruence; lia.
Qed.

(* ---- a play is a walk over floor, and over bricks in the crosses of its bombs ---- *)

Definition opened (bs : list cell) (c : cell) : Prop :=
  kind_at B c = Floor \/
  kind_at B c = Brick /\ exists b, In b bs /\ kind_at B b <> Rock /\ crosses b c.

Lemma play_trail : forall ms s, simple -> play B ms s ->
  exists bs cs, Z.of_nat (length bs) = set_off s /\ (bs = [] \/ set_off s <= bombs B) /\
  Forall (fun b => kind_at B b <> Rock) bs /\
  (forall c, gone s c -> exists b, In b bs /\ crosses b c) /\
  trail (opened bs) (start_cell B) cs (here B s) /\ walked ms = Z.of_nat (length cs) /\
  (walker s = None -> cs = []).
Proof.
  intros ms s S P.
  induction P as [|ms s m P (bs & cs & L & M & F & G & T & N & W) A].
  - exists [], []. repeat split; auto. intros c [].
  - destruct m as [b|d]; cbn [legal after gone set_off walker here] in *.
    + destruct A as (A & Lt & K). rewrite (W A) in *. exists (b :: bs), [].
      split; [cbn [length]; lia|]. split; [right; lia|]. split; [auto|]. split.
      { intros c [H | H].
        - destruct (G c H) as (b' & I & C). exists b'. cbn. auto.
        - exists b. split; [cbn; auto|]. destruct H as [-> | (d & n & R & ->)]; [left; auto|].
          right. exists d, n. split; auto. destruct R as (R1 & R2 & R3 & R4).
          split; auto. split; auto. split; auto. intros Cl i I E.
          destruct S as [S|S]; [congruence|].
          specialize (R4 Cl i I E). destruct (G _ R4) as (b' & Ib & _).
          destruct bs as [|b0 bs']; [destruct Ib|]. cbn [length] in L. lia. }
      split; [reflexivity|]. split; [auto|]. auto.
    + destruct A as (Pos & Fr). exists bs, (cs ++ [along (here B s) d 1]).
      split; auto. split; auto. split; auto. split; auto. split.
      { apply trail_snoc with (here B s); auto; [exists d; auto|].
        destruct Fr as [Fl | [Br Go]]; [left; auto|right]. split; auto.
        destruct (G _ Go) as (b & I & C). exists b. split; auto. split; auto.
        rewrite Forall_forall in F. auto. }
      split; [|congruence]. cbn [walked]. rewrite N, app_length. cbn [length]. lia.
Qed.

(* Either no cell of a walk takes bomb b, or there is a last brick that does. *)
Lemma trail_last : forall b bs cs c e, trail (opened (b :: bs)) c cs e ->
  trail (opened bs) c cs e \/
  exists before v later, cs = before ++ v :: later /\ kind_at B v = Brick /\ crosses b v /\
    kind_at B b <> Rock /\ trail (opened bs) v later e.
Proof.
  induction cs as [|c' cs IH]; intros c e T; cbn in *; auto.
  destruct T as (A & O & T). destruct (IH _ _ T) as [H | (f & v & l & E & Vb & C & K & T')].
  - destruct O as [O | (Br & b' & [<- | I] & K & C)].
    + left. split; auto. split; auto. left. auto.
    + right. exists [], c', cs. auto.
    + left. split; auto. split; auto. right. eauto.
  - right. exists (c' :: f), v, l. subst. auto.
Qed.
End Crosses.
