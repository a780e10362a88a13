(* Vertex cover -> Bomb-r-cover (docs/reductions/vc-to-bombcover.md): the lemma on links for every
   r >= 1, on any units of any drawing. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

Definition cell := (Z * Z)%type.

(* ---- explosions and links ---- *)

(* An explosion on e can take a crate on c, whatever stands or has stood between. *)
Definition reaches (r : Z) (e c : cell) : Prop :=
  (fst e = fst c /\ 1 <= Z.abs (snd e - snd c) <= r) \/
  (snd e = snd c /\ 1 <= Z.abs (fst e - fst c) <= r).
Definition linked (r : Z) (c d : cell) : Prop :=
  (fst c = fst d /\ Z.abs (snd c - snd d) <= 2 * r) \/
  (snd c = snd d /\ Z.abs (fst c - fst d) <= 2 * r) \/
  (Z.abs (fst c - fst d) <= r /\ Z.abs (snd c - snd d) <= r).

(* The crates that one explosion takes are a clique of links. *)
Theorem explosions_take_cliques : forall r e c d,
  reaches r e c -> reaches r e d -> linked r c d.
Proof. intros r [ex ey] [cx cy] [dx dy]. unfold reaches, linked. cbn [fst snd]. lia. Qed.

(* ---- the layout ---- *)

(* A crate of a unit, and the two cells h(w) of the ends of its edge of G': each a distance along
   the unit from its first grid point, and aside. *)
Record item := Item { before : cell; crate : cell; behind : cell }.
Definition pitch (r : Z) : Z := if r =? 1 then 10 else 4 * r.
Definition items (r : Z) (long : bool) : list item :=
  if r =? 1 then
    if long then
      [ Item (0, 0) (1, 0) (2, 0); Item (2, 0) (3, 0) (4, 0); Item (4, 0) (4, 1) (5, 1);
        Item (5, 1) (6, 1) (6, 0); Item (6, 0) (7, 0) (8, 0); Item (8, 0) (9, 0) (10, 0) ]
    else
      [ Item (0, 0) (1, 0) (2, 0); Item (2, 0) (3, 0) (4, 0); Item (4, 0) (5, 0) (6, 0);
        Item (6, 0) (7, 0) (8, 0); Item (8, 0) (9, 0) (10, 0) ]
  else
    if long then
      [ Item (0, 0) (r - 1, 0) (r, 0); Item (r, 0) (2 * r, 0) (3 * r, 0);
        Item (3 * r, 0) (3 * r + 1, 0) (4 * r, 0) ]
    else [ Item (0, 0) (r, 0) (2 * r, 0); Item (2 * r, 0) (3 * r, 0) (4 * r, 0) ].

(* A unit of the drawing: from a grid point to the next one to its right (across), or below. *)
Record unit := Unit { across : bool; col : Z; row : Z; long : bool }.
Definition put (r : Z) (u : unit) (p : cell) : cell :=
  if across u then (pitch r * col u + fst p, pitch r * row u + snd p)
  else (pitch r * col u + snd p, pitch r * row u + fst p).
Definition items_of (r : Z) (u : unit) : list item :=
  map (fun i => Item (put r u (before i)) (put r u (crate i)) (put r u (behind i)))
    (items r (long u)).

Definition same (c d : cell) : Prop := fst c = fst d /\ snd c = snd d.
Definition share_an_end (i j : item) : Prop :=
  same (before i) (before j) \/ same (before i) (behind j) \/
  same (behind i) (before j) \/ same (behind i) (behind j).
(* A drawing has a unit once: with one number of crates. *)
Definition compatible (u v : unit) : Prop :=
  across u = across v -> col u = col v -> row u = row v -> long u = long v.

(* ---- (L) ---- *)

Lemma in_items : forall r u i, In i (items_of r u) ->
  exists j, In j (items r (long u)) /\ before i = put r u (before j) /\
    crate i = put r u (crate j) /\ behind i = put r u (behind j).
Proof. intros r u i I. apply in_map_iff in I as (j & <- & I). exists j. auto. Qed.

Ltac each_item := repeat match goal with
  | H : In _ (_ :: _) |- _ => destruct H as [<-|H]
  | H : In _ [] |- _ => destruct H
  end.

Lemma linked_within : forall r c d, linked r c d ->
  (fst c = fst d /\ - (2 * r) <= snd c - snd d <= 2 * r) \/
  (snd c = snd d /\ - (2 * r) <= fst c - fst d <= 2 * r) \/
  (- r <= fst c - fst d <= r /\ - r <= snd c - snd d <= r).
Proof. unfold linked. intros r [a b] [c d]. cbn [fst snd]. lia. Qed.
Ltac not_linked_or_ends := first
  [ exfalso; lia | left; split; lia | right; left; split; lia
  | right; right; left; split; lia | right; right; right; split; lia ].

Lemma links_1 : forall u v i j, compatible u v -> In i (items_of 1 u) -> In j (items_of 1 v) ->
  linked 1 (crate i) (crate j) -> share_an_end i j.
Proof.
  intros [ua ux uy ul] [va vx vy vl] i j C I J L.
  unfold compatible in C. cbn [across col row long] in C.
  assert (D : ua = va -> ul <> vl -> ux <> vx \/ uy <> vy).
  { intros A N. destruct (Z.eq_dec ux vx), (Z.eq_dec uy vy); auto; exfalso; auto. }
  clear C. apply in_items in I as (i' & I & I1 & I2 & I3).
  apply in_items in J as (j' & J & J1 & J2 & J3).
  apply linked_within in L. unfold share_an_end, same in *. rewrite I1, I2, I3, J1, J2, J3 in *.
  clear I1 I2 I3 J1 J2 J3.
  unfold put in *. cbn [across col row long] in *. change (pitch 1) with 10 in *.
  destruct ua, va, ul, vl; cbn [items Z.eqb Pos.eqb] in I, J;
  try specialize (D eq_refl ltac:(discriminate));
  each_item; cbn [before crate behind fst snd] in *; not_linked_or_ends.
Qed.

Lemma near : forall r a k, 2 <= r -> Z.abs (4 * r * a + k) <= 2 * r -> Z.abs k <= 4 * r ->
  a = -1 \/ a = 0 \/ a = 1.
Proof. intros. assert (-2 < a < 2) by nia. lia. Qed.
Lemma items_within : forall r l i, 2 <= r -> In i (items r l) ->
  0 <= fst (crate i) <= 4 * r /\ snd (crate i) = 0.
Proof.
  intros r l i R I. unfold items in I. destruct (Z.eqb_spec r 1); [lia|].
  destruct l; each_item; cbn [crate fst snd]; lia.
Qed.
Lemma links_more : forall r u v i j, 2 <= r -> compatible u v ->
  In i (items_of r u) -> In j (items_of r v) ->
  linked r (crate i) (crate j) -> share_an_end i j.
Proof.
  intros r [ua ux uy ul] [va vx vy vl] i j R C I J L.
  unfold compatible in C. cbn [across col row long] in C.
  assert (D : ua = va -> ul <> vl -> ux <> vx \/ uy <> vy).
  { intros A N. destruct (Z.eq_dec ux vx), (Z.eq_dec uy vy); auto; exfalso; auto. }
  clear C. apply in_items in I as (i' & I & I1 & I2 & I3).
  apply in_items in J as (j' & J & J1 & J2 & J3).
  apply linked_within in L. unfold share_an_end, same in *. rewrite I1, I2, I3, J1, J2, J3 in *.
  clear I1 I2 I3 J1 J2 J3.
  unfold put in *. cbn [across col row long] in *.
  assert (P : pitch r = 4 * r) by (unfold pitch; destruct (Z.eqb_spec r 1); lia). rewrite P in *.
  pose proof (items_within _ _ _ R I) as [Wi Si]. pose proof (items_within _ _ _ R J) as [Wj Sj].
  assert (X : ux - vx = -1 \/ ux - vx = 0 \/ ux - vx = 1).
  { apply (near r _ (match ua, va with true, true => fst (crate i') - fst (crate j')
      | true, false => fst (crate i') | false, true => - fst (crate j') | _, _ => 0 end) R);
    destruct ua, va; cbn [fst snd] in L; nia. }
  assert (Y : uy - vy = -1 \/ uy - vy = 0 \/ uy - vy = 1).
  { apply (near r _ (match ua, va with false, false => fst (crate i') - fst (crate j')
      | false, true => fst (crate i') | true, false => - fst (crate j') | _, _ => 0 end) R);
    destruct ua, va; cbn [fst snd] in L; nia. }
  clear Wi Si Wj Sj.
  assert (E : exists a b, (a = -1 \/ a = 0 \/ a = 1) /\ (b = -1 \/ b = 0 \/ b = 1) /\
    ux = vx + a /\ uy = vy + b) by (exists (ux - vx), (uy - vy); lia).
  destruct E as (a & b & A & B & -> & ->).
  assert (D' : ua = va -> ul <> vl -> a <> 0 \/ b <> 0) by (intros M N; destruct (D M N); lia).
  clear D X Y. rewrite !Z.mul_add_distr_l in *.
  generalize dependent (4 * r * vx). generalize dependent (4 * r * vy). intros y x L.
  unfold items in I, J. destruct (Z.eqb_spec r 1); [lia|].
  destruct ua, va, ul, vl; try specialize (D' eq_refl ltac:(discriminate));
  each_item; cbn [before crate behind fst snd] in *;
  destruct A as [A|[A|A]]; destruct B as [B|[B|B]]; subst a b; not_linked_or_ends.
Qed.

(* (L): crates are linked only if their edges of G' share an end, for every r. *)
Theorem links : forall r u v i j, 1 <= r -> compatible u v ->
  In i (items_of r u) -> In j (items_of r v) ->
  linked r (crate i) (crate j) -> share_an_end i j.
Proof.
  intros r u v i j R. destruct (Z.eq_dec r 1) as [->|]; [apply links_1 | apply links_more; lia].
Qed.
(* So all that one explosion takes shares ends by pairs, at any time. *)
Theorem explosions_share : forall r u v i j e, 1 <= r -> compatible u v ->
  In i (items_of r u) -> In j (items_of r v) ->
  reaches r e (crate i) -> reaches r e (crate j) -> share_an_end i j.
Proof. intros. eapply links; eauto. eapply explosions_take_cliques; eauto. Qed.
