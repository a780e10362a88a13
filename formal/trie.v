(* Finite maps from numbers 1, 2, 3, ... : binary tries, which a program walks bit by bit. *)
Require Import ZArith List Lia.
Import ListNotations.
Set Implicit Arguments.

Section Trie.
Variable A : Type.

Inductive trie := Empty | Node (even : trie) (here : option A) (odd : trie).

Fixpoint find (i : positive) (t : trie) {struct t} : option A :=
  match t with
  | Empty => None
  | Node l o r => match i with xH => o | xO j => find j l | xI j => find j r end
  end.

Fixpoint set (i : positive) (a : A) (t : trie) : trie :=
  match i, t with
  | xH, Empty => Node Empty (Some a) Empty
  | xH, Node l _ r => Node l (Some a) r
  | xO j, Empty => Node (set j a Empty) None Empty
  | xO j, Node l o r => Node (set j a l) o r
  | xI j, Empty => Node Empty None (set j a Empty)
  | xI j, Node l o r => Node l o (set j a r)
  end.

Fixpoint remove (i : positive) (t : trie) {struct t} : trie :=
  match t with
  | Empty => Empty
  | Node l o r => match i with
                  | xH => Node l None r
                  | xO j => Node (remove j l) o r
                  | xI j => Node l o (remove j r)
                  end
  end.

(* the values i, i + 1, ... of a list, added to a map *)
Fixpoint set_all (i : positive) (l : list A) (t : trie) : trie :=
  match l with [] => t | a :: l' => set_all (Pos.succ i) l' (set i a t) end.
Definition of_list (l : list A) : trie := set_all 1 l Empty.

(* the parts of a map *)
Definition evens (t : trie) : trie := match t with Empty => Empty | Node l _ _ => l end.
Definition odds (t : trie) : trie := match t with Empty => Empty | Node _ _ r => r end.
Definition one (t : trie) : option A := match t with Empty => None | Node _ o _ => o end.

Lemma find_set_same : forall i a t, find i (set i a t) = Some a.
Proof. induction i; intros a [|l o r]; simpl; auto. Qed.
Lemma find_set_other : forall i j a t, i <> j -> find i (set j a t) = find i t.
Proof.
  induction i; destruct j; intros a [|l o r] N; simpl; auto; try congruence;
  try (rewrite IHi by congruence; auto); try (destruct i; reflexivity); destruct j; auto.
Qed.
Lemma find_set : forall i j a t,
  find i (set j a t) = if Pos.eqb i j then Some a else find i t.
Proof.
  intros. destruct (Pos.eqb_spec i j); [subst; apply find_set_same | apply find_set_other; auto].
Qed.
Lemma find_remove : forall i j t, find i (remove j t) = if Pos.eqb i j then None else find i t.
Proof.
  induction i; destruct j; intros [|l o r]; simpl; auto;
  try rewrite IHi; try (destruct (Pos.eqb i j); auto).
Qed.
Lemma find_set_all : forall l i j t, find j (set_all i l t) = find j t \/
  exists a n, find j (set_all i l t) = Some a /\ nth_error l n = Some a /\
  Pos.to_nat j = (Pos.to_nat i + n)%nat.
Proof.
  induction l as [|b l IH]; intros i j t; simpl; auto.
  destruct (IH (Pos.succ i) j (set i b t)) as [H | (a & n & H & E & P)].
  - rewrite H, find_set. destruct (Pos.eqb_spec j i); auto.
    right. exists b, 0%nat. subst. repeat split. lia.
  - right. exists a, (S n). repeat split; auto. lia.
Qed.
Lemma of_list_nth : forall l j a, find j (of_list l) = Some a ->
  nth_error l (Nat.pred (Pos.to_nat j)) = Some a.
Proof.
  intros l j a H. unfold of_list in H. destruct (find_set_all l 1 j Empty) as [E | (b & n & E & N & P)].
  - rewrite E in H. discriminate.
  - rewrite E in H. injection H as <-. rewrite P. exact N.
Qed.
Lemma of_list_in : forall l j a, find j (of_list l) = Some a -> In a l.
Proof. intros. eapply nth_error_In, of_list_nth; eauto. Qed.
End Trie.

Arguments Empty {A}.
