(* The tree of cases (docs/explanation/certificates.md, "The tree"), and its soundness: columns
   with and without limits, leaves, branches on columns and on groups, implied bounds. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import trie.
Open Scope Z_scope.

(* ---- the claim ---- *)

(* Column j of the file, counted from 0, is number j + 1. *)
Definition column := positive.
Definition term := (Z * column)%type.  (* a coefficient, of a column *)
Record row := Row { terms : list term; least : Z }.

Definition eval (x : column -> Z) (ts : list term) : Z :=
  fold_right (fun t s => fst t * x (snd t) + s) 0 ts.
Definition holds (x : column -> Z) (r : row) : Prop := least r <= eval x (terms r).

(* the least of a column, and the most; None: it has no limit *)
Definition bnd := (Z * option Z)%type.
Definition within1 (v : Z) (b : bnd) : Prop :=
  fst b <= v /\ match snd b with None => True | Some h => v <= h end.
Definition within (x : column -> Z) (bs : trie bnd) : Prop :=
  forall j b, find j bs = Some b -> within1 (x j) b.

(* ---- the file's part: nothing rests on it ---- *)

(* a number from 0 up is that of a row given; below 0 of a row of a branch above, from the root *)
Inductive which := Given (i : positive) | Branch (i : positive).
(* the number of a column, counted from the first one, or from the last one: the last is 1 *)
Inductive place := First (i : positive) | Last (i : positive).

Record prices := Prices { scale : Z; priced : list (which * Z) }.
(* G: the names of groups of columns *)
Inductive node (G : Type) :=
| Leaf (p : prices)
| OnColumn (p : prices) (j : place) (v : Z) (few many : node G)
| OnGroup (p : prices) (g : G) (v : Z) (few many : node G).
Arguments Leaf {G}.
Arguments OnColumn {G}.
Arguments OnGroup {G}.

(* ---- the checker ---- *)

Definition largest : Z := 4611686018427387904.  (* 2^62 *)

Fixpoint add_at (j : column) (a : Z) (v : trie Z) : trie Z :=
  match j, v with
  | xH, Empty => Node Empty (Some a) Empty
  | xH, Node l o r => Node l (Some match o with Some b => b + a | None => a end) r
  | xO i, Empty => Node (add_at i a Empty) None Empty
  | xO i, Node l o r => Node (add_at i a l) o r
  | xI i, Empty => Node Empty None (add_at i a Empty)
  | xI i, Node l o r => Node l o (add_at i a r)
  end.
Fixpoint add_terms (p : Z) (ts : list term) (v : trie Z) : trie Z :=
  match ts with [] => v | (a, j) :: ts' => add_terms p ts' (add_at j (p * a) v) end.
Fixpoint times (s : Z) (v : trie Z) : trie Z :=
  match v with
  | Empty => Empty
  | Node l o r => Node (times s l) match o with Some a => Some (s * a) | None => None end (times s r)
  end.

Definition find_row (rows above : trie row) (w : which) : option row :=
  match w with Given i => find i rows | Branch i => find i above end.
(* rows at prices, added to the left side and to the right side *)
Fixpoint add_rows (rows above : trie row) (ps : list (which * Z)) (v : trie Z) (o : Z)
    : option (trie Z * Z) :=
  match ps with
  | [] => Some (v, o)
  | (w, p) :: ps' =>
      if (1 <=? p) && (p <=? largest) then
        match find_row rows above w with
        | Some r => add_rows rows above ps' (add_terms p (terms r) v) (o + p * least r)
        | None => None
        end
      else None
  end.

Definition top1 (o : option Z) (b : option bnd) : option Z :=
  match o with
  | None => Some 0
  | Some a =>
      if a =? 0 then Some 0
      else match b with
           | None => None
           | Some (l, h) => if 0 <? a then match h with Some u => Some (a * u) | None => None end
                            else Some (a * l)
           end
  end.
(* the most that the left side can come to within the bounds; None: there is no limit *)
Fixpoint top (v : trie Z) (bs : trie bnd) : option Z :=
  match v with
  | Empty => Some 0
  | Node l o r =>
      match top l (evens bs) with
      | None => None
      | Some a => match top r (odds bs) with
                  | None => None
                  | Some c => match top1 o (one bs) with
                              | None => None
                              | Some b => Some (a + b + c) end end end
  end.

Definition surplus (costs : trie Z) (most : Z) (rows above : trie row) (bs : trie bnd) (p : prices)
    : option (trie Z * Z) :=
  let s := scale p in
  if (0 <=? s) && (s <=? largest) then
    match add_rows rows above (priced p) (if s =? 0 then Empty else times (- s) costs) (- s * most) with
    | Some (v, o) => match top v bs with Some t => Some (v, o - t) | None => None end
    | None => None
    end
  else None.

Definition tight1 (o : Z) (c : option Z) (b : bnd) : bnd :=
  match c with
  | None => b
  | Some a =>
      if 0 <? a then
        match snd b with Some u => if 0 <? o + a then (u, Some u) else b | None => b end
      else if (a <? 0) && (0 <? o - a) then (fst b, Some (fst b)) else b
  end.
(* the bounds that the surplus implies *)
Fixpoint tighten (o : Z) (v : trie Z) (bs : trie bnd) : trie bnd :=
  match v, bs with
  | Node l c r, Node bl b br =>
      Node (tighten o l bl) match b with Some e => Some (tight1 o c e) | None => None end
        (tighten o r br)
  | _, _ => bs
  end.

Definition fewer (v : Z) (b : bnd) : bnd :=
  (fst b, Some match snd b with None => v | Some h => Z.min h v end).
Definition more (v : Z) (b : bnd) : bnd := (Z.max (fst b) (v + 1), snd b).
Definition at_most (g : list column) (v : Z) : row := Row (map (fun j => (-1, j)) g) (- v).
Definition at_least (g : list column) (v : Z) : row := Row (map (fun j => (1, j)) g) (v + 1).

(* the column at a place among those below the number `stop` *)
Definition column_at (stop : positive) (p : place) : option column :=
  match p with
  | First i => if (i <? stop)%positive then Some i else None
  | Last i => if (i <? stop)%positive then Some (stop - i)%positive else None
  end.

Section Check.
Context {G : Type}.
Variable group : G -> option (list column).
Variables (costs : trie Z) (most : Z) (rows : trie row) (stop : positive).

(* `above` has the rows of the branches above, and `next` is the number of the next one *)
Fixpoint check_node (above : trie row) (next : positive) (bs : trie bnd) (t : node G) : bool :=
  match t with
  | Leaf p => match surplus costs most rows above bs p with Some (_, o) => 0 <? o | None => false end
  | OnColumn p j v few many =>
      match surplus costs most rows above bs p with
      | None => false
      | Some (rest, o) =>
          match column_at stop j with
          | None => false
          | Some c =>
              let bs' := tighten o rest bs in
              match find c bs' with
              | None => false
              | Some b =>
                  check_node above next (set c (fewer v b) bs') few &&
                  check_node above next (set c (more v b) bs') many
              end
          end
      end
  | OnGroup p g v few many =>
      match surplus costs most rows above bs p with
      | None => false
      | Some (rest, o) =>
          match group g with
          | None => false
          | Some js =>
              let bs' := tighten o rest bs in
              check_node (set next (at_most js v) above) (Pos.succ next) bs' few &&
              check_node (set next (at_least js v) above) (Pos.succ next) bs' many
          end
      end
  end.
End Check.

(* Rows and bounds are numbered by their places in the lists. *)
Definition check_tree {G} (group : G -> option (list column)) (costs : list term) (most : Z)
    (rows : list row) (bs : list bnd) (t : node G) : bool :=
  check_node group (add_terms 1 costs Empty) most (of_list rows) (Pos.of_succ_nat (length bs))
    Empty 1 (of_list bs) t.

(* ---- proofs ---- *)

Definition low (x : column -> Z) : column -> Z := fun j => x (xO j).
Definition high (x : column -> Z) : column -> Z := fun j => x (xI j).
Fixpoint dot (x : column -> Z) (v : trie Z) : Z :=
  match v with
  | Empty => 0
  | Node l o r => dot (low x) l + match o with Some a => a * x xH | None => 0 end + dot (high x) r
  end.

Lemma dot_add_at : forall j a v x, dot x (add_at j a v) = dot x v + a * x j.
Proof.
  induction j; intros a [|l o r] x; simpl; try rewrite IHj; simpl; unfold low, high; try lia.
  destruct o; lia.
Qed.
Lemma dot_add_terms : forall ts p v x, dot x (add_terms p ts v) = dot x v + p * eval x ts.
Proof.
  induction ts as [|[a j] ts IH]; intros; simpl; [lia|]. rewrite IH, dot_add_at. lia.
Qed.
Lemma dot_times : forall v s x, dot x (times s v) = s * dot x v.
Proof. induction v; intros; simpl; [lia|]. rewrite IHv1, IHv2. destruct here; lia. Qed.

Lemma add_rows_ok : forall x rows above ps v o w q,
  (forall i r, find i rows = Some r -> holds x r) ->
  (forall i r, find i above = Some r -> holds x r) ->
  add_rows rows above ps v o = Some (w, q) -> o <= dot x v -> q <= dot x w.
Proof.
  intros x rows above ps. induction ps as [|[k p] ps IH]; intros v o w q Hr Ha H Ho; simpl in H.
  - injection H as <- <-. exact Ho.
  - destruct ((1 <=? p) && (p <=? largest)) eqn:E; [|discriminate].
    apply andb_true_iff in E as [E _]. apply Z.leb_le in E.
    destruct (find_row rows above k) as [r|] eqn:F; [|discriminate].
    assert (Hh : holds x r) by (destruct k; simpl in F; eauto).
    eapply IH; eauto. rewrite dot_add_terms. unfold holds in Hh. nia.
Qed.

Lemma within_parts : forall x bs, within x bs ->
  within (low x) (evens bs) /\ within (high x) (odds bs) /\
  (forall b, one bs = Some b -> within1 (x xH) b).
Proof.
  intros x [|l o r] H; (split; [|split]); try (intros j b E; discriminate E); try discriminate.
  - intros j b E. exact (H (xO j) b E).
  - intros j b E. exact (H (xI j) b E).
  - intros b E. exact (H xH b E).
Qed.

Lemma top1_ok : forall o b v t, (forall e, b = Some e -> within1 v e) -> top1 o b = Some t ->
  match o with Some a => a * v | None => 0 end <= t.
Proof.
  intros [a|] b v t Hw H; simpl in H; [|injection H as <-; lia].
  destruct (Z.eqb_spec a 0); [injection H as <-; lia|].
  destruct b as [[l h]|]; [|discriminate]. destruct (Hw _ eq_refl) as [Hl Hh]; simpl in *.
  destruct (Z.ltb_spec 0 a).
  - destruct h; [|discriminate]. injection H as <-. nia.
  - injection H as <-. nia.
Qed.
Lemma top_ok : forall v bs x t, within x bs -> top v bs = Some t -> dot x v <= t.
Proof.
  induction v as [|l IHl o r IHr]; intros bs x t Hw H; simpl in *; [injection H as <-; lia|].
  destruct (within_parts _ _ Hw) as (Wl & Wr & W1).
  destruct (top l (evens bs)) eqn:El; [|discriminate].
  destruct (top r (odds bs)) eqn:Er; [|discriminate].
  destruct (top1 o (one bs)) eqn:E1; [|discriminate]. injection H as <-.
  specialize (IHl _ _ _ Wl El). specialize (IHr _ _ _ Wr Er).
  pose proof (top1_ok _ _ _ _ W1 E1). lia.
Qed.

Lemma surplus_ok : forall x costs most rows above bs p rest o,
  surplus costs most rows above bs p = Some (rest, o) ->
  within x bs -> (forall i r, find i rows = Some r -> holds x r) ->
  (forall i r, find i above = Some r -> holds x r) -> dot x costs <= most ->
  exists t, top rest bs = Some t /\ o + t <= dot x rest.
Proof.
  unfold surplus. intros x costs most rows above bs [s ps] rest o H Hw Hr Ha Hc; simpl in H.
  destruct ((0 <=? s) && (s <=? largest)) eqn:Es; [|discriminate].
  apply andb_true_iff in Es as [Es _]. apply Z.leb_le in Es.
  destruct (add_rows _ _ _ _ _) as [[w q]|] eqn:E; [|discriminate].
  destruct (top w bs) as [t|] eqn:Et; [|discriminate]. injection H as <- <-.
  exists t. split; auto. enough (q <= dot x w) by lia.
  eapply (add_rows_ok x _ _ _ _ _ _ _ Hr Ha E). destruct (Z.eqb_spec s 0) as [->|]; [cbn; lia|].
  rewrite dot_times. nia.
Qed.

Lemma tight1_ok : forall o c v e s, within1 v e -> top1 c (Some e) = Some s ->
  o + s <= match c with Some a => a * v | None => 0 end -> within1 v (tight1 o c e).
Proof.
  intros o [a|] v [l h] s [Hl Hh] H Ho; simpl in *; [|split; auto].
  unfold tight1, within1 in *; simpl in *. destruct (Z.eqb_spec a 0).
  - subst. injection H as <-. simpl. auto.
  - destruct (Z.ltb_spec 0 a).
    + destruct h as [u|]; [|discriminate]. injection H as <-.
      destruct (Z.ltb_spec 0 (o + a)); simpl; split; nia.
    + injection H as <-. destruct (Z.ltb_spec a 0); [|lia].
      destruct (Z.ltb_spec 0 (o - a)); simpl; split; auto; nia.
Qed.
(* A column one unit off the end where its term is largest would take more than the surplus. *)
Lemma tighten_ok : forall v o bs x t, within x bs -> top v bs = Some t -> o + t <= dot x v ->
  within x (tighten o v bs).
Proof.
  induction v as [|l IHl c r IHr]; intros o bs x t Hw H Ho; simpl in *; auto.
  destruct (within_parts _ _ Hw) as (Wl & Wr & W1).
  destruct (top l (evens bs)) as [tl|] eqn:El; [|discriminate].
  destruct (top r (odds bs)) as [tr|] eqn:Er; [|discriminate].
  destruct (top1 c (one bs)) as [tc|] eqn:E1; [|discriminate]. injection H as <-.
  pose proof (top_ok _ _ _ _ Wl El). pose proof (top_ok _ _ _ _ Wr Er).
  pose proof (top1_ok _ _ _ _ W1 E1).
  destruct bs as [|bl b br]; auto. simpl in *.
  intros [j|j|] e F; simpl in F.
  - eapply (IHr o br (high x)); eauto. lia.
  - eapply (IHl o bl (low x)); eauto. lia.
  - destruct b as [b|]; [|discriminate]. injection F as <-.
    eapply tight1_ok; eauto. lia.
Qed.

Lemma within_set : forall x bs c b, within x bs -> within1 (x c) b -> within x (set c b bs).
Proof.
  intros x bs c b Hw Hb j e H. rewrite find_set in H. destruct (Pos.eqb_spec j c).
  - injection H as <-. subst. auto.
  - eauto.
Qed.
Lemma within1_fewer : forall z v b, within1 z b -> z <= v -> within1 z (fewer v b).
Proof. intros z v [l [h|]] [A B] H; split; simpl in *; lia. Qed.
Lemma within1_more : forall z v b, within1 z b -> v + 1 <= z -> within1 z (more v b).
Proof. intros z v [l [h|]] [A B] H; split; simpl in *; lia. Qed.
Lemma holds_set : forall x rows i r, (forall i r, find i rows = Some r -> holds x r) ->
  holds x r -> forall j q, find j (set i r rows) = Some q -> holds x q.
Proof.
  intros x rows i r Hr H j q F. rewrite find_set in F. destruct (Pos.eqb j i); eauto.
  injection F as <-. auto.
Qed.
Definition gsum (x : column -> Z) (g : list column) : Z := fold_right (fun j s => x j + s) 0 g.
Lemma eval_map : forall x a g, eval x (map (fun j => (a, j)) g) = a * gsum x g.
Proof.
  unfold eval, gsum. induction g; [simpl; lia|]. cbn [map fold_right fst snd]. rewrite IHg. ring.
Qed.

Theorem node_sound : forall G group costs most rows stop (t : node G) above next bs,
  check_node group costs most rows stop above next bs t = true ->
  forall x, within x bs -> (forall i r, find i rows = Some r -> holds x r) ->
  (forall i r, find i above = Some r -> holds x r) -> most < dot x costs.
Proof.
  intros G group costs most rows stop t.
  induction t as [p | p j v few IH1 many IH2 | p g v few IH1 many IH2];
  intros above next bs H x Hw Hr Ha; simpl in H;
  destruct (Z.lt_ge_cases most (dot x costs)) as [|Hc]; auto; exfalso;
  destruct (surplus costs most rows above bs p) as [[rest o]|] eqn:E; try discriminate;
  destruct (surplus_ok x _ _ _ _ _ _ _ _ E Hw Hr Ha Hc) as (t & Et & Ht).
  - apply Z.ltb_lt in H. pose proof (top_ok _ _ _ _ Hw Et). lia.
  - pose proof (tighten_ok _ _ _ _ _ Hw Et Ht) as Hw'.
    destruct (column_at stop j) as [c|]; [|discriminate].
    destruct (find c (tighten o rest bs)) as [b|] eqn:Fb; [|discriminate].
    apply andb_true_iff in H as [H1 H2]. pose proof (Hw' _ _ Fb) as Hb.
    destruct (Z.le_gt_cases (x c) v).
    + enough (most < dot x costs) by lia. eapply IH1; eauto.
      apply within_set, within1_fewer; auto.
    + enough (most < dot x costs) by lia. eapply IH2; eauto.
      apply within_set, within1_more; auto; lia.
  - pose proof (tighten_ok _ _ _ _ _ Hw Et Ht) as Hw'.
    destruct (group g) as [js|]; [|discriminate].
    apply andb_true_iff in H as [H1 H2].
    destruct (Z.le_gt_cases (gsum x js) v).
    + enough (most < dot x costs) by lia. eapply IH1; eauto. apply holds_set; auto.
      unfold holds, at_most; simpl. rewrite eval_map. lia.
    + enough (most < dot x costs) by lia. eapply IH2; eauto. apply holds_set; auto.
      unfold holds, at_least; simpl. rewrite eval_map. lia.
Qed.

(* If a tree passes, whatever it is, no choice that keeps the bounds and satisfies the rows costs
   `most` or less. *)
Theorem tree_sound : forall G group costs most rows bs (t : node G),
  check_tree group costs most rows bs t = true ->
  forall x, (forall i b, nth_error bs i = Some b -> within1 (x (Pos.of_succ_nat i)) b) ->
  (forall r, In r rows -> holds x r) -> most < eval x costs.
Proof.
  intros G group costs most rows bs t H x Hw Hr. unfold check_tree in H.
  replace (eval x costs) with (dot x (add_terms 1 costs Empty))
    by (rewrite dot_add_terms; cbn [dot]; lia).
  eapply node_sound; eauto.
  - intros j b F. apply of_list_nth in F. apply Hw in F.
    replace (Pos.of_succ_nat (Nat.pred (Pos.to_nat j))) with j in F; auto. lia.
  - intros i r F. apply Hr. eapply of_list_in; eauto.
  - intros i r F. discriminate F.
Qed.
