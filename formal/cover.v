(* boxcover, kind `squares`: points left to cover by squares left, and reductions of these
   (docs/explanation/certificates-boxcover.md, "Reductions"). Nothing here knows the plane. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
From gridproof Require Import trie.
Open Scope Z_scope.

(* Points and squares are numbered from 0 in a file, and from 1 here. *)
Definition point := positive.
Definition square := positive.

(* The lists may still name squares and points that are dropped: those that are no key. *)
Record state := State {
  squares : trie (list point);
  points : trie (list square);
  next : square;  (* the number of the next square that is made *)
  laid : Z
}.

Definition has {A} (t : trie A) (i : positive) : bool :=
  match find i t with Some _ => true | None => false end.
Definition mem (i : positive) (l : list positive) : bool := existsb (Pos.eqb i) l.
Definition drop_all {A} (l : list positive) (t : trie A) : trie A := fold_left (fun u i => remove i u) l t.
Definition set_of (l : list positive) : trie unit := fold_left (fun u i => set i tt u) l Empty.

(* points left of a list, squares left of a list *)
Definition live_points (st : state) (l : list point) : list point := filter (has (points st)) l.
Definition live_squares (st : state) (l : list square) : list square := filter (has (squares st)) l.

Inductive step := Forced (p : point) | Point (p : point) | Square (s t : square) | Fold (s : square).

Definition forced (st : state) (p : point) : option state :=
  match find p (points st) with
  | None => None
  | Some l => match live_squares st l with
    | [s] => match find s (squares st) with
      | Some ps => Some (State (squares st) (drop_all ps (points st)) (next st) (laid st + 1))
      | None => None end
    | _ => None end
  end.
Definition drop_point (st : state) (p : point) : option state :=
  if has (points st) p
  then Some (State (squares st) (remove p (points st)) (next st) (laid st)) else None.
Definition drop_square (st : state) (s t : square) : option state :=
  match find s (squares st), find t (squares st) with
  | Some ps, Some qs =>
      let inside := set_of qs in
      if negb (Pos.eqb s t) && forallb (has inside) (live_points st ps)
      then Some (State (remove s (squares st)) (points st) (next st) (laid st)) else None
  | _, _ => None
  end.
(* the only square left besides s on a point, and its points *)
Definition other (st : state) (s : square) (p : point) : option (square * list point) :=
  match find p (points st) with
  | None => None
  | Some l => match filter (fun t => negb (Pos.eqb t s)) (live_squares st l) with
    | [u] => match find u (squares st) with
             | Some ps => if mem p ps then Some (u, ps) else None | None => None end
    | _ => None end
  end.
Fixpoint add_square (n : square) (l : list point) (t : trie (list square)) : trie (list square) :=
  match l with
  | [] => t
  | p :: l' => add_square n l' (set p (n :: match find p t with Some ss => ss | None => [] end) t)
  end.
Definition fold_square (st : state) (s : square) : option state :=
  match find s (squares st) with
  | None => None
  | Some ps => match live_points st ps with
    | [a; b] => match other st s a, other st s b with
      | Some (u, us), Some (w, ws) =>
          if negb (Pos.eqb u w) && negb (has (squares st) (next st)) then
            let us' := set_of us in
            let both := live_points st us ++ filter (fun p => negb (has us' p)) (live_points st ws) in
            Some (State (set (next st) both (drop_all [s; u; w] (squares st)))
                        (drop_all [a; b] (add_square (next st) both (points st)))
                        (Pos.succ (next st)) (laid st + 1))
          else None
      | _, _ => None end
    | _ => None end
  end.
Definition reduce1 (st : state) (e : step) : option state :=
  match e with
  | Forced p => forced st p
  | Point p => drop_point st p
  | Square s t => drop_square st s t
  | Fold s => fold_square st s
  end.
Fixpoint reduce (st : state) (es : list step) : option state :=
  match es with
  | [] => Some st
  | e :: es' => match reduce1 st e with Some st' => reduce st' es' | None => None end
  end.

(* ---- proofs ---- *)

(* each square left with a point left is named by that point *)
Definition sound (st : state) : Prop := forall p l s ps,
  find p (points st) = Some l -> find s (squares st) = Some ps -> In p ps -> In s l.
Definition covers (st : state) (c : list square) : Prop := forall p l,
  find p (points st) = Some l -> exists s ps, In s c /\ find s (squares st) = Some ps /\ In p ps.
Definition cost (c : list square) : Z := Z.of_nat (length c).

Lemma has_iff {A} (t : trie A) i : has t i = true <-> exists a, find i t = Some a.
Proof.
  unfold has. destruct (find i t); split; eauto; try discriminate. intros [a H]. discriminate.
Qed.
Lemma mem_iff i l : mem i l = true <-> In i l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (j & Hj & E). apply Pos.eqb_eq in E. subst. auto.
  - intros H. exists i. split; auto. apply Pos.eqb_refl.
Qed.
Lemma find_drop_all {A} : forall l (t : trie A) i,
  find i (drop_all l t) = if mem i l then None else find i t.
Proof.
  induction l as [|j l IH]; intros t i; simpl; auto. rewrite IH, find_remove.
  destruct (Pos.eqb i j); simpl; auto. destruct (mem i l); auto.
Qed.
Lemma has_set_of : forall l i, has (set_of l) i = true <-> In i l.
Proof.
  assert (G : forall l t i, has (fold_left (fun u j => set j tt u) l t) i = true <->
    has t i = true \/ In i l).
  { induction l as [|j l IH]; intros t i; simpl; [tauto|]. rewrite IH, !has_iff.
    setoid_rewrite find_set. destruct (Pos.eqb_spec i j) as [->|N].
    - split; eauto.
    - split; intros [H|H]; auto. destruct H as [H|H]; [congruence|auto]. }
  intros l i. unfold set_of. rewrite G, has_iff. simpl. split; auto.
  intros [[a H]|H]; [discriminate|auto].
Qed.
Lemma in_live_points st l p : In p (live_points st l) <-> In p l /\ has (points st) p = true.
Proof. unfold live_points. apply filter_In. Qed.
Lemma in_live_squares st l s : In s (live_squares st l) <-> In s l /\ has (squares st) s = true.
Proof. unfold live_squares. apply filter_In. Qed.

Definition without (gone : list square) (c : list square) : list square :=
  filter (fun s => negb (mem s gone)) c.
Lemma in_without gone c s : In s (without gone c) <-> In s c /\ ~ In s gone.
Proof.
  unfold without. rewrite filter_In, negb_true_iff, <- (mem_iff s gone).
  destruct (mem s gone); intuition congruence.
Qed.
Lemma cost_without : forall gone all c, NoDup gone -> incl gone c -> incl gone all ->
  cost (without all c) + cost gone <= cost c.
Proof.
  unfold cost, without. intros gone all c N I J.
  assert (L : (length gone <= length (filter (fun s => mem s all) c))%nat).
  { apply NoDup_incl_length; auto. intros s Hs. apply filter_In. split; auto. apply mem_iff; auto. }
  assert (E : forall l : list square, (length (filter (fun s => mem s all) l) +
    length (filter (fun s => negb (mem s all)) l) = length l)%nat).
  { induction l as [|a l IH]; simpl; auto. destruct (mem a all); simpl; lia. }
  specialize (E c). unfold square in *. lia.
Qed.

(* A step takes a cover to one of the rest, with as many squares less as were laid. *)
Definition good (st st' : state) : Prop := sound st' /\
  forall c, covers st c -> exists c', covers st' c' /\ cost c' + (laid st' - laid st) <= cost c.

Lemma forced_good st p st' : sound st -> forced st p = Some st' -> good st st'.
Proof.
  intros S H. unfold forced in H. destruct (find p (points st)) as [l|] eqn:Fp; [|discriminate].
  destruct (live_squares st l) as [|s [|? ?]] eqn:El; try discriminate.
  destruct (find s (squares st)) as [ps|] eqn:Fs; [|discriminate]. injection H as <-.
  split.
  - intros q m t qs Fq Ft Hq. cbn in *. rewrite find_drop_all in Fq.
    destruct (mem q ps); [discriminate|]. eauto.
  - intros c C. destruct (C _ _ Fp) as (t & qs & Ht & Ft & Hp).
    assert (t = s).
    { assert (In t (live_squares st l)) as I.
      { apply in_live_squares. split; [eauto|]. apply has_iff. eauto. }
      rewrite El in I. destruct I as [->|[]]. auto. }
    subst t. exists (without [s] c). cbn. split.
    + intros q m Fq. cbn in *. rewrite find_drop_all in Fq. destruct (mem q ps) eqn:M; [discriminate|].
      destruct (C _ _ Fq) as (t & rs & Ht' & Ft' & Hq). exists t, rs. repeat split; auto.
      apply in_without. split; auto. intros [<-|[]]. rewrite Fs in Ft'. injection Ft' as <-.
      apply mem_iff in Hq. congruence.
    + assert (N : NoDup [s]) by (repeat constructor; auto).
      assert (I : incl [s] c) by (intros t [<-|[]]; auto).
      pose proof (cost_without [s] [s] c N I (incl_refl _)) as K. change (cost [s]) with 1 in K. lia.
Qed.

Lemma drop_point_good st p st' : sound st -> drop_point st p = Some st' -> good st st'.
Proof.
  intros S H. unfold drop_point in H. destruct (has (points st) p); [|discriminate].
  injection H as <-. split.
  - intros q m t qs Fq Ft Hq. cbn in *. rewrite find_remove in Fq.
    destruct (Pos.eqb q p); [discriminate|]. eauto.
  - intros c C. exists c. cbn. split; [|lia]. intros q m Fq. cbn in *. rewrite find_remove in Fq.
    destruct (Pos.eqb q p); [discriminate|]. eauto.
Qed.

Lemma drop_square_good st s t st' : sound st -> drop_square st s t = Some st' -> good st st'.
Proof.
  intros S H. unfold drop_square in H. destruct (find s (squares st)) as [ps|] eqn:Fs; [|discriminate].
  destruct (find t (squares st)) as [qs|] eqn:Ft; [|discriminate].
  destruct (negb (Pos.eqb s t) && _) eqn:E; [|discriminate]. injection H as <-.
  apply andb_true_iff in E as [N E]. apply negb_true_iff, Pos.eqb_neq in N.
  rewrite forallb_forall in E. split.
  - intros q m u rs Fq Fu Hq. cbn in *. rewrite find_remove in Fu.
    destruct (Pos.eqb u s); [discriminate|]. eauto.
  - intros c C. exists (map (fun u => if Pos.eqb u s then t else u) c). cbn. split.
    + intros q m Fq. cbn in *. destruct (C _ _ Fq) as (u & rs & Hu & Fu & Hq).
      destruct (Pos.eqb_spec u s).
      * subst u. rewrite Fs in Fu. injection Fu as <-. exists t, qs. repeat split.
        -- apply in_map_iff. exists s. rewrite Pos.eqb_refl. auto.
        -- rewrite find_remove. destruct (Pos.eqb_spec t s); congruence.
        -- apply has_set_of, E, in_live_points. split; auto. apply has_iff. eauto.
      * exists u, rs. repeat split; auto.
        -- apply in_map_iff. exists u. split; auto. destruct (Pos.eqb_spec u s); congruence.
        -- rewrite find_remove. destruct (Pos.eqb_spec u s); congruence.
    + unfold cost. rewrite map_length. unfold square in *; lia.
Qed.

Lemma find_add_square n : forall l t p m, find p (add_square n l t) = Some m ->
  (In p l -> In n m) /\ (forall k, find p t = Some k -> incl k m) /\ (~ In p l -> find p t = Some m).
Proof.
  induction l as [|q l IH]; intros t p m H; simpl in H.
  - repeat split; auto; [intros [] | intros k F; rewrite H in F; injection F as <-; apply incl_refl].
  - destruct (IH _ _ _ H) as (A & B & D). rewrite find_set in B, D.
    destruct (Pos.eqb_spec p q) as [->|N].
    + pose proof (B _ eq_refl) as B'. repeat split.
      * intros _. apply B'. left. auto.
      * intros k F. rewrite F in B'. intros z Hz. apply B'. right. auto.
      * intros K. exfalso. apply K. left. auto.
    + repeat split; auto.
      * intros [K|K]; [congruence|auto].
      * intros K. apply D. intros Z. apply K. right. auto.
Qed.

Lemma other_ok st s p u us : sound st -> other st s p = Some (u, us) ->
  u <> s /\ find u (squares st) = Some us /\ In p us /\
  forall t ps, find t (squares st) = Some ps -> In p ps -> t = s \/ t = u.
Proof.
  intros S H. unfold other in H. destruct (find p (points st)) as [l|] eqn:Fp; [|discriminate].
  destruct (filter (fun t => negb (Pos.eqb t s)) (live_squares st l)) as [|v [|? ?]] eqn:El; try discriminate.
  destruct (find v (squares st)) as [vs|] eqn:Fv; [|discriminate].
  destruct (mem p vs) eqn:M; [|discriminate]. injection H as <- <-. apply mem_iff in M.
  assert (I : forall t, In t (live_squares st l) -> t <> s -> t = v).
  { intros t Ht N. assert (K : In t [v]); [|destruct K as [K|[]]; auto].
    rewrite <- El. apply filter_In. split; auto. apply negb_true_iff, Pos.eqb_neq. auto. }
  repeat split; auto.
  - assert (K : In v (filter (fun t => negb (Pos.eqb t s)) (live_squares st l)))
      by (rewrite El; left; auto).
    apply filter_In in K as [_ K]. apply negb_true_iff, Pos.eqb_neq in K. auto.
  - intros t ps Ft Hp. destruct (Pos.eq_dec t s); [left; auto|right]. apply I; auto.
    apply in_live_squares. split; [eauto|]. apply has_iff. eauto.
Qed.

Lemma fold_good st s st' : sound st -> fold_square st s = Some st' -> good st st'.
Proof.
  intros S H. unfold fold_square in H. destruct (find s (squares st)) as [ps|] eqn:Fs; [|discriminate].
  destruct (live_points st ps) as [|a [|b [|? ?]]] eqn:El; try discriminate.
  destruct (other st s a) as [[u us]|] eqn:Oa; [|discriminate].
  destruct (other st s b) as [[w ws]|] eqn:Ob; [|discriminate].
  destruct (negb (Pos.eqb u w) && _) eqn:E; [|discriminate]. injection H as <-.
  apply andb_true_iff in E as [N F]. apply negb_true_iff, Pos.eqb_neq in N.
  apply negb_true_iff in F.
  destruct (other_ok _ _ _ _ _ S Oa) as (Nu & Fu & Ha & Ua).
  destruct (other_ok _ _ _ _ _ S Ob) as (Nw & Fw & Hb & Ub).
  assert (La : In a (live_points st ps)) by (rewrite El; simpl; auto).
  assert (Lb : In b (live_points st ps)) by (rewrite El; simpl; auto).
  apply in_live_points in La as [La Pa], Lb as [Lb Pb].
  set (us' := set_of us). set (both := live_points st us ++ _).
  assert (B : forall q, has (points st) q = true -> In q us \/ In q ws -> In q both).
  { intros q Hq K. unfold both. apply in_or_app. destruct (has us' q) eqn:Hu.
    - left. apply in_live_points. split; auto. apply has_set_of. auto.
    - right. apply filter_In. split; [|rewrite Hu; auto]. apply in_live_points. split; auto.
      destruct K as [K|K]; auto. exfalso. apply has_set_of in K. unfold us' in Hu. congruence. }
  assert (Fresh : forall t ts, find t (squares st) = Some ts -> t <> next st).
  { intros t ts Ft ->. unfold has in F. rewrite Ft in F. discriminate. }
  assert (New : forall t ts, In t [s; u; w] \/ find t (set (next st) both (drop_all [s; u; w] (squares st)))
    = Some ts \/ find t (squares st) <> Some ts).
  { intros t ts. rewrite find_set, find_drop_all. destruct (mem t [s; u; w]) eqn:M.
    - left. apply mem_iff. auto.
    - destruct (Pos.eqb_spec t (next st)) as [->|].
      + right. right. intros K. exact (Fresh _ _ K eq_refl).
      + right. destruct (find t (squares st)) as [k|]; [|right; discriminate].
        destruct (list_eq_dec Pos.eq_dec k ts); [left; congruence|right; congruence]. }
  split.
  - intros q m t ts Fq Ft Hq. cbn in *. change (remove w (remove u (remove s (squares st)))) with
      (drop_all [s; u; w] (squares st)) in Ft.
    change (remove b (remove a (add_square (next st) both (points st)))) with
      (drop_all [a; b] (add_square (next st) both (points st))) in Fq.
    rewrite find_drop_all in Fq. destruct (mem q [a; b]); [discriminate|].
    destruct (find_add_square _ _ _ _ _ Fq) as (A & Bk & D).
    rewrite find_set, find_drop_all in Ft. destruct (Pos.eqb_spec t (next st)) as [->|].
    + injection Ft as <-. auto.
    + destruct (mem t [s; u; w]); [discriminate|].
      destruct (find q (points st)) as [k|] eqn:Fk.
      * apply (Bk k); auto. eapply S; eauto.
      * exfalso. destruct (in_dec Pos.eq_dec q both) as [K|K].
        -- unfold both in K. apply in_app_or in K as [K|K].
           ++ apply in_live_points in K as [_ K]. unfold has in K. rewrite Fk in K. discriminate.
           ++ apply filter_In in K as [K _]. apply in_live_points in K as [_ K].
              unfold has in K. rewrite Fk in K. discriminate.
        -- specialize (D K). congruence.
  - intros c C. cbn [laid points squares next].
    set (d := without [s; u; w] c).
    assert (Rest : forall q m, find q (drop_all [a; b] (add_square (next st) both (points st))) = Some m ->
      ~ In q [a; b] /\ (exists t ts, In t c /\ find t (squares st) = Some ts /\ In q ts) /\
      has (points st) q = true).
    { intros q m Fq. rewrite find_drop_all in Fq. destruct (mem q [a; b]) eqn:M; [discriminate|].
      assert (P : exists k, find q (points st) = Some k).
      { destruct (find_add_square _ _ _ _ _ Fq) as (_ & _ & D).
        destruct (in_dec Pos.eq_dec q both) as [K|K]; [|eauto].
        apply has_iff. unfold both in K. apply in_app_or in K as [K|K].
        - apply in_live_points in K as [_ K]. auto.
        - apply filter_In in K as [K _]. apply in_live_points in K as [_ K]. auto. }
      destruct P as [k Fk]. repeat split.
      - rewrite <- mem_iff. congruence.
      - eauto.
      - apply has_iff. eauto. }
    (* a square of the cover that is neither s nor u nor w is there still *)
    assert (Keep : forall q t ts, has (points st) q = true -> In t c -> find t (squares st) = Some ts ->
      In q ts -> ~ In q [a; b] -> (In t [u; w] /\ In t c) \/
      (In t d /\ find t (set (next st) both (drop_all [s; u; w] (squares st))) = Some ts)).
    { intros q t ts Hq Ht Ft Hts Nq. destruct (Pos.eq_dec t s) as [->|].
      - exfalso. apply Nq. rewrite Fs in Ft. injection Ft as <-. rewrite <- El.
        apply in_live_points. auto.
      - destruct (in_dec Pos.eq_dec t [u; w]) as [K|K]; [left; auto|right].
        assert (~ In t [s; u; w]) by (intros [Z|Z]; auto).
        split; [apply in_without; auto|]. destruct (New t ts) as [Z|[Z|Z]]; auto; contradiction. }
    assert (Two : forall y z, y <> z -> In y [s; u; w] -> In z [s; u; w] -> In y c -> In z c ->
      cost d + 2 <= cost c).
    { intros y z Nyz Ay Az Cy Cz. apply (cost_without [y; z] [s; u; w] c).
      - repeat constructor; simpl; intuition congruence.
      - intros i [<-|[<-|[]]]; auto.
      - intros i [<-|[<-|[]]]; auto. }
    (* with two of the three in the cover, the new square stands for them *)
    assert (Both : cost d + 2 <= cost c -> exists c', covers (State
        (set (next st) both (drop_all [s; u; w] (squares st)))
        (drop_all [a; b] (add_square (next st) both (points st))) (Pos.succ (next st)) (laid st + 1)) c' /\
        cost c' + (laid st + 1 - laid st) <= cost c).
    { intros K. exists (next st :: d). split; [|unfold cost in *; cbn [length]; lia].
      intros q m Fq. cbn [points squares] in *. destruct (Rest _ _ Fq) as (Nq & (t & ts & Ht & Ft & Hts) & Hq).
      destruct (Keep q t ts Hq Ht Ft Hts Nq) as [[K1 _]|[K1 K2]].
      - exists (next st), both. repeat split; [left; auto | apply find_set_same | apply B; auto].
        destruct K1 as [<-|[<-|[]]]; [left; congruence | right; congruence].
      - exists t, ts. repeat split; auto. right. auto. }
    destruct (proj1 (has_iff _ _) Pa) as [ka Ka], (proj1 (has_iff _ _) Pb) as [kb Kb].
    destruct (C _ _ Ka) as (ta & sa & Ca & Fa & Ia), (C _ _ Kb) as (tb & sb & Cb & Fb & Ib).
    pose proof (Ua _ _ Fa Ia) as Ta. pose proof (Ub _ _ Fb Ib) as Tb.
    destruct (in_dec Pos.eq_dec s c) as [Is|Is].
    + destruct (in_dec Pos.eq_dec u c) as [Iu|Iu]; [apply Both, (Two s u); simpl; auto|].
      destruct (in_dec Pos.eq_dec w c) as [Iw|Iw]; [apply Both, (Two s w); simpl; auto|].
      exists d. split.
      * intros q m Fq. cbn [points squares] in *.
        destruct (Rest _ _ Fq) as (Nq & (t & ts & Ht & Ft & Hts) & Hq).
        destruct (Keep q t ts Hq Ht Ft Hts Nq) as [[K1 K2]|[K1 K2]]; [|eauto].
        exfalso. destruct K1 as [<-|[<-|[]]]; auto.
      * enough (cost d + 1 <= cost c) by lia. apply (cost_without [s] [s; u; w] c).
        -- repeat constructor; auto.
        -- intros i [<-|[]]; auto.
        -- intros i [<-|[]]; simpl; auto.
    + destruct Ta as [Ta|Ta], Tb as [Tb|Tb]; subst; try contradiction.
      apply Both, (Two u w); simpl; auto.
Qed.

(* Covers of the rest, with the squares laid, are no larger than covers of the whole. *)
Lemma reduce_good : forall es st st', sound st -> reduce st es = Some st' -> good st st'.
Proof.
  induction es as [|e es IH]; intros st st' S H; simpl in H.
  - injection H as <-. split; auto. intros c C. exists c. split; auto. lia.
  - destruct (reduce1 st e) as [st1|] eqn:E; [|discriminate].
    assert (G : good st st1).
    { destruct e; simpl in E; eauto using forced_good, drop_point_good, drop_square_good, fold_good. }
    destruct G as [S1 G1]. destruct (IH _ _ S1 H) as [S2 G2]. split; auto.
    intros c C. destruct (G1 c C) as (c1 & C1 & K1). destruct (G2 c1 C1) as (c2 & C2 & K2).
    exists c2. split; auto. lia.
Qed.
