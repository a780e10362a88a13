(* Sums over lists. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

Definition sum {A} (f : A -> Z) (l : list A) : Z := fold_right (fun a s => f a + s) 0 l.
Lemma sum_cons {A} : forall (f : A -> Z) a l, sum f (a :: l) = f a + sum f l.
Proof. reflexivity. Qed.
Definition one_if (b : bool) : Z := if b then 1 else 0.
Lemma one_if_01 : forall b, 0 <= one_if b <= 1.
Proof. destruct b; simpl; lia. Qed.

Lemma sum_ext {A} : forall (f g : A -> Z) l, (forall a, In a l -> f a = g a) -> sum f l = sum g l.
Proof.
  induction l; intros H; cbn; auto. rewrite H by (left; auto). f_equal. apply IHl.
  intros; apply H; right; auto.
Qed.
Lemma sum_le {A} : forall (f g : A -> Z) l, (forall a, In a l -> f a <= g a) -> sum f l <= sum g l.
Proof.
  induction l; intros H; cbn; [lia|]. assert (f a <= g a) by (apply H; left; auto).
  assert (sum f l <= sum g l) by (apply IHl; intros; apply H; right; auto). unfold sum in *. lia.
Qed.
Lemma sum_add {A} : forall (f g : A -> Z) l, sum (fun a => f a + g a) l = sum f l + sum g l.
Proof. induction l; cbn; [lia|]. unfold sum in *. lia. Qed.
Lemma sum_mul {A} : forall c (f : A -> Z) l, sum (fun a => c * f a) l = c * sum f l.
Proof. induction l; cbn; [lia|]. unfold sum in *. lia. Qed.
Lemma sum_nonneg {A} : forall (f : A -> Z) l, (forall a, In a l -> 0 <= f a) -> 0 <= sum f l.
Proof.
  induction l; intros H; cbn; [lia|]. assert (0 <= f a) by (apply H; left; auto).
  assert (0 <= sum f l) by (apply IHl; intros; apply H; right; auto). unfold sum in *. lia.
Qed.
Lemma sum_in {A} : forall (f : A -> Z) l a, In a l -> (forall b, In b l -> 0 <= f b)
  -> f a <= sum f l.
Proof.
  induction l as [|c l IH]; intros a I H; [destruct I|]. cbn. fold (sum f l).
  assert (0 <= f c) by (apply H; left; auto).
  assert (0 <= sum f l) by (apply sum_nonneg; intros; apply H; right; auto).
  destruct I as [->|I]; [lia|].
  assert (f a <= sum f l) by (apply IH; [auto | intros; apply H; right; auto]). lia.
Qed.
Lemma sum_app {A} : forall (f : A -> Z) l k, sum f (l ++ k) = sum f l + sum f k.
Proof. induction l; intros; [reflexivity|]. cbn. fold (sum f (l ++ k)) (sum f l). rewrite IHl. lia.
Qed.
Lemma sum_filter {A} : forall (f : A -> Z) p l,
  sum f (filter p l) = sum (fun a => if p a then f a else 0) l.
Proof. induction l; cbn; auto. destruct (p a); cbn; unfold sum in *; rewrite IHl; lia. Qed.
Lemma sum_map {A C} : forall (f : C -> Z) (g : A -> C) l, sum f (map g l) = sum (fun a => f (g a))
  l.
Proof. induction l; cbn; auto. unfold sum in *. rewrite IHl. lia. Qed.
Lemma sum_zero {A} : forall (f : A -> Z) l, (forall a, In a l -> f a = 0) -> sum f l = 0.
Proof. induction l; intros H; cbn; auto. rewrite H by (left; auto). unfold sum in IHl.
rewrite IHl; auto.
  intros; apply H; right; auto. Qed.
Lemma sum_length {A} : forall p (l : list A), Z.of_nat (length (filter p l))
  = sum (fun a => one_if (p a)) l.
Proof. induction l; cbn; auto. destruct (p a); cbn [length one_if]; unfold sum in *; lia. Qed.
(* functions that differ at most at one member, or at two *)
Lemma sum_one : forall (f g : nat -> Z) l a, NoDup l -> In a l ->
  (forall i, i <> a -> f i = g i) -> sum f l = sum g l + (f a - g a).
Proof.
  induction l as [|b l IH]; intros a N I H; [destruct I|]. inversion N as [|? ? Nb Nl]; subst. cbn.
  fold (sum f l) (sum g l).
  destruct (Nat.eq_dec b a) as [->|D].
  - assert (sum f l = sum g l). { apply sum_ext. intros i Hi. apply H. congruence. }
    lia.
  - destruct I as [?|I]; [congruence|]. specialize (IH a Nl I H). rewrite (H b D). lia.
Qed.
Lemma sum_two : forall (f g : nat -> Z) l a b, NoDup l -> In a l -> In b l -> a <> b ->
  (forall i, i <> a -> i <> b -> f i = g i) -> sum f l = sum g l + (f a - g a) + (f b - g b).
Proof.
  intros f g l a b N Ia Ib D H.
  rewrite (sum_one f (fun i => if Nat.eqb i a then f i else g i) l b N Ib).
  - rewrite (sum_one (fun i => if Nat.eqb i a then f i else g i) g l a N Ia).
    + rewrite Nat.eqb_refl. destruct (Nat.eqb_spec b a); [congruence|]. lia.
    + intros i E. destruct (Nat.eqb_spec i a); congruence.
  - intros i E. destruct (Nat.eqb_spec i a); auto.
Qed.

