(* Vertex cover -> Bomb-r-cover (docs/reductions/vc-to-bombcover.md), every r >= 1: condition (C).
   In any drawing of degree at most 3 the player can walk to all cells h(w) at the start. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import links.
Open Scope Z_scope.

(* ---- boards ---- *)

(* Units across and down from grid points (0, 0) to (right, low); Some true: with a crate more. *)
Record drawing := Drawing {
  right_end : Z; low_end : Z; across_at : Z -> Z -> option bool; down_at : Z -> Z -> option bool }.
Record well_drawn (D : drawing) : Prop := {
  across_ok : forall a b l, across_at D a b = Some l -> 0 <= a < right_end D /\ 0 <= b <= low_end D;
  down_ok : forall a b l, down_at D a b = Some l -> 0 <= a <= right_end D /\ 0 <= b < low_end D;
  degree_ok : forall a b, across_at D (a - 1) b = None \/ across_at D a b = None \/
                          down_at D a (b - 1) = None \/ down_at D a b = None;
  ends_ok : 0 <= right_end D /\ 0 <= low_end D }.
Definition drawn (D : drawing) (u : unit) : Prop :=
  (if across u then across_at D else down_at D) (col u) (row u) = Some (long u).
Definition is_crate (r : Z) (D : drawing) (c : cell) : Prop :=
  exists u i, drawn D u /\ In i (items_of r u) /\ crate i = c.
(* Cells within the walls; the player begins in the corner. *)
Definition margin (r : Z) : Z := if r =? 1 then 2 else 1.
Definition inside (r : Z) (D : drawing) (c : cell) : Prop :=
  - margin r <= fst c <= pitch r * right_end D + margin r /\
  - margin r <= snd c <= pitch r * low_end D + margin r.
Definition corner (r : Z) : cell := (- margin r, - margin r).
Definition empty (r : Z) (D : drawing) (c : cell) : Prop := inside r D c /\ ~ is_crate r D c.

Inductive walk (r : Z) (D : drawing) : cell -> cell -> Prop :=
| Stay : forall c, empty r D c -> walk r D c c
| Step : forall c d e, walk r D c d -> empty r D e ->
    Z.abs (fst d - fst e) + Z.abs (snd d - snd e) = 1 -> walk r D c e.

(* ---- walks ---- *)

Lemma walk_empty : forall r D c d, walk r D c d -> empty r D c /\ empty r D d.
Proof. induction 1; tauto. Qed.
Lemma walk_on : forall r D c d e, walk r D c d -> walk r D d e -> walk r D c e.
Proof.
  intros r D c d e A B. induction B as [|d f e B IH E N]; [exact A|].
  eapply Step; [exact (IH A) | exact E | exact N].
Qed.
Lemma walk_back : forall r D c d, walk r D c d -> walk r D d c.
Proof.
  intros r D c d A. induction A as [c E|c d e A IH E N]; [constructor; auto|].
  apply walk_on with d; auto. eapply Step; [apply Stay; auto | apply (walk_empty _ _ _ _ A) | lia].
Qed.
Lemma walk_line : forall r D dx dy n c, Z.abs dx + Z.abs dy = 1 ->
  (forall k, 0 <= k <= Z.of_nat n -> empty r D (fst c + k * dx, snd c + k * dy)) ->
  walk r D c (fst c + Z.of_nat n * dx, snd c + Z.of_nat n * dy).
Proof.
  intros r D dx dy n [x y] A. cbn [fst snd]. induction n as [|n IH]; intros E.
  - specialize (E 0 ltac:(lia)). replace (x + Z.of_nat 0 * dx) with x by lia.
    replace (y + Z.of_nat 0 * dy) with y by lia. constructor.
    replace (x + 0 * dx) with x in E by lia. replace (y + 0 * dy) with y in E by lia. auto.
  - eapply Step; [apply IH; intros; apply E; lia | apply E; lia |]. cbn [fst snd]. nia.
Qed.
Lemma walk_row : forall r D y x z, (forall t, Z.min x z <= t <= Z.max x z -> empty r D (t, y)) ->
  walk r D (x, y) (z, y).
Proof.
  assert (H : forall r D y x z, x <= z -> (forall t, x <= t <= z -> empty r D (t, y)) ->
    walk r D (x, y) (z, y)).
  { intros r D y x z L E. pose proof (walk_line r D 1 0 (Z.to_nat (z - x)) (x, y) eq_refl) as W.
    cbn [fst snd] in W. replace (x + Z.of_nat (Z.to_nat (z - x)) * 1) with z in W by lia.
    replace (y + Z.of_nat (Z.to_nat (z - x)) * 0) with y in W by lia. apply W. intros k K.
    replace (y + k * 0) with y by lia. apply E. lia. }
  intros r D y x z E. destruct (Z.le_gt_cases x z).
  - apply H; auto. intros. apply E. lia.
  - apply walk_back, H; [lia|]. intros. apply E. lia.
Qed.
Lemma walk_column : forall r D x y z, (forall t, Z.min y z <= t <= Z.max y z -> empty r D (x, t)) ->
  walk r D (x, y) (x, z).
Proof.
  assert (H : forall r D x y z, y <= z -> (forall t, y <= t <= z -> empty r D (x, t)) ->
    walk r D (x, y) (x, z)).
  { intros r D x y z L E. pose proof (walk_line r D 0 1 (Z.to_nat (z - y)) (x, y) eq_refl) as W.
    cbn [fst snd] in W. replace (y + Z.of_nat (Z.to_nat (z - y)) * 1) with z in W by lia.
    replace (x + Z.of_nat (Z.to_nat (z - y)) * 0) with x in W by lia. apply W. intros k K.
    replace (x + k * 0) with x by lia. apply E. lia. }
  intros r D x y z E. destruct (Z.le_gt_cases y z).
  - apply H; auto. intros. apply E. lia.
  - apply walk_back, H; [lia|]. intros. apply E. lia.
Qed.

(* ---- the same board, with rows and columns exchanged ---- *)

Definition flip (c : cell) : cell := (snd c, fst c).
Definition flipped (D : drawing) : drawing := Drawing (low_end D) (right_end D)
  (fun a b => down_at D b a) (fun a b => across_at D b a).
Lemma flip_flip : forall c, flip (flip c) = c.
Proof. intros [x y]. reflexivity. Qed.
Lemma flipped_ok : forall D, well_drawn D -> well_drawn (flipped D).
Proof.
  intros D [A W G E]. split; cbn; intros.
  - apply W in H. lia.
  - apply A in H. lia.
  - destruct (G b a) as [?|[?|[?|?]]]; auto.
  - lia.
Qed.
Lemma flip_crate : forall r D c, is_crate r (flipped D) (flip c) -> is_crate r D c.
Proof.
  intros r D c ([ua ux uy ul] & i & U & I & C). exists (Unit (negb ua) uy ux ul).
  apply in_map_iff in I as (j & J & I). subst i. cbn [crate] in C.
  exists (Item (put r (Unit (negb ua) uy ux ul) (before j)) (put r (Unit (negb ua) uy ux ul)
    (crate j))
    (put r (Unit (negb ua) uy ux ul) (behind j))).
  split; [|split].
  - unfold drawn in *. cbn in *. destruct ua; cbn in *; auto.
  - apply in_map_iff. exists j. auto.
  - cbn [crate]. rewrite <- (flip_flip c), <- C. unfold put, flip. cbn.
    destruct ua; reflexivity.
Qed.
Lemma flip_empty : forall r D c, empty r (flipped D) c -> empty r D (flip c).
Proof.
  intros r D c [[X Y] N]. split; [split; cbn in *; auto|]. intros C. apply N. apply flip_crate.
  assert (E : flipped (flipped D) = D) by (destruct D; reflexivity). rewrite E. auto.
Qed.
Lemma flip_walk : forall r D c d, walk r (flipped D) c d -> walk r D (flip c) (flip d).
Proof.
  intros r D c d W. induction W; [constructor; apply flip_empty; auto|].
  eapply Step; eauto; [apply flip_empty; auto|]. cbn. lia.
Qed.

(* ---- crates by their place from a grid point ---- *)

Lemma pitch_value : forall r, 1 <= r -> (r = 1 /\ pitch r = 10 /\ margin r = 2) \/
  (2 <= r /\ pitch r = 4 * r /\ margin r = 1).
Proof. intros. unfold pitch, margin. destruct (Z.eqb_spec r 1); lia. Qed.
Lemma item_place : forall r l i, 1 <= r -> In i (items r l) ->
  0 < fst (crate i) < pitch r /\ 0 <= snd (crate i) < pitch r.
Proof.
  intros r l i R I. unfold items, pitch in *. destruct (Z.eqb_spec r 1);
  destruct l; each_item; cbn [crate fst snd]; lia.
Qed.
Lemma one_place : forall U a i b j, 0 <= i < U -> 0 <= j < U -> U * a + i = U * b + j ->
  a = b /\ i = j.
Proof. intros. assert (a = b) by nia. subst. lia. Qed.
Definition here (r : Z) (o : option bool) (c : cell) : Prop :=
  exists l i, o = Some l /\ In i (items r l) /\ crate i = c.
Lemma crate_place : forall r D a b i j, 1 <= r -> 0 <= i < pitch r -> 0 <= j < pitch r ->
  is_crate r D (pitch r * a + i, pitch r * b + j) ->
  here r (across_at D a b) (i, j) \/ here r (down_at D a b) (j, i).
Proof.
  intros r D a b i j R Hi Hj ([ua ux uy ul] & it & U & I & C).
  apply in_map_iff in I as (k & <- & I). cbn [crate] in C.
  pose proof (item_place _ _ _ R I) as [P Q]. unfold drawn, put in *. cbn in *.
  destruct (crate k) as [p q] eqn:K. cbn in *. destruct ua; injection C as X Y;
  apply one_place in X; try lia; apply one_place in Y; try lia; destruct X, Y; subst;
  [left | right]; exists ul, k; auto.
Qed.

(* ---- rows and columns without crates ---- *)

Ltac coordinates H := let A := fresh in let B := fresh in
  pose proof (f_equal fst H) as A; pose proof (f_equal snd H) as B; cbn [fst snd] in A, B; clear H.
Lemma here_place : forall r o p q, 1 <= r -> here r o (p, q) ->
  0 < p < pitch r /\ 0 <= q <= 1 /\ (2 <= r -> q = 0).
Proof.
  intros r o p q R (l & i & _ & I & C). unfold items, pitch in *.
  destruct (Z.eqb_spec r 1); destruct l; each_item; cbn [crate] in C; coordinates C; repeat split;
  intros; lia.
Qed.
Lemma here_none : forall r c, ~ here r None c.
Proof. intros r c (l & i & E & _). discriminate. Qed.
Definition gap (r : Z) : Z := if r =? 1 then 2 else r + 1.
Lemma gap_clear : forall r o q, 1 <= r -> ~ here r o (gap r, q) /\ ~ here r o (pitch r - gap r, q).
Proof.
  intros r o q R. split; intros (l & i & _ & I & C); unfold items, gap, pitch in *;
  destruct (Z.eqb_spec r 1); destruct l; each_item; cbn [crate] in C; coordinates C; lia.
Qed.
Lemma gap_value : forall r, 1 <= r -> (r = 1 /\ gap r = 2) \/ (2 <= r /\ gap r = r + 1).
Proof. intros. unfold gap. destruct (Z.eqb_spec r 1); lia. Qed.
Lemma parted : forall r y, 1 <= r -> exists b j, 0 <= j < pitch r /\ y = pitch r * b + j.
Proof.
  intros r y R. exists (y / pitch r), (y mod pitch r).
  assert (0 < pitch r) by (destruct (pitch_value r R) as [?|?]; lia).
  split; [apply Z.mod_pos_bound; auto | apply Z.div_mod; lia].
Qed.

Section Floor.
Variables (r : Z) (D : drawing).
Hypothesis (R : 1 <= r) (W : well_drawn D).
Let U := pitch r.

Lemma no_across : forall a b, ~ (0 <= a < right_end D /\ 0 <= b <= low_end D)
  -> across_at D a b = None.
Proof.
  intros a b N. destruct (across_at D a b) eqn:E; auto. exfalso. apply N. eapply across_ok; eauto.
Qed.
Lemma no_down : forall a b, ~ (0 <= a <= right_end D /\ 0 <= b < low_end D) -> down_at D a b = None.
Proof.
  intros a b N. destruct (down_at D a b) eqn:E; auto. exfalso. apply N. eapply down_ok; eauto.
Qed.

Lemma gap_column : forall a t, t = gap r \/ t = U - gap r ->
  forall y, ~ is_crate r D (U * a + t, y).
Proof.
  intros a t T y C. destruct (parted r y R) as (b & j & J & ->).
  assert (G : 2 <= t < pitch r).
  { destruct (pitch_value r R) as [(R2 & P & _)|(R2 & P & _)];
    destruct (gap_value r R) as [(? & G)|(? & G)]; unfold U in T; lia. }
  apply crate_place in C; auto; [|lia]. destruct C as [C|C].
  - destruct (gap_clear r (across_at D a b) j R) as [A B]. destruct T as [->| ->]; auto.
  - apply here_place in C; auto. lia.
Qed.
Lemma left_column : forall y, ~ is_crate r D (- margin r, y).
Proof.
  intros y C. destruct (parted r y R) as (b & j & J & ->).
  destruct (pitch_value r R) as [(? & P & G)|(? & P & G)].
  - replace (- margin r) with (pitch r * -1 + 8) in C by lia. apply crate_place in C; auto; [|lia].
    rewrite no_across, no_down in C by lia. destruct C as [C|C]; eapply here_none; eauto.
  - replace (- margin r) with (pitch r * -1 + (pitch r - 1)) in C by lia.
    apply crate_place in C; auto; [|lia].
    rewrite no_across, no_down in C by lia. destruct C as [C|C]; eapply here_none; eauto.
Qed.
Lemma right_column : forall y, ~ is_crate r D (U * right_end D + margin r, y).
Proof.
  intros y C. destruct (parted r y R) as (b & j & J & ->).
  apply crate_place in C; auto; [|destruct (pitch_value r R) as [?|?]; lia].
  rewrite no_across in C by lia. destruct C as [C|C]; [eapply here_none; eauto|].
  apply here_place in C; auto. destruct (pitch_value r R) as [?|?]; lia.
Qed.
End Floor.

Lemma top_row : forall r D x, 1 <= r -> well_drawn D -> ~ is_crate r D (x, - margin r).
Proof.
  intros r D x R W C. apply (left_column r (flipped D) R (flipped_ok _ W) x).
  apply flip_crate. assert (E : flipped (flipped D) = D) by (destruct D; reflexivity).
  rewrite E. exact C.
Qed.
Lemma inside_corner : forall r D x y, 1 <= r -> well_drawn D -> inside r D (x, y) ->
  inside r D (x, - margin r) /\ inside r D (- margin r, - margin r).
Proof.
  intros r D x y R W [X Y]. destruct (ends_ok _ W). unfold inside. cbn [fst snd] in *.
  destruct (pitch_value r R) as [?|?]; nia.
Qed.
Lemma column_to_corner : forall r D x y, 1 <= r -> well_drawn D -> inside r D (x, y) ->
  (forall z, ~ is_crate r D (x, z)) -> walk r D (x, y) (corner r).
Proof.
  intros r D x y R W I N. destruct (inside_corner r D x y R W I) as [A B].
  apply walk_on with (x, - margin r).
  - apply walk_column. intros t T. split; auto. unfold inside in *. cbn [fst snd] in *. lia.
  - apply walk_row. intros t T. split; [|apply top_row; auto]. unfold inside in *.
    cbn [fst snd] in *. lia.
Qed.
Lemma row_to_corner : forall r D x y, 1 <= r -> well_drawn D -> inside r D (x, y) ->
  (forall z, ~ is_crate r D (z, y)) -> walk r D (x, y) (corner r).
Proof.
  intros r D x y R W I N. change (walk r D (flip (y, x)) (flip (corner r))). apply flip_walk.
  apply column_to_corner; auto; [apply flipped_ok; auto | unfold inside in *; cbn in *; tauto|].
  intros z C. apply (N z). apply flip_crate. exact C.
Qed.

(* ---- grid points, and the cells between crates ---- *)

Lemma point_to_corner : forall r D a b, 1 <= r -> well_drawn D ->
  0 <= a <= right_end D -> 0 <= b <= low_end D ->
  across_at D a b = None \/ across_at D (a - 1) b = None ->
  walk r D (pitch r * a, pitch r * b) (corner r).
Proof.
  intros r D a b R W A B O. pose proof (pitch_value r R) as V. pose proof (gap_value r R) as G.
  assert (P : ~ is_crate r D (pitch r * a, pitch r * b)).
  { intros C. replace (pitch r * a) with (pitch r * a + 0) in C by lia.
    replace (pitch r * b) with (pitch r * b + 0) in C by lia.
    apply crate_place in C; try lia. destruct C as [C|C]; apply here_place in C; auto; lia. }
  destruct O as [O|O].
  - assert (K : exists w, 0 < w < pitch r /\ pitch r * a + w <= pitch r * right_end D + margin r /\
      forall y, ~ is_crate r D (pitch r * a + w, y)).
    { destruct (Z.eq_dec a (right_end D)) as [->|].
      - exists (margin r). split; [lia|]. split; [lia|]. apply right_column; auto.
      - exists (gap r). split; [lia|]. split; [destruct V; nia|]. apply gap_column; auto. }
    destruct K as (w & K & L & N).
    apply walk_on with (pitch r * a + w, pitch r * b).
    + apply walk_row. intros t T. rewrite Z.min_l, Z.max_r in T by lia. split.
      * unfold inside. cbn [fst snd]. destruct V; nia.
      * intros C. destruct (Z.eq_dec t (pitch r * a)) as [->|]; auto.
        replace t with (pitch r * a + (t - pitch r * a)) in C by lia.
        replace (pitch r * b) with (pitch r * b + 0) in C by lia.
        apply crate_place in C; try lia. rewrite O in C.
        destruct C as [C|C]; [eapply here_none; eauto | apply here_place in C; auto; lia].
    + apply column_to_corner; auto. unfold inside. cbn [fst snd]. destruct V; nia.
  - assert (K : exists w, 0 < w < pitch r /\ - margin r <= pitch r * a - w /\
      forall y, ~ is_crate r D (pitch r * a - w, y)).
    { destruct (Z.eq_dec a 0) as [->|].
      - exists (margin r). split; [lia|]. split; [lia|].
        replace (pitch r * 0 - margin r) with (- margin r) by lia. apply left_column; auto.
      - exists (gap r). split; [lia|]. split; [destruct V; nia|].
        replace (pitch r * a - gap r) with (pitch r * (a - 1) + (pitch r - gap r)) by lia.
        apply gap_column; auto. }
    destruct K as (w & K & L & N).
    apply walk_on with (pitch r * a - w, pitch r * b).
    + apply walk_row. intros t T. rewrite Z.min_r, Z.max_l in T by lia. split.
      * unfold inside. cbn [fst snd]. destruct V; nia.
      * intros C. destruct (Z.eq_dec t (pitch r * a)) as [->|]; auto.
        replace t with (pitch r * (a - 1) + (t - pitch r * (a - 1))) in C by lia.
        replace (pitch r * b) with (pitch r * b + 0) in C by lia.
        apply crate_place in C; try lia. rewrite O in C.
        destruct C as [C|C]; [eapply here_none; eauto | apply here_place in C; auto; lia].
    + apply column_to_corner; auto. unfold inside. cbn [fst snd]. destruct V; nia.
Qed.
Lemma points_to_corner : forall r D a b, 1 <= r -> well_drawn D ->
  0 <= a <= right_end D -> 0 <= b <= low_end D -> walk r D (pitch r * a, pitch r * b) (corner r).
Proof.
  intros r D a b R W A B. destruct (degree_ok _ W a b) as [O|[O|[O|O]]];
  try (apply point_to_corner; auto; fail);
  change (walk r D (flip (pitch r * b, pitch r * a)) (flip (corner r))); apply flip_walk;
  apply point_to_corner; auto; apply flipped_ok; auto.
Qed.
Lemma end_place : forall r l i e, 1 <= r -> In i (items r l) -> e = before i \/ e = behind i ->
  e = (0, 0) \/ e = (pitch r, 0) \/
  2 <= fst e < pitch r /\ 0 <= snd e <= 1 /\
  forall k j, In k (items r l) -> 0 <= j <= snd e -> crate k <> (fst e, j).
Proof.
  intros r l i e R I E. unfold pitch, items in *. destruct (Z.eqb_spec r 1) as [->|].
  - destruct l; each_item; cbn [before behind] in E; destruct E as [->| ->]; cbn [fst snd]; auto;
    right; right; split; try lia; split; try lia; intros k j K J; each_item; cbn [crate];
    intros X; coordinates X; lia.
  - destruct l; each_item; cbn [before behind] in E; destruct E as [->| ->]; cbn [fst snd]; auto;
    right; right; split; try lia; split; try lia; intros k j K J; each_item; cbn [crate];
    intros X; coordinates X; lia.
Qed.
Lemma between_to_corner : forall r D a b l p q, 1 <= r -> well_drawn D ->
  across_at D a b = Some l -> 2 <= p < pitch r -> 0 <= q <= 1 ->
  (forall k j, In k (items r l) -> 0 <= j <= q -> crate k <> (p, j)) ->
  walk r D (pitch r * a + p, pitch r * b + q) (corner r).
Proof.
  intros r D a b l p q R W O P Q F. pose proof (pitch_value r R) as V.
  pose proof (gap_value r R) as G.
  destruct (across_ok _ W _ _ _ O) as [A B].
  assert (K : exists w, 0 < w <= pitch r - 2 /\ - margin r <= pitch r * b - w /\
    forall x, ~ is_crate r D (x, pitch r * b - w)).
  { destruct (Z.eq_dec b 0) as [->|].
    - exists (margin r). split; [lia|]. split; [lia|]. intros x.
      replace (pitch r * 0 - margin r) with (- margin r) by lia. apply top_row; auto.
    - exists (gap r). split; [lia|]. split; [destruct V; nia|]. intros x C.
      apply (gap_column r (flipped D) R (b - 1) (pitch r - gap r) ltac:(auto) x).
      apply flip_crate. assert (E : flipped (flipped D) = D) by (destruct D; reflexivity).
      rewrite E. unfold flip. cbn [fst snd].
      replace (pitch r * (b - 1) + (pitch r - gap r)) with (pitch r * b - gap r) by lia. exact C. }
  destruct K as (w & K & L & N).
  apply walk_on with (pitch r * a + p, pitch r * b - w).
  - apply walk_column. intros t T. rewrite Z.min_r, Z.max_l in T by lia. split.
    + unfold inside. cbn [fst snd]. destruct V; nia.
    + intros C. destruct (Z.le_gt_cases (pitch r * b) t).
      * replace t with (pitch r * b + (t - pitch r * b)) in C by lia.
        apply crate_place in C; try lia. destruct C as [(l' & k & E & I & X)|C].
        -- rewrite O in E. injection E as <-. apply (F k (t - pitch r * b) I); auto. lia.
        -- apply here_place in C; auto. lia.
      * replace t with (pitch r * (b - 1) + (t - pitch r * (b - 1))) in C by lia.
        apply crate_place in C; try lia. destruct C as [C|C]; apply here_place in C; auto; lia.
  - apply row_to_corner; auto. unfold inside. cbn [fst snd]. destruct V; nia.
Qed.

(* (C): to each cell h(w) the player can walk at the start, from the corner. *)
Lemma floor_across : forall r D u i e, 1 <= r -> well_drawn D -> drawn D u -> across u = true ->
  In i (items_of r u) -> e = before i \/ e = behind i -> walk r D e (corner r).
Proof.
  intros r D [ua a b l] i e R W U A I E. cbn in A. subst ua. unfold drawn in U. cbn in U.
  apply in_items in I as (j & I & J1 & _ & J2). cbn [long] in I.
  destruct (across_ok _ W _ _ _ U) as [Wa Wb].
  assert (F : exists f, e = put r (Unit true a b l) f /\ (f = before j \/ f = behind j)).
  { destruct E as [->| ->]; [exists (before j) | exists (behind j)]; auto. }
  destruct F as (f & -> & F). unfold put. cbn [across col row].
  destruct (end_place r l j f R I F) as [->|[->|(P & Q & N)]]; cbn [fst snd].
  - replace (pitch r * a + 0) with (pitch r * a) by lia.
    replace (pitch r * b + 0) with (pitch r * b) by lia. apply points_to_corner; auto. lia.
  - replace (pitch r * a + pitch r) with (pitch r * (a + 1)) by lia.
    replace (pitch r * b + 0) with (pitch r * b) by lia. apply points_to_corner; auto. lia.
  - eapply between_to_corner; eauto.
Qed.
Theorem floor : forall r D u i e, 1 <= r -> well_drawn D -> drawn D u ->
  In i (items_of r u) -> e = before i \/ e = behind i -> walk r D (corner r) e.
Proof.
  intros r D [ua a b l] i e R W U I E. apply walk_back. destruct ua.
  - eapply floor_across; eauto.
  - rewrite <- (flip_flip e). change (corner r) with (flip (corner r)). apply flip_walk.
    apply in_map_iff in I as (j & <- & I). cbn [before behind] in E.
    eapply floor_across with (u := Unit true b a l)
      (i := Item (put r (Unit true b a l) (before j)) (put r (Unit true b a l) (crate j))
                 (put r (Unit true b a l) (behind j))); auto.
    + apply flipped_ok. auto.
    + apply in_map_iff. exists j. auto.
    + destruct E as [->| ->]; auto.
Qed.
