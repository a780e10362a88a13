(* Solutions of onebomb, replayed by the rules; and optima. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import trie onebomb distances.
Open Scope Z_scope.

Definition grid := trie (trie kind).
Definition grid_of (B : board) : grid := of_list (map (@of_list kind) (kinds B)).
Definition place (n : Z) : option positive := match n + 1 with Zpos p => Some p | _ => None end.
(* the kind of a cell of the board *)
Definition kind_in (g : grid) (c : cell) : option kind :=
  match place (fst c), place (snd c) with
  | Some x, Some y => match find y g with Some row => find x row | None => None end
  | _, _ => None
  end.

Section Replay.
Variables (B : board) (g : grid).

(* an arm of n cells in a direction passes them all *)
Fixpoint passes (gone : cell -> bool) (c : cell) (d : direction) (n : nat) : bool :=
  match n with
  | O => true
  | S m => let c' := along c d 1 in
      match kind_in g c' with
      | None | Some Rock => false
      | Some Floor => passes gone c' d m
      | Some Brick => match m with
                      | O => true
                      | _ => (negb (classic B) || gone c') && passes gone c' d m
                      end
      end
  end.
Definition way_to (b c : cell) : option direction :=
  if fst b =? fst c then Some (if snd c <? snd b then Up else Down)
  else if snd b =? snd c then Some (if fst c <? fst b then Left else Right) else None.
Definition is_blasted (gone : cell -> bool) (b c : cell) : bool :=
  let n := distance b c in
  if n =? 0 then true else
  match radius B with None => true | Some r => n <=? r end &&
  match way_to b c with Some d => passes gone b d (Z.to_nat n) | None => false end.

Record position := Position { is_gone : cell -> bool; used : Z; at_cell : option cell }.
Definition move_on (p : position) (m : move) : option position :=
  match m with
  | Bomb b =>
      match at_cell p, kind_in g b with
      | None, Some Floor | None, Some Brick =>
          if used p <? bombs B
          then Some (Position (fun c => is_gone p c || is_blasted (is_gone p) b c)
                       (used p + 1) None)
          else None
      | _, _ => None
      end
  | Step d =>
      let c := along (match at_cell p with Some c => c | None => start_cell B end) d 1 in
      if (0 <? used p) &&
         match kind_in g c with Some Floor => true | Some Brick => is_gone p c | _ => false end
      then Some (Position (is_gone p) (used p) (Some c)) else None
  end.
Fixpoint replayed (p : position) (ms : list move) : option position :=
  match ms with
  | [] => Some p
  | m :: ms' => match move_on p m with Some q => replayed q ms' | None => None end
  end.
End Replay.

Fixpoint counted (found : Z) (ms : list move) : Z :=
  match ms with
  | [] => found | Bomb _ :: ms' => counted found ms' | Step _ :: ms' => counted (found + 1) ms'
  end.
Definition check_walk (B : board) (ms : list move) (cost : Z) : bool :=
  match replayed B (grid_of B) (Position (fun _ => false) 0 None) ms with
  | Some p =>
      match at_cell p with
      | Some c => (fst c =? fst (goal_cell B)) && (snd c =? snd (goal_cell B)) &&
                  (counted 0 ms =? cost)
      | None => false
      end
  | None => false
  end.

(* ---- proofs ---- *)

Lemma place_ok : forall n p, place n = Some p -> 0 <= n /\ Nat.pred (Pos.to_nat p) = Z.to_nat n.
Proof.
  intros n p H. unfold place in H. destruct (n + 1) as [|q|q] eqn:E; try discriminate.
  injection H as ->. lia.
Qed.
Lemma kind_in_ok : forall B c k, kind_in (grid_of B) c = Some k -> kind_at B c = k.
Proof.
  intros B c k H. unfold kind_in in H.
  destruct (place (fst c)) as [x|] eqn:X; [|discriminate].
  destruct (place (snd c)) as [y|] eqn:Y; [|discriminate].
  destruct (find y (grid_of B)) as [row|] eqn:R; [|discriminate].
  apply place_ok in X as [X0 X]. apply place_ok in Y as [Y0 Y].
  apply of_list_nth in R. rewrite nth_error_map, Y in R.
  destruct (nth_error (kinds B) _) as [r|] eqn:E; [|discriminate]. injection R as <-.
  apply of_list_nth in H. rewrite X in H. unfold kind_at.
  destruct (Z.leb_spec 0 (fst c)), (Z.leb_spec 0 (snd c)); try lia. cbn [andb].
  rewrite (nth_error_nth _ _ _ E). apply nth_error_nth. auto.
Qed.

Section Sound.
Variable B : board.
Let g := grid_of B.

Lemma passes_ok : forall gb (G : cell -> Prop) d, (forall c, gb c = true -> G c) ->
  forall n c, passes B g gb c d n = true ->
  (forall i, 1 <= i <= Z.of_nat n -> kind_at B (along c d i) <> Rock) /\
  (classic B = true -> forall i, 1 <= i < Z.of_nat n ->
    kind_at B (along c d i) = Brick -> G (along c d i)).
Proof.
  intros gb G d M. induction n as [|n IH]; intros c P; [split; intros; lia|].
  cbn [passes] in P. destruct (kind_in g (along c d 1)) as [k|] eqn:K; [|discriminate].
  apply kind_in_ok in K.
  assert (Next : n = O \/ passes B g gb (along c d 1) d n = true).
  { destruct k; auto; [|discriminate]. destruct n; auto. apply andb_true_iff in P. tauto. }
  assert (Ends : (forall i, 1 <= i <= Z.of_nat n -> kind_at B (along (along c d 1) d i) <> Rock) /\
    (classic B = true -> forall i, 1 <= i < Z.of_nat n ->
      kind_at B (along (along c d 1) d i) = Brick -> G (along (along c d 1) d i))).
  { destruct Next as [->|Next]; [split; intros; lia|]. apply IH. auto. }
  destruct Ends as [E1 E2]. split.
  - intros i I. destruct (Z.eq_dec i 1) as [->|]; [destruct k; congruence|].
    specialize (E1 (i - 1) ltac:(lia)). rewrite along_along in E1.
    replace (1 + (i - 1)) with i in E1 by lia. auto.
  - intros C i I Br. destruct (Z.eq_dec i 1) as [->|].
    + apply M. rewrite Br in K. subst k. destruct n; [lia|]. rewrite C in P.
      apply andb_true_iff in P. cbn in P. tauto.
    + specialize (E2 C (i - 1) ltac:(lia)). rewrite along_along in E2.
      replace (1 + (i - 1)) with i in E2 by lia. auto.
Qed.
Lemma is_blasted_ok : forall gb (G : cell -> Prop) b c, (forall c, gb c = true -> G c) ->
  is_blasted B g gb b c = true -> blasts B G b c.
Proof.
  intros gb G b c M H. unfold is_blasted in H.
  destruct (Z.eqb_spec (distance b c) 0) as [E|N].
  - left. destruct b, c. unfold distance in E. cbn in E. f_equal; lia.
  - right. apply andb_true_iff in H as [R H].
    destruct (way_to b c) as [d|] eqn:W; [|discriminate].
    destruct (passes_ok gb G d M _ _ H) as [P1 P2].
    assert (Pos : 0 <= distance b c) by (unfold distance; lia).
    rewrite Z2Nat.id in * by auto. exists d, (distance b c). split.
    + split; [lia|]. split; auto. destruct (radius B); auto. apply Z.leb_le. auto.
    + clear -W. destruct b as [bx by_], c as [cx cy]. unfold way_to in W. cbn [fst snd] in W.
      unfold distance. cbn [fst snd].
      destruct (Z.eqb_spec bx cx) as [->|];
        [|destruct (Z.eqb_spec by_ cy) as [->|]; [|discriminate]].
      * injection W as <-. destruct (Z.ltb_spec cy by_); cbn; f_equal; lia.
      * injection W as <-. destruct (Z.ltb_spec cx bx); cbn; f_equal; lia.
Qed.

Record stands (p : position) (s : state) : Prop := {
  gone_ok : forall c, is_gone p c = true -> gone s c;
  used_ok : used p = set_off s;
  at_ok : at_cell p = walker s
}.
Lemma move_on_ok : forall p s m q, stands p s -> move_on B g p m = Some q ->
  legal B s m /\ stands q (after B s m).
Proof.
  intros p s m q [G U A] H. destruct m as [b|d]; cbn [move_on] in H.
  - destruct (at_cell p) eqn:W; [discriminate|].
    destruct (kind_in g b) as [k|] eqn:K; [|discriminate]. apply kind_in_ok in K.
    assert (L : used p < bombs B /\ k <> Rock /\
      q = Position (fun c => is_gone p c || is_blasted B g (is_gone p) b c) (used p + 1) None).
    { destruct k; try discriminate; destruct (Z.ltb_spec (used p) (bombs B)); try discriminate;
      injection H as <-; repeat split; auto; congruence. }
    destruct L as (L & N & ->). split.
    + cbn. repeat split; congruence.
    + split; cbn [is_gone gone used set_off at_cell walker after]; auto; [|congruence].
      intros c I. apply orb_true_iff in I as [I|I]; auto. right.
      apply is_blasted_ok with (is_gone p); auto.
  - rewrite A in H. fold (here B s) in H.
    destruct ((0 <? used p) && _) eqn:C in H; [|discriminate]. injection H as <-.
    apply andb_true_iff in C as [C F]. apply Z.ltb_lt in C.
    destruct (kind_in g (along (here B s) d 1)) as [k|] eqn:K; [|discriminate].
    apply kind_in_ok in K. split.
    + cbn. split; [lia|]. unfold free. rewrite K. destruct k; auto. discriminate.
    + split; cbn [is_gone gone used set_off at_cell walker after]; auto.
Qed.
Lemma replayed_ok : forall later earlier p s q, play B earlier s -> stands p s ->
  replayed B g p later = Some q -> exists t, play B (rev later ++ earlier) t /\ stands q t.
Proof.
  induction later as [|m later IH]; intros earlier p s q P S H; cbn [replayed] in H.
  - injection H as <-. exists s. auto.
  - destruct (move_on B g p m) as [p'|] eqn:E; [|discriminate].
    destruct (move_on_ok _ _ _ _ S E) as [L S'].
    destruct (IH _ _ _ _ (Go B _ _ _ P L) S' H) as (t & T & Q). exists t. split; auto.
    cbn [rev]. rewrite <- app_assoc. auto.
Qed.
End Sound.

Lemma counted_ok : forall ms n, counted n ms = n + walked ms.
Proof. induction ms as [|[b|d] ms IH]; intros n; cbn [counted walked]; rewrite ?IH; lia. Qed.
Lemma walked_app : forall ms ns, walked (ms ++ ns) = walked ms + walked ns.
Proof. induction ms as [|[b|d] ms IH]; intros ns; cbn [app walked]; rewrite ?IH; lia. Qed.
Lemma walked_rev : forall ms, walked (rev ms) = walked ms.
Proof.
  induction ms as [|m ms IH]; auto. cbn [rev]. rewrite walked_app, IH.
  destruct m; cbn [walked]; lia.
Qed.

(* A solution that passes is a play of that cost; the latest move of a play stands first. *)
Theorem walk_sound : forall B ms cost, check_walk B ms cost = true ->
  exists s, play B (rev ms) s /\ is_solved B s /\ walked (rev ms) = cost.
Proof.
  intros B ms cost H. unfold check_walk in H. destruct (replayed _ _ _ ms) as [p|] eqn:E;
    [|discriminate].
  assert (S : stands (Position (fun _ => false) 0 None) begin).
  { split; auto. intros c. cbn. discriminate. }
  destruct (replayed_ok B ms [] _ _ _ (Begin B) S E) as (s & P & [_ _ A]).
  rewrite app_nil_r in P. exists s. split; auto. destruct (at_cell p) as [c|]; [|discriminate].
  rewrite !andb_true_iff in H. destruct H as [[X Y] C]. split.
  - unfold is_solved. rewrite <- A. f_equal. apply Z.eqb_eq in X, Y.
    destruct c, (goal_cell B). cbn in *. congruence.
  - rewrite counted_ok in C. rewrite walked_rev. lia.
Qed.
(* A solution and a bound of one number are optimal. *)
Theorem shortest_walk_optimal : forall B ms cost t, check_walk B ms cost = true ->
  check_distances B (StepsAtLeast cost) t = true ->
  (exists s, play B (rev ms) s /\ is_solved B s /\ walked (rev ms) = cost) /\
  forall others s, play B others s -> is_solved B s -> cost <= walked others.
Proof.
  intros B ms cost t S D. split; [apply walk_sound; auto|]. apply (distances_sound _ _ _ D).
Qed.
