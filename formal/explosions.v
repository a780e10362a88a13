(* Vertex cover -> Bomb-r-cover: explosions that clear a board of a drawing give a cover of G' that
   is no larger, whatever their order, and whatever stands between. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import links floor.
Open Scope Z_scope.

Definition is_end (w : cell) (i : item) : Prop := w = before i \/ w = behind i.
(* An item of a board: a crate of a unit of the drawing. *)
Definition on_board (r : Z) (D : drawing) (i : item) : Prop :=
  exists u, drawn D u /\ In i (items_of r u).
(* G' has no triangle: of three edges that share ends by pairs, all three have one in common. *)
Definition no_triangle (r : Z) (D : drawing) : Prop := forall i j k,
  on_board r D i -> on_board r D j -> on_board r D k ->
  share_an_end i j -> share_an_end i k -> share_an_end j k ->
  exists w, is_end w i /\ is_end w j /\ is_end w k.

Lemma cell_dec : forall c d : cell, {c = d} + {c <> d}.
Proof. decide equality; apply Z.eq_dec. Qed.
Lemma is_end_dec : forall w i, {is_end w i} + {~ is_end w i}.
Proof.
  intros w i. unfold is_end. destruct (cell_dec w (before i)), (cell_dec w (behind i)); tauto.
Qed.
Lemma drawn_once : forall D u v, drawn D u -> drawn D v -> compatible u v.
Proof.
  intros D [ua ux uy ul] [va vx vy vl] U V A X Y. unfold drawn in *. cbn in *. subst.
  rewrite U in V. injection V. auto.
Qed.
Lemma reached_share : forall r D e i j, 1 <= r -> on_board r D i -> on_board r D j ->
  reaches r e (crate i) -> reaches r e (crate j) -> share_an_end i j.
Proof.
  intros r D e i j R (u & U & I) (v & V & J). intros.
  eapply explosions_share; eauto. eapply drawn_once; eauto.
Qed.
Lemma share_sym : forall i j, share_an_end i j -> share_an_end j i.
Proof. unfold share_an_end, same. intros. lia. Qed.

(* Of all crates that one explosion can take, there is an end that all of them have. *)
Theorem explosion_at_an_end : forall r D e (all : list item), 1 <= r -> no_triangle r D ->
  (forall i, In i all -> on_board r D i /\ reaches r e (crate i)) ->
  exists w, forall i, In i all -> is_end w i.
Proof.
  intros r D e [|i all] R T H; [exists (0, 0); intros i []|].
  assert (S : forall j k, In j (i :: all) -> In k (i :: all) -> share_an_end j k).
  { intros j k J K. destruct (H j J), (H k K). eapply reached_share; eauto. }
  destruct (Forall_Exists_dec (is_end (before i)) (fun j => is_end_dec _ j) (i :: all)) as [F|F].
  - exists (before i). intros j J. rewrite Forall_forall in F. auto.
  - apply Exists_exists in F as (f & I & N). exists (behind i). intros g G.
    destruct (H i (or_introl eq_refl)), (H f I), (H g G).
    destruct (T i f g) as (w & [->| ->] & B & C); auto; try (apply S; simpl; auto). tauto.
Qed.

(* (H): from an end of a crate it is within reach, with no crate of the board between. *)
Definition between (e d c : cell) : Prop :=
  (fst e = fst d /\ fst d = fst c /\ (snd e < snd d < snd c \/ snd c < snd d < snd e)) \/
  (snd e = snd d /\ snd d = snd c /\ (fst e < fst d < fst c \/ fst c < fst d < fst e)).
Lemma ends_reach : forall r l i, 1 <= r -> In i (items r l) ->
  reaches r (before i) (crate i) /\ reaches r (behind i) (crate i).
Proof.
  intros r l i R I. unfold items in I. unfold reaches.
  destruct (Z.eqb_spec r 1) as [->|]; destruct l; each_item; cbn [before behind crate fst snd]; lia.
Qed.
Lemma between_of_unit : forall r l i e t s, 1 <= r -> In i (items r l) -> is_end e i ->
  between e (t, s) (crate i) ->
  0 < t < pitch r /\ s = 0 /\ forall k, In k (items r l) -> crate k <> (t, s).
Proof.
  intros r l i e t s R I E B. unfold items, pitch, between in *.
  destruct (Z.eqb_spec r 1) as [->|]; destruct l; each_item; destruct E as [->| ->];
  cbn [before behind crate fst snd] in B; try (exfalso; lia);
  (split; [lia|]; split; [lia|]; intros k K; each_item; cbn [crate]; intros X; coordinates X; lia).
Qed.
Theorem ends_see : forall r D i e, 1 <= r -> on_board r D i -> is_end e i ->
  reaches r e (crate i) /\ forall d, between e d (crate i) -> ~ is_crate r D d.
Proof.
  assert (H : forall r D a b l j f, 1 <= r -> across_at D a b = Some l -> In j (items r l) ->
    f = before j \/ f = behind j ->
    forall d, between (put r (Unit true a b l) f) d (put r (Unit true a b l) (crate j)) ->
    ~ is_crate r D d).
  { intros r D a b l j f R O I F [x y] B C.
    assert (B' : between f (x - pitch r * a, y - pitch r * b) (crate j)).
    { unfold between, put in *. cbn [across col row fst snd] in *. lia. }
    destruct (between_of_unit r l j f _ _ R I F B') as (T & S & N).
    replace x with (pitch r * a + (x - pitch r * a)) in C by lia.
    replace y with (pitch r * b + 0) in C by lia.
    apply crate_place in C; [|lia|lia|lia]. destruct C as [(m & k & E & K & X)|C].
    - rewrite O in E. injection E as <-. apply (N k K). rewrite S. exact X.
    - apply here_place in C; auto. lia. }
  intros r D i e R ([ua a b l] & U & I) E. apply in_map_iff in I as (j & <- & I).
  unfold is_end in E. cbn [before crate behind] in *.
  assert (F : exists f, e = put r (Unit ua a b l) f /\ (f = before j \/ f = behind j)).
  { destruct E as [->| ->]; eauto. }
  destruct F as (f & -> & F). split.
  - destruct (ends_reach r l j R I) as [A B]. unfold reaches, put in *.
    destruct F as [->| ->]; destruct ua; cbn [across col row fst snd] in *; lia.
  - destruct ua.
    + apply H; auto.
    + intros d B C. apply (H r (flipped D) b a l j f R) with (d := flip d); auto.
      * unfold between, put, flip in *. cbn [across col row fst snd] in *. lia.
      * apply flip_crate. assert (Q : flipped (flipped D) = D) by (destruct D; reflexivity).
        rewrite Q, flip_flip. exact C.
Qed.

(* The crates of a board, cleared by explosions: each falls by one of them. *)
Theorem explosions_cover : forall r D (crates : list item) (es : list cell), 1 <= r ->
  no_triangle r D -> (forall i, In i crates -> on_board r D i) ->
  (forall i, In i crates -> exists e, In e es /\ reaches r e (crate i)) ->
  exists ws, length ws = length es /\ forall i, In i crates -> exists w, In w ws /\ is_end w i.
Proof.
  intros r D crates es R T B. revert crates B. induction es as [|e es IH]; intros crates B C.
  - exists []. split; auto. intros i I. destruct (C i I) as (e & [] & _).
  - assert (Dec : forall i, {reaches r e (crate i)} + {~ reaches r e (crate i)}).
    { intros i. unfold reaches.
      destruct (Z.eq_dec (fst e) (fst (crate i))), (Z.eq_dec (snd e) (snd (crate i))),
        (Z_le_dec 1 (Z.abs (snd e - snd (crate i)))), (Z_le_dec (Z.abs (snd e - snd (crate i))) r),
        (Z_le_dec 1 (Z.abs (fst e - fst (crate i)))), (Z_le_dec (Z.abs (fst e - fst (crate i))) r);
      tauto. }
    set (taken := filter (fun i => if Dec i then true else false) crates).
    set (others := filter (fun i => if Dec i then false else true) crates).
    assert (A : forall i, In i taken -> In i crates /\ reaches r e (crate i)).
    { intros i I. apply filter_In in I as [I E]. destruct (Dec i); [auto | discriminate]. }
    destruct (explosion_at_an_end r D e taken R T) as (w & K).
    { intros i I. destruct (A i I). auto. }
    destruct (IH others) as (ws & L & M).
    + intros i I. apply filter_In in I as [I _]. auto.
    + intros i I. apply filter_In in I as [I E]. destruct (Dec i) as [|N]; [discriminate|].
      destruct (C i I) as (f & [<-|F] & Rf); [tauto | eauto].
    + exists (w :: ws). split; [cbn; congruence|]. intros i I. destruct (Dec i) eqn:E.
      * exists w. split; [left; auto|]. apply K. apply filter_In. rewrite E. auto.
      * destruct (M i) as (v & V & X); [apply filter_In; rewrite E; auto|].
        exists v. split; [right; auto | auto].
Qed.
