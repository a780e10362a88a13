(* boxcover, kind `squares`: components of what reductions leave, their rows, and their trees
   (docs/explanation/certificates-boxcover.md, "Components", "Windows", "Rounding"). *)
Require Import ZArith List Lia Bool Orders Mergesort.
Import ListNotations.
From gridproof Require Import trie tree cover windows.
Open Scope Z_scope.

(* ---- the file's part ---- *)

Inductive named :=
| Window (ps : list point) (weighed : list (place * Z))
| Round (unit : Z) (priced : list (point * Z))
| Cases (beyond : Z) (weighed : list (place * Z)) (cases : node unit).
Record part := Part { most : Z; rows : list named; proof : node unit }.

(* ---- the checker ---- *)

Fixpoint map_all {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l' => match f a with
               | None => None
               | Some b => match map_all f l' with Some bs => Some (b :: bs) | None => None end end
  end.
Fixpoint terms_of (t : trie Z) (k : positive -> positive) (rest : list term) : list term :=
  match t with
  | Empty => rest
  | Node l o r =>
      let rest' := terms_of r (fun i => k (xI i)) rest in
      terms_of l (fun i => k (xO i)) match o with Some a => (a, k xH) :: rest' | None => rest' end
  end.
Definition row_of (t : trie Z) (b : Z) : row := Row (terms_of t (fun i => i) []) b.

Definition round_up (a d : Z) : Z := - ((- a) / d).
Fixpoint all_up (d : Z) (t : trie Z) : trie Z :=
  match t with
  | Empty => Empty
  | Node l o r => Node (all_up d l) match o with Some a => Some (round_up a d) | None => None end (all_up d r)
  end.
Definition max_weight : Z := 4294967296.  (* 2^32 *)
Definition ranged (a least : Z) : bool := (least <=? a) && (a <=? max_weight).
Definition ones (cs : list column) : list term := map (fun c => (1, c)) cs.
(* the members of a list, each once *)
Fixpoint distinct (l : list positive) (seen : trie unit) : list positive :=
  match l with
  | [] => []
  | i :: l' => if has seen i then distinct l' seen else i :: distinct l' (set i tt seen)
  end.
Definition weight_of (t : trie Z) (c : column) : Z := match find c t with Some w => w | None => 0 end.

Section Part.
Variables (st : state) (index : trie column) (stop : positive).

Definition columns_of (p : point) : option (list column) :=
  match find p (points st) with
  | None => None
  | Some l => map_all (fun s => find s index) (live_squares st l)
  end.
Definition point_row (p : point) : option row :=
  match columns_of p with Some cs => Some (Row (ones cs) 1) | None => None end.

Fixpoint add_weights (weighed : list (place * Z)) (t : trie Z) : option (trie Z) :=
  match weighed with
  | [] => Some t
  | (j, w) :: rest => match column_at stop j with
      | Some c => if ranged w 0 then add_weights rest (set c w t) else None
      | None => None end
  end.
Definition window (ps : list point) (weighed : list (place * Z)) : option row :=
  match map_all columns_of ps, add_weights weighed Empty with
  | Some css, Some weights =>
      let sets := map set_of css in
      let traces := map (fun c => (map (fun s => has s c) sets, weight_of weights c))
        (distinct (concat css) Empty) in
      if (length ps <=? 64)%nat then
        match window_weight (length css) traces with
        | Some least => Some (row_of weights least)
        | None => None end
      else None
  | _, _ => None
  end.

Fixpoint add_prices (priced : list (point * Z)) (sums : trie Z) (total : Z) : option (trie Z * Z) :=
  match priced with
  | [] => Some (sums, total)
  | (p, u) :: rest => match columns_of p with
      | Some cs => if ranged u 0 then add_prices rest (add_terms u (ones cs) sums) (total + u) else None
      | None => None end
  end.
Definition rounding (unit : Z) (priced : list (point * Z)) : option row :=
  if ranged unit 1 then
    match add_prices priced Empty 0 with
    | Some (sums, total) => Some (row_of (all_up unit sums) (round_up total unit))
    | None => None end
  else None.

(* Columns are 0 or 1. A tree speaks of rows that are known. *)
Definition check_cases (bs : trie bnd) (known : trie row) (costs : trie Z) (beyond : Z)
    (t : node unit) : bool :=
  check_node (fun _ => None) costs beyond known stop Empty 1 bs t.
Definition cases (bs : trie bnd) (known : trie row) (beyond : Z) (weighed : list (place * Z))
    (t : node unit) : option row :=
  match add_weights weighed Empty with
  | Some weights =>
      if check_cases bs known weights beyond t then Some (row_of weights (beyond + 1)) else None
  | None => None
  end.
Definition named_row (bs : trie bnd) (known : trie row) (r : named) : option row :=
  match r with
  | Window ps ws => window ps ws
  | Round u ps => rounding u ps
  | Cases b ws t => cases bs known b ws t
  end.
(* the known rows with those that are named, of which the first one gets the number i *)
Fixpoint name_rows (bs : trie bnd) (rs : list named) (i : positive) (known : trie row)
    : option (trie row) :=
  match rs with
  | [] => Some known
  | r :: rs' => match named_row bs known r with
      | Some q => name_rows bs rs' (Pos.succ i) (set i q known)
      | None => None end
  end.
End Part.

(* squares become columns i, i + 1, ...; refused if one is a column of another component *)
Fixpoint enter (cols : list square) (i : positive) (used : trie unit) (index : trie column)
    : option (trie unit * trie column) :=
  match cols with
  | [] => Some (used, index)
  | s :: cols' => if has used s then None else enter cols' (Pos.succ i) (set s tt used) (set s i index)
  end.
Fixpoint costs (cols : list square) (i : positive) : list term :=
  match cols with [] => [] | _ :: cols' => (1, i) :: costs cols' (Pos.succ i) end.
Definition check_part (st : state) (used : trie unit) (ps : list point) (cols : list square) (c : part)
    : option (trie unit) :=
  match enter cols 1 used Empty with
  | None => None
  | Some (used', index) =>
      let stop := Pos.of_succ_nat (length cols) in
      let bs := of_list (map (fun _ => (0, Some 1)) cols) in
      match map_all (point_row st index) ps with
      | None => None
      | Some rs =>
          match name_rows st index stop bs (rows c) (Pos.of_succ_nat (length rs)) (of_list rs) with
          | None => None
          | Some known =>
              if check_cases stop bs known (add_terms 1 (costs cols 1) Empty) (most c) (proof c)
              then Some used' else None
          end
      end
  end.

(* A walk from a point to all that hangs together with it. Nothing rests on it. *)
Record walk := Walk {
  todo : list point; seen_points : trie unit; seen_squares : trie unit;
  group : list point; columns : list square }.
Definition visit_point (w : walk) (p : point) : walk :=
  if has (seen_points w) p then w
  else Walk (p :: todo w) (set p tt (seen_points w)) (seen_squares w) (p :: group w) (columns w).
Definition visit_square (st : state) (w : walk) (s : square) : walk :=
  if has (seen_squares w) s then w
  else
    let ps := match find s (squares st) with Some l => live_points st l | None => [] end in
    fold_left visit_point ps
      (Walk (todo w) (seen_points w) (set s tt (seen_squares w)) (group w) (s :: columns w)).
Fixpoint spread (fuel : list point) (st : state) (w : walk) : walk :=
  match fuel, todo w with
  | _ :: fuel', p :: ps =>
      let ss := match find p (points st) with Some l => live_squares st l | None => [] end in
      spread fuel' st (fold_left (visit_square st) ss
        (Walk ps (seen_points w) (seen_squares w) (group w) (columns w)))
  | _, _ => w
  end.

Module PosOrder <: TotalLeBool.
  Definition t := positive.
  Definition leb := Pos.leb.
  Theorem leb_total : forall a b, leb a b = true \/ leb b a = true.
  Proof. intros a b. unfold leb. rewrite !Pos.leb_le. lia. Qed.
End PosOrder.
Module PosSort := Sort PosOrder.

(* the components by their least points; the sum of what they need *)
Fixpoint check_parts (ids all : list point) (st : state) (seen_p seen_s used : trie unit)
    (parts : list part) (total : Z) : option Z :=
  match ids with
  | [] => match parts with [] => Some total | _ => None end
  | p :: ids' =>
      if has (points st) p && negb (has seen_p p) then
        match parts with
        | [] => None
        | c :: parts' =>
            let w := spread all st (visit_point (Walk [] seen_p seen_s [] []) p) in
            match check_part st used (PosSort.sort (group w)) (PosSort.sort (columns w)) c with
            | Some used' => check_parts ids' all st (seen_points w) (seen_squares w) used' parts'
                              (total + (most c + 1))
            | None => None
            end
        end
      else check_parts ids' all st seen_p seen_s used parts total
  end.

(* ---- proofs ---- *)

Lemma map_all_in {A B} (f : A -> option B) : forall l bs, map_all f l = Some bs ->
  (forall b, In b bs -> exists a, In a l /\ f a = Some b) /\
  (forall a, In a l -> exists b, In b bs /\ f a = Some b).
Proof.
  induction l as [|a l IH]; intros bs H; simpl in H.
  - injection H as <-. split; intros ? [].
  - destruct (f a) as [b|] eqn:E; [|discriminate]. destruct (map_all f l) as [cs|]; [|discriminate].
    injection H as <-. destruct (IH _ eq_refl) as [I J]. split.
    + intros c [<-|K]; [exists a; simpl; auto|]. destruct (I _ K) as (d & D & F). exists d. simpl. auto.
    + intros d [<-|K]; [exists b; simpl; auto|]. destruct (J _ K) as (c & D & F). exists c. simpl. auto.
Qed.
Lemma map_all_nth {A B} (f : A -> option B) : forall l bs, map_all f l = Some bs ->
  forall i b, nth_error bs i = Some b -> exists a, f a = Some b.
Proof.
  intros l bs H i b E. apply nth_error_In in E. destruct (proj1 (map_all_in f l bs H) b E) as (a & _ & F).
  eauto.
Qed.
Lemma eval_terms_of x : forall t k rest,
  eval x (terms_of t k rest) = dot (fun i => x (k i)) t + eval x rest.
Proof.
  induction t as [|l IHl o r IHr]; intros k rest; simpl; auto. rewrite IHl.
  destruct o; simpl; rewrite IHr; unfold low, high; lia.
Qed.
Lemma eval_row_of x t b : eval x (terms (row_of t b)) = dot x t.
Proof. unfold row_of. cbn [terms]. rewrite eval_terms_of. change (dot x t + 0 = dot x t). lia. Qed.
Lemma eval_ones x cs : eval x (ones cs) = gsum x cs.
Proof. unfold ones. rewrite eval_map. lia. Qed.

Lemma dot_remove : forall c t x, dot x t = dot x (remove c t) + weight_of t c * x c.
Proof.
  unfold weight_of. induction c; intros [|l o r] x; simpl; try lia;
  try (rewrite (IHc r (high x)); unfold high; lia); try (rewrite (IHc l (low x)); unfold low; lia).
  destruct o; lia.
Qed.
Lemma dot_nonnegative : forall t x, (forall i a, find i t = Some a -> 0 <= a) -> (forall j, 0 <= x j) ->
  0 <= dot x t.
Proof.
  induction t as [|l IHl o r IHr]; intros x N X; simpl; [lia|].
  assert (0 <= dot (low x) l) by (apply IHl; [intros i a F; apply (N (xO i) a F) | intros j; apply X]).
  assert (0 <= dot (high x) r) by (apply IHr; [intros i a F; apply (N (xI i) a F) | intros j; apply X]).
  destruct o as [a|]; [|lia]. pose proof (N xH a eq_refl). pose proof (X xH). nia.
Qed.
Lemma dot_at_least x : (forall j, 0 <= x j) -> forall cs t, NoDup cs ->
  (forall i a, find i t = Some a -> 0 <= a) -> (forall c, In c cs -> x c = 1) ->
  fold_right (fun c s => weight_of t c + s) 0 cs <= dot x t.
Proof.
  intros X. induction cs as [|c cs IH]; intros t D N O; simpl; [apply dot_nonnegative; auto|].
  inversion D as [|? ? D1 D2]; subst. rewrite (dot_remove c t x). rewrite (O c (or_introl eq_refl)).
  enough (fold_right (fun e s => weight_of t e + s) 0 cs <= dot x (remove c t)) by lia.
  replace (fold_right (fun e s => weight_of t e + s) 0 cs) with
    (fold_right (fun e s => weight_of (remove c t) e + s) 0 cs).
  - apply IH; auto.
    + intros i a F. rewrite find_remove in F. destruct (Pos.eqb i c); [discriminate|eauto].
    + intros e E. apply O. right. auto.
  - clear - D1. induction cs as [|e cs IH]; simpl; auto. rewrite IH by (intros K; apply D1; right; auto).
    unfold weight_of. rewrite find_remove. destruct (Pos.eqb_spec e c); auto.
    subst. exfalso. apply D1. left. auto.
Qed.
Lemma round_up_least a d : 0 < d -> a <= d * round_up a d.
Proof. intros D. unfold round_up. pose proof (Z.mul_div_le (- a) d D). lia. Qed.
Lemma round_up_ok a d e : 0 < d -> a <= d * e -> round_up a d <= e.
Proof.
  intros D L. unfold round_up. enough (- e <= (- a) / d) by lia. apply Z.div_le_lower_bound; lia.
Qed.
Lemma dot_all_up d : 0 < d -> forall t x, (forall j, 0 <= x j) -> dot x t <= d * dot x (all_up d t).
Proof.
  intros D. induction t as [|l IHl o r IHr]; intros x X; simpl; [lia|].
  assert (dot (low x) l <= d * dot (low x) (all_up d l)) by (apply IHl; intros j; apply X).
  assert (dot (high x) r <= d * dot (high x) (all_up d r)) by (apply IHr; intros j; apply X).
  destruct o as [a|]; [|lia]. pose proof (round_up_least a d D). pose proof (X xH). nia.
Qed.
Lemma distinct_ok : forall l seen, NoDup (distinct l seen) /\
  (forall i, In i (distinct l seen) <-> In i l /\ has seen i = false).
Proof.
  induction l as [|i l IH]; intros seen; simpl.
  - split; [constructor|]. intros i. tauto.
  - destruct (has seen i) eqn:E.
    + destruct (IH seen) as [A B]. split; auto. intros j. rewrite B. split; [tauto|].
      intros [[<-|J] K]; [congruence|auto].
    + destruct (IH (set i tt seen)) as [A B].
      assert (S : forall j, has (set i tt seen) j = if Pos.eqb j i then true else has seen j).
      { intros j. unfold has. rewrite find_set. destruct (Pos.eqb j i); auto. }
      split.
      * constructor; auto. rewrite B, S, Pos.eqb_refl. intros [_ K]. discriminate.
      * intros j. simpl. rewrite B, S. destruct (Pos.eqb_spec j i) as [->|N].
        -- split; [|auto]. intros [_|[_ K]]; [auto|discriminate].
        -- split; [intros [K|[J K]]; [congruence|auto] | intros [[K|J] K']; [congruence|auto]].
Qed.

Section Rows.
Variables (st : state) (index : trie column) (stop : positive) (x : column -> Z).
Hypothesis Bits : forall j, x j = 0 \/ x j = 1.
Hypothesis Cover : forall p cs, columns_of st index p = Some cs -> exists c, In c cs /\ x c = 1.

Lemma at_least_0 : forall j, 0 <= x j.
Proof. intros j. destruct (Bits j); lia. Qed.
Lemma gsum_1 : forall cs c, In c cs -> x c = 1 -> 1 <= gsum x cs.
Proof.
  assert (N : forall cs, 0 <= gsum x cs).
  { induction cs as [|a cs IH]; cbn; [lia|]. pose proof (at_least_0 a). unfold gsum in IH. lia. }
  induction cs as [|a cs IH]; intros c [] X; cbn.
  - subst. specialize (N cs). unfold gsum in N. lia.
  - pose proof (at_least_0 a). specialize (IH c H X). unfold gsum in IH. lia.
Qed.
Lemma point_row_holds : forall p r, point_row st index p = Some r -> holds x r.
Proof.
  unfold point_row. intros p r H. destruct (columns_of st index p) as [cs|] eqn:E; [|discriminate].
  injection H as <-. destruct (Cover _ _ E) as (c & I & X). unfold holds. cbn [terms least].
  rewrite eval_ones. eapply gsum_1; eauto.
Qed.
Lemma add_prices_ok : forall priced sums total sums' total',
  add_prices st index priced sums total = Some (sums', total') -> total <= dot x sums ->
  total' <= dot x sums'.
Proof.
  induction priced as [|[p u] priced IH]; intros sums total sums' total' H L; simpl in H.
  - injection H as <- <-. auto.
  - destruct (columns_of st index p) as [cs|] eqn:E; [|discriminate].
    destruct (ranged u 0) eqn:R; [|discriminate]. unfold ranged in R.
    apply andb_true_iff in R as [R _]. apply Z.leb_le in R.
    eapply IH; eauto. rewrite dot_add_terms, eval_ones.
    destruct (Cover _ _ E) as (c & I & X). pose proof (gsum_1 cs c I X). nia.
Qed.
Lemma rounding_holds : forall u ps r, rounding st index u ps = Some r -> holds x r.
Proof.
  unfold rounding. intros u ps r H. destruct (ranged u 1) eqn:R; [|discriminate].
  unfold ranged in R. apply andb_true_iff in R as [R _]. apply Z.leb_le in R.
  destruct (add_prices st index ps Empty 0) as [[sums total]|] eqn:E; [|discriminate].
  injection H as <-. unfold holds. rewrite eval_row_of. cbn [least row_of].
  pose proof (add_prices_ok _ _ _ _ _ E (Z.le_refl 0)).
  apply round_up_ok; [lia|]. pose proof (dot_all_up u ltac:(lia) sums x at_least_0). lia.
Qed.
Lemma add_weights_ok : forall weighed t t', add_weights stop weighed t = Some t' ->
  (forall i a, find i t = Some a -> 0 <= a) -> forall i a, find i t' = Some a -> 0 <= a.
Proof.
  induction weighed as [|[j w] weighed IH]; intros t t' H N; simpl in H.
  - injection H as <-. auto.
  - destruct (column_at stop j) as [c|]; [|discriminate]. destruct (ranged w 0) eqn:R; [|discriminate].
    unfold ranged in R. apply andb_true_iff in R as [R _]. apply Z.leb_le in R.
    eapply IH; eauto. intros i a F. rewrite find_set in F. destruct (Pos.eqb i c); eauto.
    injection F as <-. auto.
Qed.
Lemma window_holds : forall ps ws r, window st index stop ps ws = Some r -> holds x r.
Proof.
  unfold window. intros ps ws r H. destruct (map_all (columns_of st index) ps) as [css|] eqn:E; [|discriminate].
  destruct (add_weights stop ws Empty) as [weights|] eqn:W; [|discriminate].
  destruct (length ps <=? 64)%nat; [|discriminate].
  set (trace := fun c => (map (fun s => has s c) (map set_of css), weight_of weights c)) in *.
  destruct (window_weight _ _) as [least|] eqn:L; [|discriminate]. injection H as <-.
  assert (N : forall i a, find i weights = Some a -> 0 <= a).
  { eapply add_weights_ok; eauto. intros i a F. discriminate F. }
  destruct (distinct_ok (concat css) Empty) as [D M].
  set (touched := distinct (concat css) Empty) in *.
  unfold holds. rewrite eval_row_of. cbn [tree.least row_of].
  set (chosen := filter (fun c => x c =? 1) touched).
  assert (A : least <= weight (map trace chosen)).
  { eapply window_weight_sound; eauto.
    - intros e I. apply in_map_iff in I as (c & <- & _). simpl. rewrite !map_length. auto.
    - intros e I. apply in_map_iff in I as (c & <- & _). simpl. unfold weight_of.
      destruct (find c weights) eqn:F; [eauto|lia].
    - intros e I. apply in_map_iff in I as (c & <- & I). apply filter_In in I as [I _].
      apply in_map. auto.
    - intros i I. destruct (nth_error css i) as [cs|] eqn:Ei.
      + pose proof (nth_error_In _ _ Ei) as Ic.
        assert (Li : (i < length css)%nat).
        { apply nth_error_Some. intros K. rewrite Ei in K. discriminate. }
        destruct (map_all_nth _ _ _ E i cs Ei) as (p & Fp). destruct (Cover _ _ Fp) as (c & Cc & Xc).
        exists (trace c). split.
        * apply in_map, filter_In. split; [|rewrite Xc; auto]. apply M. split; auto.
          apply in_concat. eauto.
        * simpl. rewrite (nth_indep _ _ (has (set_of []) c))
            by (rewrite !map_length; exact Li).
          rewrite map_map. rewrite (map_nth (fun k => has (set_of k) c)).
          rewrite (nth_error_nth _ _ _ Ei). apply has_set_of. auto.
      + exfalso. apply nth_error_None in Ei. rewrite nth_overflow in I; [discriminate|].
        rewrite repeat_length. auto. }
  assert (B : weight (map trace chosen) = fold_right (fun c s => weight_of weights c + s) 0 chosen).
  { clear. induction chosen as [|c cs IH]; simpl; auto. rewrite <- IH. auto. }
  enough (fold_right (fun c s => weight_of weights c + s) 0 chosen <= dot x weights) by lia.
  apply dot_at_least; auto using at_least_0.
  - apply NoDup_filter. auto.
  - intros c I. apply filter_In in I as [_ I]. apply Z.eqb_eq in I. auto.
Qed.

Variable bs : trie bnd.
Hypothesis Bounds : within x bs.
Definition all_hold (known : trie row) : Prop := forall i r, find i known = Some r -> holds x r.
Lemma check_cases_ok : forall known costs beyond t, all_hold known ->
  check_cases stop bs known costs beyond t = true -> beyond < dot x costs.
Proof.
  unfold check_cases. intros known costs beyond t K H. eapply node_sound; eauto.
  intros i r F. discriminate F.
Qed.
Lemma cases_hold : forall known b ws t r, all_hold known ->
  cases stop bs known b ws t = Some r -> holds x r.
Proof.
  unfold cases. intros known b ws t r K H. destruct (add_weights stop ws Empty) as [weights|]; [|discriminate].
  destruct (check_cases _ _ _ _ _ _) eqn:E; [|discriminate]. injection H as <-.
  pose proof (check_cases_ok _ _ _ _ K E). unfold holds. rewrite eval_row_of. cbn [least row_of]. lia.
Qed.
Lemma named_row_holds : forall known n r, all_hold known ->
  named_row st index stop bs known n = Some r -> holds x r.
Proof.
  intros known [ps ws|u ps|b ws t] r K H;
  [eapply window_holds | eapply rounding_holds | eapply cases_hold]; eauto.
Qed.
Lemma name_rows_ok : forall rs i known known', name_rows st index stop bs rs i known = Some known' ->
  all_hold known -> all_hold known'.
Proof.
  induction rs as [|n rs IH]; intros i known known' H K; simpl in H; [injection H as <-; auto|].
  destruct (named_row st index stop bs known n) as [q|] eqn:E; [|discriminate].
  eapply IH; eauto. intros j r F. eapply holds_set; eauto. eapply named_row_holds; eauto.
Qed.
End Rows.

Lemma enter_ok : forall cols i used index used' index', enter cols i used index = Some (used', index') ->
  NoDup cols /\ (forall s, In s cols -> has used s = false) /\
  (forall s, has used' s = true <-> has used s = true \/ In s cols) /\
  (forall s j, find s index' = Some j -> find s index = Some j \/
    exists k, nth_error cols k = Some s /\ Pos.to_nat j = (Pos.to_nat i + k)%nat).
Proof.
  induction cols as [|s cols IH]; intros i used index used' index' H; simpl in H.
  - injection H as <- <-. repeat split; auto; try constructor; try (intros ? []); try tauto.
    intros [K|[]]; auto.
  - destruct (has used s) eqn:U; [discriminate|]. destruct (IH _ _ _ _ _ H) as (A & B & C & D).
    assert (S : forall t, has (set s tt used) t = if Pos.eqb t s then true else has used t).
    { intros t. unfold has. rewrite find_set. destruct (Pos.eqb t s); auto. }
    assert (F : ~ In s cols).
    { intros K. apply B in K. rewrite S, Pos.eqb_refl in K. discriminate. }
    split; [constructor; auto|]. split; [|split].
    + intros t [<-|K]; auto. apply B in K. rewrite S in K. destruct (Pos.eqb t s); [discriminate|auto].
    + intros t. rewrite C, S. simpl. destruct (Pos.eqb_spec t s) as [->|N].
      * split; auto.
      * split; intros [K|K]; auto. destruct K as [K|K]; [congruence|auto].
    + intros t j K. destruct (D t j K) as [K'|(k & E & P)].
      * rewrite find_set in K'. destruct (Pos.eqb_spec t s); [|auto]. subst. injection K' as <-.
        right. exists 0%nat. split; [reflexivity|lia].
      * right. exists (Datatypes.S k). split; [exact E|lia].
Qed.

(* the value of each column in a cover *)
Definition laid_in (c : list square) (s : square) : Z := if mem s c then 1 else 0.
Definition values (c cols : list square) (j : column) : Z :=
  match nth_error cols (Nat.pred (Pos.to_nat j)) with Some s => laid_in c s | None => 0 end.
Definition count_in (c cols : list square) : Z := fold_right (fun s n => laid_in c s + n) 0 cols.
Lemma eval_costs : forall cols c f i, (forall k s, nth_error cols k = Some s ->
  f (Pos.of_nat (Pos.to_nat i + k)) = laid_in c s) -> eval f (costs cols i) = count_in c cols.
Proof.
  induction cols as [|s cols IH]; intros c f i H; [reflexivity|].
  change (1 * f i + eval f (costs cols (Pos.succ i)) = laid_in c s + count_in c cols).
  rewrite (IH c f (Pos.succ i)).
  - pose proof (H 0%nat s eq_refl) as E. rewrite Nat.add_0_r, Pos2Nat.id in E. lia.
  - intros k t E. rewrite Pos2Nat.inj_succ, Nat.add_succ_l, <- Nat.add_succ_r. apply H. auto.
Qed.

Lemma check_part_ok : forall st used ps cols c used', check_part st used ps cols c = Some used' ->
  sound st -> forall cv, covers st cv -> most c < count_in cv cols /\ NoDup cols /\
  (forall s, In s cols -> has used s = false) /\
  (forall s, has used' s = true <-> has used s = true \/ In s cols).
Proof.
  unfold check_part. intros st used ps cols c used' H S cv C.
  destruct (enter cols 1 used Empty) as [[u index]|] eqn:E; [|discriminate].
  destruct (map_all (point_row st index) ps) as [rs|] eqn:R; [|discriminate].
  set (stop := Pos.of_succ_nat (length cols)) in *.
  set (bs := of_list (map (fun _ => (0, Some 1)) cols)) in *.
  destruct (name_rows st index stop bs (rows c) _ _) as [known|] eqn:N; [|discriminate].
  destruct (check_cases _ _ _ _ _ _) eqn:T; [|discriminate]. injection H as <-.
  destruct (enter_ok _ _ _ _ _ _ E) as (A & B & D & I). repeat split; try apply D; auto.
  set (x := values cv cols).
  assert (Bits : forall j, x j = 0 \/ x j = 1).
  { intros j. unfold x, values, laid_in. destruct (nth_error cols _) as [s|]; auto. destruct (mem s cv); auto. }
  assert (Cover : forall p cs, columns_of st index p = Some cs -> exists j, In j cs /\ x j = 1).
  { intros p cs K. unfold columns_of in K. destruct (find p (points st)) as [l|] eqn:Fp; [|discriminate].
    destruct (C _ _ Fp) as (s & qs & Is & Fs & Ip).
    assert (L : In s (live_squares st l)).
    { apply in_live_squares. split; [eapply S; eauto|]. apply has_iff. eauto. }
    destruct (proj2 (map_all_in _ _ _ K) s L) as (j & Ij & Fj). exists j. split; auto.
    destruct (I s j Fj) as [Z|(k & Ek & Pk)]; [discriminate Z|]. unfold x, values.
    rewrite Pk. replace (Nat.pred (Pos.to_nat 1 + k)) with k by lia. rewrite Ek. unfold laid_in.
    replace (mem s cv) with true; auto. symmetry. apply mem_iff. auto. }
  assert (Costs : eval x (costs cols 1) = count_in cv cols).
  { apply eval_costs. intros k s Ek. unfold x, values. rewrite Nat2Pos.id by lia.
    replace (Nat.pred (Pos.to_nat 1 + k)) with k by lia. rewrite Ek. auto. }
  assert (Bounds : within x bs).
  { intros j b F. apply of_list_in, in_map_iff in F as (s & <- & _). unfold within1. simpl.
    destruct (Bits j) as [-> | ->]; lia. }
  assert (Known : all_hold x known).
  { eapply name_rows_ok; eauto. intros i r F. apply of_list_in in F.
    destruct (proj1 (map_all_in _ _ _ R) r F) as (p & _ & E'). eapply point_row_holds; eauto. }
  pose proof (check_cases_ok stop x bs Bounds _ _ _ _ Known T) as L.
  rewrite dot_add_terms in L. cbn [dot] in L. rewrite <- Costs. lia.
Qed.

Definition free (used : trie unit) (c : list square) : list square :=
  filter (fun s => negb (has used s)) c.
Lemma free_less : forall used used' cols c, NoDup cols -> (forall s, In s cols -> has used s = false) ->
  (forall s, has used' s = true <-> has used s = true \/ In s cols) ->
  count_in c cols + cost (free used' c) <= cost (free used c).
Proof.
  intros used used' cols c N F U.
  set (inside := filter (fun s => mem s c) cols).
  assert (K : count_in c cols = cost inside).
  { unfold inside, count_in, laid_in, cost. clear. induction cols as [|s cols IH]; auto.
    cbn [fold_right filter]. destruct (mem s c); cbn [length]; unfold square in *; lia. }
  rewrite K. apply Z.le_trans with (cost (without inside (free used c)) + cost inside).
  - enough (cost (free used' c) <= cost (without inside (free used c))) by lia.
    assert (X : forall l, incl l c -> (length (free used' l) <= length (without inside (free used l)))%nat).
    { induction l as [|s l IH]; intros I; simpl; auto. unfold free, without in *. cbn [filter].
      assert (I' : incl l c) by (intros t T; apply I; right; auto). specialize (IH I').
      destruct (has used' s) eqn:U'; simpl.
      - destruct (has used s); simpl; auto. destruct (mem s inside); simpl; lia.
      - assert (~ In s cols /\ has used s = false) as [Nc Ns].
        { destruct (has used s) eqn:V; [|split; auto; intros K']; exfalso;
          enough (has used' s = true) by congruence; apply U; auto. }
        rewrite Ns. simpl. replace (mem s inside) with false; simpl; [lia|]. symmetry.
        apply not_true_is_false. rewrite mem_iff. intros K'. apply filter_In in K'. tauto. }
    unfold cost. apply inj_le. apply X, incl_refl.
  - apply cost_without; [apply NoDup_filter; auto | | apply incl_refl].
    intros s I. apply filter_In in I as [I M]. apply filter_In. rewrite (F s I). split; auto.
    apply mem_iff. auto.
Qed.

Lemma check_parts_ok : forall ids all st seen_p seen_s used parts total out,
  check_parts ids all st seen_p seen_s used parts total = Some out -> sound st ->
  forall c, covers st c -> out <= total + cost (free used c).
Proof.
  induction ids as [|p ids IH]; intros all st seen_p seen_s used parts total out H S c C; simpl in H.
  - destruct parts; [|discriminate]. injection H as <-. unfold cost. lia.
  - destruct (has (points st) p && negb (has seen_p p)); [|eapply IH; eauto].
    destruct parts as [|k parts]; [discriminate|].
    set (w := spread _ _ _) in *. destruct (check_part _ _ _ _ k) as [used'|] eqn:E; [|discriminate].
    destruct (check_part_ok _ _ _ _ _ _ E S c C) as (M & N & F & U).
    pose proof (IH _ _ _ _ _ _ _ _ H S c C). pose proof (free_less _ _ _ c N F U). lia.
Qed.
