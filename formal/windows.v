(* The weight of the lightest cover of a window, by a dynamic program over sets of places left
   (docs/explanation/certificates-boxcover.md, "Windows"). *)
Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(* A set of places, one bit a place; a map from such sets to weights, by their first place. *)
Definition mask := list bool.
Inductive states := Nothing | Reached (v : Z) | Fork (without with_ : states).

Fixpoint merge (a b : states) : states :=
  match a, b with
  | Nothing, _ => b
  | _, Nothing => a
  | Reached v, Reached w => Reached (Z.min v w)
  | Fork l r, Fork l' r' => Fork (merge l l') (merge r r')
  | _, _ => a
  end.
Definition fork (l r : states) : states :=
  match l, r with Nothing, Nothing => Nothing | _, _ => Fork l r end.
Fixpoint single (m : mask) (v : Z) : states :=
  match m with
  | [] => Reached v
  | true :: m' => Fork Nothing (single m' v)
  | false :: m' => Fork (single m' v) Nothing
  end.
(* all sets without the places of a mask, at a weight more *)
Fixpoint clear (m : mask) (w : Z) (s : states) {struct s} : states :=
  match s, m with
  | Nothing, _ => Nothing
  | Reached v, _ => Reached (v + w)
  | Fork l r, true :: m' => Fork (merge (clear m' w l) (clear m' w r)) Nothing
  | Fork l r, false :: m' => fork (clear m' w l) (clear m' w r)
  | Fork _ _, [] => Nothing
  end.
Fixpoint count (s : states) (so_far : Z) : Z :=
  match s with
  | Nothing => so_far
  | Reached _ => so_far + 1
  | Fork l r => count r (count l so_far)
  end.
Fixpoint members (s : states) (above : mask) (rest : list (mask * Z)) : list (mask * Z) :=
  match s with
  | Nothing => rest
  | Reached v => (rev above, v) :: rest
  | Fork l r => members l (false :: above) (members r (true :: above) rest)
  end.

Definition max_states : Z := 262144.  (* 2^18 *)
(* `made` counts the sets made so far that are not in the map any more *)
Fixpoint cover_first (kinds : list (mask * Z)) (from : states) (into : states) (made : Z)
    : option states :=
  match kinds with
  | [] => Some into
  | (true :: m, w) :: ks =>
      let into' := merge into (clear m w from) in
      if count into' made <=? max_states + 1 then cover_first ks from into' made else None
  | _ :: ks => cover_first ks from into made
  end.
Fixpoint lightest (size : nat) (kinds : list (mask * Z)) (s : states) (made : Z) : option Z :=
  match size, s with
  | O, Reached v => Some v
  | S n, Fork l r =>
      let made' := count r made in
      match cover_first kinds r l made' with
      | None => None
      | Some into => lightest n (map (fun k => (tl (fst k), snd k)) kinds) into made'
      end
  | _, _ => None
  end.
Fixpoint minus (a b : mask) : mask :=
  match a, b with
  | x :: a', y :: b' => (x && negb y) :: minus a' b'
  | _, _ => a
  end.
(* the places that no kind without weight covers *)
Definition first_set (size : nat) (kinds : list (mask * Z)) : mask :=
  fold_left (fun m k => if snd k =? 0 then minus m (fst k) else m) kinds (repeat true size).
(* the traces of columns, each with its column's weight *)
Definition window_weight (size : nat) (traces : list (mask * Z)) : option Z :=
  let kinds := members (fold_left (fun s k => merge s (single (fst k) (snd k))) traces Nothing) [] [] in
  lightest size kinds (single (first_set size kinds) 0) 0.

(* ---- proofs ---- *)

(* some weight up to v is noted for a set *)
Fixpoint noted (s : states) (m : mask) (v : Z) : Prop :=
  match s, m with
  | Reached w, [] => w <= v
  | Fork l r, b :: m' => if b then noted r m' v else noted l m' v
  | _, _ => False
  end.
(* all sets in a map have so many places *)
Fixpoint shaped (n : nat) (s : states) {struct s} : Prop :=
  match s, n with
  | Nothing, _ => True
  | Reached _, O => True
  | Fork l r, S n' => shaped n' l /\ shaped n' r
  | _, _ => False
  end.
Lemma noted_le : forall s m v w, noted s m v -> v <= w -> noted s m w.
Proof. induction s; intros [|b m] v' w H L; simpl in *; auto; try lia. destruct b; eauto. Qed.
Lemma merge_shaped : forall a b n, shaped n a -> shaped n b -> shaped n (merge a b).
Proof.
  induction a; intros b n A B; destruct b, n; simpl in *; auto; try contradiction.
  destruct A, B. auto.
Qed.
Lemma merge_noted : forall a b n m v, shaped n a -> shaped n b -> noted a m v \/ noted b m v ->
  noted (merge a b) m v.
Proof.
  induction a; intros b n m w A B H; destruct b, n, m as [|[|] m]; simpl in *; try tauto; try lia;
  destruct A, B; eauto.
Qed.
Lemma single_noted : forall m v, noted (single m v) m v.
Proof. induction m as [|[|] m IH]; intros; simpl; auto. lia. Qed.
Lemma single_shaped : forall m v, shaped (length m) (single m v).
Proof. induction m as [|[|] m IH]; intros; simpl; auto. Qed.
Lemma minus_length : forall a b, length (minus a b) = length a.
Proof. induction a; intros [|y b]; simpl; auto. Qed.
Lemma clear_shaped : forall s m w n, shaped n s -> length m = n -> shaped n (clear m w s).
Proof.
  induction s as [|v|l IHl r IHr]; intros m w n H E; destruct n, m as [|[|] m]; simpl in *; auto;
  try contradiction; try discriminate; injection E as E; destruct H as [A B].
  - split; auto. apply merge_shaped; auto.
  - pose proof (IHl m w n A E) as Cl. pose proof (IHr m w n B E) as Cr. unfold fork.
    destruct (clear m w l), (clear m w r); simpl; auto.
Qed.
Lemma clear_noted : forall s m w n t v, shaped n s -> length m = n -> noted s t v ->
  noted (clear m w s) (minus t m) (v + w).
Proof.
  induction s as [|v'|l IHl r IHr]; intros m w n t v H E N; destruct n, m as [|[|] m], t as [|[|] t];
  simpl in *; auto; try contradiction; try discriminate; try lia; injection E as E; destruct H as [A B].
  - eapply merge_noted with (n := n); eauto using clear_shaped.
  - eapply merge_noted with (n := n); eauto using clear_shaped.
  - specialize (IHr _ w _ _ _ B E N). unfold fork. destruct (clear m w l), (clear m w r); simpl in *; auto.
  - specialize (IHl _ w _ _ _ A E N). unfold fork. destruct (clear m w l), (clear m w r); simpl in *; auto.
Qed.

Definition weight (k : list (mask * Z)) : Z := fold_right (fun e s => snd e + s) 0 k.
(* each place of a set is in some mask *)
Definition covered (m : mask) (k : list (mask * Z)) : Prop :=
  forall i, nth i m false = true -> exists e, In e k /\ nth i (fst e) false = true.
Definition sized (n : nat) (k : list (mask * Z)) : Prop := forall e, In e k -> length (fst e) = n.

Lemma cover_first_ok : forall kinds from into made out n,
  cover_first kinds from into made = Some out -> sized (S n) kinds -> shaped n from -> shaped n into ->
  shaped n out /\ (forall m v, noted into m v -> noted out m v) /\
  (forall m v t w, noted from m v -> In (true :: t, w) kinds -> noted out (minus m t) (v + w)).
Proof.
  induction kinds as [|[k w] ks IH]; intros from into made out n H Z F I; simpl in H.
  - injection H as <-. repeat split; auto. intros ? ? ? ? _ [].
  - assert (Z' : sized (S n) ks) by (intros e He; apply Z; right; auto).
    pose proof (Z (k, w) (or_introl eq_refl)) as L. simpl in L.
    destruct k as [|[|] k]; [discriminate| |].
    + injection L as L. destruct (_ <=? _); [|discriminate].
      pose proof (clear_shaped from k w n F L) as C.
      destruct (IH _ _ _ _ n H Z' F (merge_shaped _ _ _ I C)) as (A & B & D).
      repeat split; auto.
      * intros m v N. apply B. eapply merge_noted; eauto.
      * intros m v t u N [E|E]; [|eauto]. injection E as <- <-. apply B.
        eapply merge_noted; eauto. right. eapply clear_noted; eauto.
    + destruct (IH _ _ _ _ n H Z' F I) as (A & B & D). repeat split; auto.
      intros m v t u N [E|E]; [discriminate|eauto].
Qed.

Definition tails (k : list (mask * Z)) := map (fun e => (tl (fst e), snd e)) k.
Lemma weight_tails k : weight (tails k) = weight k.
Proof. induction k as [|e k IH]; auto. change (snd e + weight (tails k) = snd e + weight k). lia. Qed.
Lemma sized_tails n k : sized (S n) k -> sized n (tails k).
Proof.
  intros H e I. apply in_map_iff in I as ([[|b t] w] & <- & I); specialize (H _ I); simpl in *; lia.
Qed.
Lemma nth_tl {A} (d : A) l i : nth i (tl l) d = nth (S i) l d.
Proof. destruct l; simpl; auto. destruct i; auto. Qed.
Lemma covered_tails b m k : covered (b :: m) k -> covered m (tails k).
Proof.
  intros H i E. destruct (H (S i) E) as (e & I & N). exists (tl (fst e), snd e). split.
  - unfold tails. apply in_map_iff. eauto.
  - simpl. rewrite nth_tl. auto.
Qed.
Lemma nth_minus : forall m t i, nth i (minus m t) false = true ->
  nth i m false = true /\ nth i t false = false.
Proof.
  induction m as [|b m IH]; intros [|c t] [|i] H; simpl in *; auto; try discriminate.
  apply andb_true_iff in H as [H1 H2]. destruct c; auto; discriminate.
Qed.

Lemma weight_app a b : weight (a ++ b) = weight a + weight b.
Proof. induction a; simpl; auto. rewrite IHa. lia. Qed.
Definition nonnegative (k : list (mask * Z)) : Prop := forall e, In e k -> 0 <= snd e.
Lemma nonnegative_weight k : nonnegative k -> 0 <= weight k.
Proof.
  induction k as [|e k IH]; intros N; simpl; [lia|]. pose proof (N e (or_introl eq_refl)).
  enough (0 <= weight k) by lia. apply IH. intros f F. apply N. right. auto.
Qed.

(* No list of kinds that covers a set weighs less than the result; a kind may be there twice. *)
Lemma lightest_ok : forall n kinds s made out, lightest n kinds s made = Some out ->
  sized n kinds -> nonnegative kinds -> shaped n s ->
  forall m v k, noted s m v -> incl k kinds -> covered m k -> out <= v + weight k.
Proof.
  induction n as [|n IH]; intros kinds s made out H Z W P m v k N I C; simpl in H.
  - destruct s; try discriminate. injection H as <-. destruct m; simpl in N; [|contradiction].
    assert (0 <= weight k) by (apply nonnegative_weight; intros e E; auto). lia.
  - destruct s as [| |l r]; try discriminate.
    destruct (cover_first kinds r l _) as [into|] eqn:E; [|discriminate].
    destruct P as [Pl Pr].
    destruct (cover_first_ok _ _ _ _ _ n E Z Pr Pl) as (Q & A & B).
    fold (tails kinds) in H. destruct m as [|b m]; [contradiction|]. simpl in N.
    assert (T : forall j, incl j kinds -> incl (tails j) (tails kinds)).
    { intros j J e K. apply in_map_iff in K as (f & <- & K). apply in_map_iff. exists f. auto. }
    assert (W' : nonnegative (tails kinds)).
    { intros e K. apply in_map_iff in K as (f & <- & K). simpl. auto. }
    destruct b.
    + destruct (C O eq_refl) as ([t w] & Ht & E0). destruct t as [|[|] t]; try discriminate.
      destruct (in_split _ _ Ht) as (k1 & k2 & ->).
      assert (J : incl (k1 ++ k2) (k1 ++ (true :: t, w) :: k2)).
      { intros e K. apply in_app_or in K as [K|K]; apply in_or_app; simpl; auto. }
      assert (K : out <= (v + w) + weight (tails (k1 ++ k2))).
      { apply (IH _ _ _ _ H (sized_tails _ _ Z) W' Q (minus m t)); auto.
        - apply T. intros e K. apply I, J. auto.
        - intros i K. apply nth_minus in K as [K1 K2]. destruct (C (S i) K1) as (e & Ie & Ne).
          exists (tl (fst e), snd e). simpl. rewrite nth_tl. split; auto. unfold tails.
          apply in_map_iff. exists e. split; auto. apply in_app_or in Ie as [Ie|[<-|Ie]];
          apply in_or_app; auto. simpl in Ne. congruence. }
      rewrite weight_tails, weight_app in K. rewrite weight_app. simpl. lia.
    + rewrite <- (weight_tails k). apply (IH _ _ _ _ H (sized_tails _ _ Z) W' Q m); auto.
      apply (covered_tails false). auto.
Qed.

Lemma members_ok : forall s n m v above rest, shaped n s -> noted s m v ->
  exists w, In (rev above ++ m, w) (members s above rest) /\ w <= v.
Proof.
  assert (R : forall s above rest e, In e rest -> In e (members s above rest)).
  { induction s; intros above rest e H; simpl; auto. }
  induction s as [|w|l IHl r IHr]; intros n m v above rest P N; simpl in *; try contradiction.
  - destruct m; [|contradiction]. exists w. rewrite app_nil_r. auto.
  - destruct n; [contradiction|]. destruct P as [Pl Pr]. destruct m as [|[|] m]; [contradiction| |].
    + destruct (IHr n m v (true :: above) rest Pr N) as (w & I & L). exists w. split; auto.
      simpl in I. rewrite <- app_assoc in I. apply R. exact I.
    + destruct (IHl n m v (false :: above) (members r (true :: above) rest) Pl N) as (w & I & L).
      exists w. split; auto. simpl in I. rewrite <- app_assoc in I. exact I.
Qed.
Lemma members_from : forall s n above rest e, shaped n s -> In e (members s above rest) ->
  In e rest \/ (length (fst e) = length above + n)%nat.
Proof.
  induction s as [|w|l IHl r IHr]; intros n above rest e P H; simpl in *; auto.
  - destruct H as [<-|H]; auto. destruct n; [|contradiction]. right. simpl. rewrite rev_length. lia.
  - destruct n; [contradiction|]. destruct P as [Pl Pr].
    destruct (IHl n _ _ _ Pl H) as [K|K]; [|right; simpl in K; lia].
    destruct (IHr n _ _ _ Pr K) as [K'|K']; auto. right. simpl in K'. lia.
Qed.
(* every weight noted is that of a trace *)
Fixpoint all_weights (f : Z -> Prop) (s : states) : Prop :=
  match s with Nothing => True | Reached v => f v | Fork l r => all_weights f l /\ all_weights f r end.
Lemma merge_weights f : forall a b, all_weights f a -> all_weights f b -> all_weights f (merge a b).
Proof.
  induction a; intros b A B; destruct b; simpl in *; auto.
  - destruct (Z.min_spec v v0) as [[_ ->]|[_ ->]]; auto.
  - destruct A, B; auto.
Qed.
Lemma single_weights (f : Z -> Prop) : forall m v, f v -> all_weights f (single m v).
Proof. induction m as [|[|] m IH]; intros; simpl; auto. Qed.
Lemma members_weights f : forall s above rest e, all_weights f s -> In e (members s above rest) ->
  In e rest \/ f (snd e).
Proof.
  induction s as [|w|l IHl r IHr]; intros above rest e A H; simpl in *; auto.
  - destruct H as [<-|H]; auto.
  - destruct A as [Al Ar]. destruct (IHl _ _ _ Al H) as [K|K]; auto. eapply IHr; eauto.
Qed.

(* No traces that cover the window weigh less than the result. *)
Theorem window_weight_sound : forall n traces out, window_weight n traces = Some out ->
  sized n traces -> nonnegative traces ->
  forall k, incl k traces -> covered (repeat true n) k -> out <= weight k.
Proof.
  intros n traces out H Z W k I C. unfold window_weight in H.
  set (all := fold_left _ traces Nothing) in *.
  assert (G : forall ts s, sized n ts -> shaped n s ->
    shaped n (fold_left (fun s k => merge s (single (fst k) (snd k))) ts s) /\
    forall m v, noted s m v \/ (exists e, In e ts /\ fst e = m /\ snd e <= v) ->
    noted (fold_left (fun s k => merge s (single (fst k) (snd k))) ts s) m v).
  { induction ts as [|e ts IH]; intros s S P; simpl.
    - split; auto. intros m v [N|(e & [] & _)]. auto.
    - assert (Pe : shaped n (single (fst e) (snd e)))
        by (rewrite <- (S e (or_introl eq_refl)); apply single_shaped).
      assert (P' : shaped n (merge s (single (fst e) (snd e)))) by (apply merge_shaped; auto).
      assert (S' : sized n ts) by (intros f F; apply S; right; auto).
      destruct (IH _ S' P') as [A B]. split; auto. intros m v [N|(f & [<-|F] & E & L)].
      + apply B. left. eapply merge_noted; eauto.
      + apply B. left. eapply merge_noted; eauto. right. rewrite <- E.
        eapply noted_le; [apply single_noted|auto].
      + apply B. right. eauto. }
  destruct (G traces Nothing Z Logic.I) as [Pa Na].
  fold all in Pa, Na.
  set (kinds := members all [] []) in *.
  assert (Sk : sized n kinds).
  { intros e E. destruct (members_from _ _ _ _ _ Pa E) as [[]|L]. exact L. }
  assert (Wa : all_weights (fun v => 0 <= v) all).
  { assert (X : forall ts s, nonnegative ts -> all_weights (fun v => 0 <= v) s ->
      all_weights (fun v => 0 <= v) (fold_left (fun s k => merge s (single (fst k) (snd k))) ts s)).
    { induction ts as [|e ts IH]; intros s N A; simpl; auto. apply IH.
      - intros f F. apply N. right. auto.
      - apply merge_weights; auto. apply single_weights. apply N. left. auto. }
    apply X; simpl; auto. }
  assert (Wk : nonnegative kinds).
  { intros e E. destruct (members_weights _ _ _ _ _ Wa E) as [[]|K]. exact K. }
  (* for each trace a kind with the same places, no heavier *)
  assert (K : exists j, incl j kinds /\ weight j <= weight k /\ covered (repeat true n) j).
  { clear H Sk Wk. assert (X : exists j, incl j kinds /\ weight j <= weight k /\
      forall i e, In e k -> nth i (fst e) false = true ->
      exists f, In f j /\ nth i (fst f) false = true).
    { clear C. induction k as [|e k IH].
      - exists []. repeat split; [intros ? [] | simpl; lia | intros ? ? []].
      - destruct IH as (j & A & B & D); [intros f F; apply I; right; auto|].
        destruct (members_ok all n (fst e) (snd e) [] [] Pa) as (w & Iw & Lw).
        { apply Na. right. exists e. repeat split; [apply I; left; auto | lia]. }
        simpl in Iw. exists ((fst e, w) :: j). repeat split.
        + intros f [<-|F]; auto.
        + simpl. lia.
        + intros i f [<-|F] E; [exists (fst e, w); simpl; auto|].
          destruct (D i f F E) as (g & Ig & Eg). exists g. simpl. auto. }
    destruct X as (j & A & B & D). exists j. repeat split; auto. intros i E.
    destruct (C i E) as (e & Ie & Ee). eauto. }
  destruct K as (j & Ij & Lj & Cj).
  set (start := first_set n kinds) in *.
  assert (Y : length start = n /\ forall i, nth i start false = true -> nth i (repeat true n) false = true).
  { unfold start, first_set. generalize kinds. clear. intros ks.
    assert (X : forall m, length m = n -> (forall i, nth i m false = true -> nth i (repeat true n) false = true) ->
      let f := fold_left (fun m k => if snd k =? 0 then minus m (fst k) else m) ks m in
      length f = n /\ forall i, nth i f false = true -> nth i (repeat true n) false = true).
    { induction ks as [|e ks IH]; intros m L E; simpl; auto. destruct (snd e =? 0); auto. apply IH.
      - rewrite minus_length. auto.
      - intros i N. apply E. apply nth_minus in N. tauto. }
    apply X; auto. apply repeat_length. }
  destruct Y as [Ys Yn].
  assert (Ps : shaped n (single start 0)) by (rewrite <- Ys; apply single_shaped).
  assert (R : out <= 0 + weight j).
  { apply (lightest_ok _ _ _ _ _ H Sk Wk Ps start 0 j); auto.
    - apply single_noted.
    - intros i E. exact (Cj i (Yn i E)). }
  clear - R Lj. lia.
Qed.
