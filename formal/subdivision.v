(* Vertex covers of subdivided graphs (docs/reductions/links.md): G' is G with each edge replaced by
   a path of 2 l + 1 edges, and L is the sum of all l. A smallest cover of G' has L vertices more
   than one of G. *)
Require Import List Arith Lia Bool.
Import ListNotations.

Section Subdivision.
Variable V : Type.
Hypothesis V_dec : forall a b : V, {a = b} + {a <> b}.

Definition edge := (V * V)%type.
(* an edge of G, and the vertices that are put between its ends *)
Record link := Link { one : V; other : V; inner : list V }.
Fixpoint path (u : V) (hs : list V) (v : V) : list edge :=
  match hs with [] => [(u, v)] | h :: hs' => (u, h) :: path h hs' v end.
Definition graph (ls : list link) : list edge := map (fun k => (one k, other k)) ls.
Definition subdivided (ls : list link) : list edge :=
  concat (map (fun k => path (one k) (inner k) (other k)) ls).
(* half the number of new vertices *)
Definition halves (ls : list link) : nat :=
  fold_right (fun k n => Nat.div2 (length (inner k)) + n) 0 ls.
(* New vertices are new, and none stands on two paths; each path has an even number of them. *)
Definition proper (ls : list link) : Prop :=
  NoDup (concat (map inner ls)) /\
  (forall k h, In k ls -> In h (concat (map inner ls)) -> one k <> h /\ other k <> h) /\
  forall k, In k ls -> Nat.even (length (inner k)) = true.

Definition covers (C : list V) (E : list edge) : Prop :=
  forall a b, In (a, b) E -> In a C \/ In b C.
Definition smallest_cover (E : list edge) (n : nat) : Prop :=
  (exists C, length C = n /\ covers C E) /\ forall C, covers C E -> n <= length C.

Lemma mem_dec : forall a (l : list V), {In a l} + {~ In a l}.
Proof. intros. apply in_dec. exact V_dec. Qed.
Lemma pairs_ind : forall P : list V -> Prop, P [] ->
  (forall a b l, P l -> P (a :: b :: l)) -> forall l, Nat.even (length l) = true -> P l.
Proof.
  intros P P0 P2. enough (H : forall n l, length l <= n -> Nat.even (length l) = true -> P l).
  { intros l. apply (H (length l)). auto. }
  induction n as [|n IH]; intros [|a [|b l]] L E; auto; cbn in *; try lia; try discriminate.
  apply P2. apply IH; auto. lia.
Qed.

(* ---- not more: every second vertex of a path, from the right end ---- *)

Fixpoint evens (hs : list V) : list V :=
  match hs with a :: b :: hs' => b :: evens hs' | _ => [] end.
Fixpoint odds (hs : list V) : list V :=
  match hs with a :: b :: hs' => a :: odds hs' | _ => [] end.
Lemma halves_length : forall hs, Nat.even (length hs) = true ->
  length (evens hs) = Nat.div2 (length hs) /\ length (odds hs) = Nat.div2 (length hs).
Proof.
  apply (pairs_ind (fun hs => length (evens hs) = Nat.div2 (length hs) /\
    length (odds hs) = Nat.div2 (length hs))); auto.
  intros a b l [E O]. cbn. rewrite E, O. auto.
Qed.
Lemma covers_mono : forall C C' E, incl C C' -> covers C E -> covers C' E.
Proof. intros C C' E I H a b N. destruct (H a b N); auto. Qed.
Lemma covers_app : forall C E F, covers C (E ++ F) <-> covers C E /\ covers C F.
Proof.
  intros C E F. split.
  - intros H. split; intros a b I; apply H, in_app_iff; auto.
  - intros [H H'] a b I. apply in_app_iff in I as [I|I]; auto.
Qed.
Lemma covers_cons : forall C a b E, In a C \/ In b C -> covers C E -> covers C ((a, b) :: E).
Proof. intros C a b E O H x y [I|I]; [injection I as <- <-; auto | auto]. Qed.
Lemma evens_cover : forall v hs, Nat.even (length hs) = true -> forall C u, In u C ->
  incl (evens hs) C -> covers C (path u hs v).
Proof.
  intros v. apply (pairs_ind (fun hs => forall C u, In u C -> incl (evens hs) C ->
    covers C (path u hs v))).
  - intros C u I _. apply covers_cons; auto. intros a b [].
  - intros a b l IH C u I E. assert (Ib : In b C) by (apply E; cbn; auto).
    cbn [path]. apply covers_cons; auto. apply covers_cons; auto. apply IH; auto.
    intros x X. apply E. cbn. auto.
Qed.
Lemma odds_cover : forall v hs, Nat.even (length hs) = true -> forall C u, In v C ->
  incl (odds hs) C -> covers C (path u hs v).
Proof.
  intros v. apply (pairs_ind (fun hs => forall C u, In v C -> incl (odds hs) C ->
    covers C (path u hs v))).
  - intros C u I _. apply covers_cons; auto. intros a b [].
  - intros a b l IH C u I E. assert (Ia : In a C) by (apply E; cbn; auto).
    cbn [path]. apply covers_cons; auto. apply covers_cons; auto. apply IH; auto.
    intros x X. apply E. cbn. auto.
Qed.
Lemma forward : forall ls C, (forall k, In k ls -> Nat.even (length (inner k)) = true) ->
  covers C (graph ls) -> exists D, length D = halves ls /\ covers (C ++ D) (subdivided ls).
Proof.
  induction ls as [|k ls IH]; intros C E H.
  - exists []. split; auto. intros a b [].
  - destruct (IH C) as (D & L & G); [intros; apply E; cbn; auto| |].
    { intros a b I. apply H. cbn. auto. }
    specialize (E k (or_introl eq_refl)). destruct (halves_length _ E) as [Le Lo].
    assert (Rest : forall x, covers (C ++ x ++ D) (subdivided ls)).
    { intros x. apply covers_mono with (C ++ D); auto. intros y Y.
      rewrite !in_app_iff in *. tauto. }
    destruct (H (one k) (other k)) as [I|I]; [cbn; auto| |].
    + exists (evens (inner k) ++ D). split; [rewrite app_length, L, Le; auto|].
      apply covers_app. split; [|apply Rest]. apply evens_cover; auto.
      * apply in_app_iff. auto.
      * intros y Y. rewrite !in_app_iff. auto.
    + exists (odds (inner k) ++ D). split; [rewrite app_length, L, Lo; auto|].
      apply covers_app. split; [|apply Rest]. apply odds_cover; auto.
      * apply in_app_iff. auto.
      * intros y Y. rewrite !in_app_iff. auto.
Qed.

(* ---- not fewer: drop the new vertices, and take an end where both are missing ---- *)

Definition taken (C hs : list V) : list V :=
  filter (fun h => if mem_dec h C then true else false) hs.
Lemma taken_half : forall C v hs, Nat.even (length hs) = true -> forall u,
  covers C (path u hs v) -> Nat.div2 (length hs) <= length (taken C hs) /\
  (~ In u C -> ~ In v C -> S (Nat.div2 (length hs)) <= length (taken C hs)).
Proof.
  intros C v. apply (pairs_ind (fun hs => forall u, covers C (path u hs v) ->
    Nat.div2 (length hs) <= length (taken C hs) /\
    (~ In u C -> ~ In v C -> S (Nat.div2 (length hs)) <= length (taken C hs)))).
  - intros u H. cbn. split; auto. intros U W. destruct (H u v); cbn; auto; tauto.
  - intros a b l IH u H. cbn [path] in H.
    assert (Ha : In u C \/ In a C) by (apply H; cbn; auto).
    assert (Hb : In a C \/ In b C) by (apply H; cbn; auto).
    destruct (IH b) as [L M]; [intros x y I; apply H; cbn; auto|].
    unfold taken in *. cbn [filter length Nat.div2].
    destruct (mem_dec a C) as [A|A], (mem_dec b C) as [B|B]; cbn [length]; split; intros;
      try lia; try tauto.
    specialize (M B ltac:(auto)). lia.
Qed.
Definition apart (C hs : list V) : list V :=
  filter (fun h => if mem_dec h hs then false else true) C.
Lemma apart_in : forall C hs h, In h (apart C hs) <-> In h C /\ ~ In h hs.
Proof.
  intros. unfold apart. rewrite filter_In. destruct (mem_dec h hs); intuition discriminate.
Qed.
Definition within (C hs : list V) : list V :=
  filter (fun h => if mem_dec h hs then true else false) C.
Lemma apart_within : forall hs C, length (apart C hs) + length (within C hs) = length C.
Proof.
  intros hs. unfold apart, within. induction C as [|c C IH]; auto. cbn [filter].
  destruct (mem_dec c hs); cbn [length]; lia.
Qed.
Lemma apart_length : forall C hs, NoDup hs ->
  length (apart C hs) + length (taken C hs) <= length C.
Proof.
  intros C hs N. rewrite <- (apart_within hs C). apply Nat.add_le_mono_l.
  apply NoDup_incl_length; [apply NoDup_filter; auto|].
  intros x X. unfold taken, within in *. apply filter_In in X as [I X].
  destruct (mem_dec x C); [|discriminate]. apply filter_In. split; auto.
  destruct (mem_dec x hs); tauto.
Qed.
Lemma path_ends : forall hs u v a b, In (a, b) (path u hs v) ->
  (a = u \/ In a hs) /\ (b = v \/ In b hs).
Proof.
  induction hs as [|h hs IH]; intros u v a b I; cbn in I.
  - destruct I as [I|[]]. injection I as -> ->. auto.
  - destruct I as [I|I]; [injection I as <- <-; cbn; auto|].
    destruct (IH _ _ _ _ I) as [[->|A] [B|B]]; cbn; auto.
Qed.
Lemma NoDup_parts : forall l m : list V, NoDup (l ++ m) ->
  NoDup l /\ NoDup m /\ forall h, In h l -> ~ In h m.
Proof.
  induction l as [|x l IH]; intros m N; cbn in *.
  - split; [constructor|auto].
  - inversion N as [|? ? X Y]. subst. destruct (IH _ Y) as (A & B & C). rewrite in_app_iff in X.
    split; [constructor; auto|]. split; auto. intros h [<-|I]; auto.
Qed.
Lemma backward : forall ls E C, proper ls ->
  (forall a b h, In (a, b) E -> In h (concat (map inner ls)) -> a <> h /\ b <> h) ->
  covers C (E ++ subdivided ls) ->
  exists D, length D + halves ls <= length C /\ covers D (E ++ graph ls).
Proof.
  induction ls as [|k ls IH]; intros E C (N & Ends & Ev) Old H.
  - exists C. cbn in *. split; auto. lia.
  - cbn [map concat] in N. cbn [map concat] in Ends, Old.
    unfold subdivided in H. cbn [map concat] in H. fold (subdivided ls) in H.
    destruct (NoDup_parts _ _ N) as (Nk & Nr & Sep).
    rewrite app_assoc in H. apply covers_app in H as [H Hr]. apply covers_app in H as [HE Hk].
    assert (Evk := Ev k (or_introl eq_refl)).
    destruct (taken_half C (other k) (inner k) Evk (one k) Hk) as [T1 T2].
    pose proof (apart_length C (inner k) Nk) as AL.
    set (C1 := if mem_dec (one k) C then apart C (inner k) else
               if mem_dec (other k) C then apart C (inner k) else one k :: apart C (inner k)).
    assert (L1 : length C1 + Nat.div2 (length (inner k)) <= length C).
    { unfold C1. destruct (mem_dec (one k) C), (mem_dec (other k) C); cbn [length]; try lia.
      specialize (T2 ltac:(auto) ltac:(auto)). lia. }
    assert (Keep : forall h, In h C -> ~ In h (inner k) -> In h C1).
    { intros h I J. assert (A : In h (apart C (inner k))) by (apply apart_in; auto).
      unfold C1. destruct (mem_dec (one k) C), (mem_dec (other k) C); cbn; auto. }
    assert (Ek : forall h, In h (inner k) -> one k <> h /\ other k <> h).
    { intros h I. apply (Ends k h); cbn; auto. apply in_app_iff. auto. }
    destruct (IH (E ++ [(one k, other k)]) C1) as (D & LD & HD).
    + split; auto. split.
      * intros j h J I. apply (Ends j h); cbn; auto. apply in_app_iff. auto.
      * intros j J. apply Ev. cbn. auto.
    + intros a b h I J. apply in_app_iff in I as [I|[I|[]]].
      * apply (Old a b h I). apply in_app_iff. auto.
      * injection I as <- <-. apply (Ends k h); cbn; auto. apply in_app_iff. auto.
    + rewrite <- app_assoc. apply covers_app. split; [|apply covers_cons].
      * intros a b I. destruct (HE a b I) as [A|B]; [left|right]; apply Keep; auto; intros J;
        destruct (Old a b _ I (proj2 (in_app_iff _ _ _) (or_introl J))); congruence.
      * unfold C1. destruct (mem_dec (one k) C) as [O|O].
        { left. apply apart_in. split; auto. intros J. apply Ek in J. tauto. }
        destruct (mem_dec (other k) C) as [O'|O']; [right|left; cbn; auto].
        apply apart_in. split; auto. intros J. apply Ek in J. tauto.
      * intros a b I.
        assert (P : exists j, In j ls /\ In (a, b) (path (one j) (inner j) (other j))).
        { unfold subdivided in I. rewrite in_concat in I. destruct I as (p & P & I).
          apply in_map_iff in P as (j & <- & J). eauto. }
        destruct P as (j & J & P). apply path_ends in P as [PA PB].
        assert (In_j : forall h, In h (inner j) -> In h (concat (map inner ls))).
        { intros h Hh. apply in_concat. exists (inner j). split; auto. apply in_map. auto. }
        assert (Ej : forall h, In h (inner k) -> one j <> h /\ other j <> h).
        { intros h Hh. apply (Ends j h); cbn; auto. apply in_app_iff. auto. }
        destruct (Hr a b I) as [A|B]; [left|right]; apply Keep; auto; intros X.
        -- destruct PA as [->|PA]; [apply Ej in X; tauto|]. apply (Sep a); auto.
        -- destruct PB as [->|PB]; [apply Ej in X; tauto|]. apply (Sep b); auto.
    + exists D. change (halves (k :: ls)) with (Nat.div2 (length (inner k)) + halves ls).
      split; [lia|]. rewrite <- app_assoc in HD. exact HD.
Qed.

(* tau(G') = tau(G) + L *)
Theorem smallest_covers : forall ls n, proper ls ->
  smallest_cover (graph ls) n -> smallest_cover (subdivided ls) (n + halves ls).
Proof.
  intros ls n P [(C & L & H) Least]. split.
  - destruct (forward ls C (proj2 (proj2 P)) H) as (D & LD & HD).
    exists (C ++ D). rewrite app_length. split; auto.
  - intros A HA. destruct (backward ls [] A P) as (D & LD & HD);
      [intros a b h [] | exact HA |]. specialize (Least D HD). lia.
Qed.

(* ---- no triangle ---- *)

Definition is_end_of (w : V) (e : edge) : Prop := w = fst e \/ w = snd e.
Definition meet (e f : edge) : Prop := exists w, is_end_of w e /\ is_end_of w f.

Lemma path_inner : forall hs u v e, hs <> [] -> In e (path u hs v) ->
  exists w, is_end_of w e /\ In w hs.
Proof.
  induction hs as [|h hs IH]; intros u v e N I; [congruence|]. destruct I as [<-|I].
  - exists h. unfold is_end_of. cbn. auto.
  - destruct hs as [|h' hs].
    + destruct I as [<-|[]]. exists h. unfold is_end_of. cbn. auto.
    + destruct (IH h v e) as (w & W & J); auto; [congruence|]. exists w. cbn in *. auto.
Qed.
Lemma path_place : forall hs u v e, In e (path u hs v) -> exists i,
  nth_error (u :: hs ++ [v]) i = Some (fst e) /\ nth_error (u :: hs ++ [v]) (S i) = Some (snd e).
Proof.
  induction hs as [|h hs IH]; intros u v e I; cbn [path] in I.
  - destruct I as [<-|[]]. exists 0. auto.
  - destruct I as [<-|I]; [exists 0; auto|]. destruct (IH _ _ _ I) as (i & A & B).
    exists (S i). auto.
Qed.
Lemma path_meet : forall hs u v e f g, NoDup (u :: hs ++ [v]) -> In e (path u hs v) ->
  In f (path u hs v) -> In g (path u hs v) -> meet e f -> meet e g -> meet f g ->
  exists w, is_end_of w e /\ is_end_of w f /\ is_end_of w g.
Proof.
  intros hs u v e f g N E F G EF EG FG. set (l := u :: hs ++ [v]) in *.
  destruct (path_place _ _ _ _ E) as (i & E1 & E2). fold l in E1, E2.
  destruct (path_place _ _ _ _ F) as (j & F1 & F2). fold l in F1, F2.
  destruct (path_place _ _ _ _ G) as (k & G1 & G2). fold l in G1, G2.
  assert (One : forall a b x y, nth_error l a = Some x -> nth_error l b = Some y -> x = y -> a = b).
  { intros a b x y A B ->. apply (proj1 (NoDup_nth_error l) N).
    - apply nth_error_Some. congruence.
    - congruence. }
  assert (Near : forall a b x y, nth_error l a = Some (fst x) -> nth_error l (S a) = Some (snd x) ->
    nth_error l b = Some (fst y) -> nth_error l (S b) = Some (snd y) -> meet x y ->
    a <= S b /\ b <= S a).
  { intros a b x y A1 A2 B1 B2 (w & [W|W] & [W'|W']).
    - pose proof (One _ _ _ _ A1 B1 ltac:(congruence)). lia.
    - pose proof (One _ _ _ _ A1 B2 ltac:(congruence)). lia.
    - pose proof (One _ _ _ _ A2 B1 ltac:(congruence)). lia.
    - pose proof (One _ _ _ _ A2 B2 ltac:(congruence)). lia. }
  assert (Same : forall a x y, nth_error l a = Some (fst x) -> nth_error l (S a) = Some (snd x) ->
    nth_error l a = Some (fst y) -> nth_error l (S a) = Some (snd y) -> x = y).
  { intros a [x1 x2] [y1 y2] A1 A2 B1 B2. cbn in *. congruence. }
  pose proof (Near i j e f E1 E2 F1 F2 EF). pose proof (Near i k e g E1 E2 G1 G2 EG).
  pose proof (Near j k f g F1 F2 G1 G2 FG).
  assert (D : i = j \/ i = k \/ j = k) by lia. destruct D as [-> | [-> | ->]].
  - assert (e = f) by eauto. subst f. destruct EG as (w & A & B). exists w. auto.
  - assert (e = g) by eauto. subst g. destruct EF as (w & A & B). exists w. auto.
  - assert (f = g) by eauto. subst g. destruct EF as (w & A & B). exists w. auto.
Qed.
Lemma inner_once : forall ls j k h, NoDup (concat (map inner ls)) -> In j ls -> In k ls ->
  In h (inner j) -> In h (inner k) -> j = k.
Proof.
  induction ls as [|x ls IH]; intros j k h N J K A B; [destruct J|]. cbn [map concat] in N.
  destruct (NoDup_parts _ _ N) as (_ & N' & S).
  assert (Late : forall y, In y ls -> In h (inner y) -> In h (concat (map inner ls))).
  { intros y Y I. apply in_concat. exists (inner y). split; auto. apply in_map. auto. }
  destruct J as [->|J], K as [->|K]; auto.
  - exfalso. apply (S h); eauto.
  - exfalso. apply (S h); eauto.
  - eauto.
Qed.

(* Edges of G' that share ends by pairs have one in common. *)
Theorem subdivided_no_triangle : forall ls, proper ls ->
  (forall k, In k ls -> one k <> other k /\ inner k <> []) ->
  forall e f g, In e (subdivided ls) -> In f (subdivided ls) -> In g (subdivided ls) ->
  meet e f -> meet e g -> meet f g ->
  exists w, is_end_of w e /\ is_end_of w f /\ is_end_of w g.
Proof.
  intros ls (N & Ends & _) Long e f g E F G EF EG FG.
  assert (On : forall x, In x (subdivided ls) -> exists k, In k ls /\
    In x (path (one k) (inner k) (other k))).
  { intros x X. unfold subdivided in X. apply in_concat in X as (p & P & X).
    apply in_map_iff in P as (k & <- & K). eauto. }
  destruct (On e E) as (ke & Ke & Pe). destruct (On f F) as (kf & Kf & Pf).
  destruct (On g G) as (kg & Kg & Pg). clear On.
  destruct EF as (w1 & E1 & F1), EG as (w2 & E2 & G2), FG as (w3 & F3 & G3).
  destruct (V_dec w1 w2) as [->|D12]; [exists w2; auto|].
  destruct (V_dec w1 w3) as [->|D13]; [exists w3; auto|].
  destruct (V_dec w2 w3) as [->|D23]; [exists w3; auto|].
  assert (Inner : forall k x a b, In k ls -> In x (path (one k) (inner k) (other k)) ->
    is_end_of a x -> is_end_of b x -> a <> b -> In a (inner k) \/ In b (inner k)).
  { intros k x a b K X A B D. destruct (path_inner _ _ _ _ (proj2 (Long k K)) X) as (w & W & I).
    assert (H : w = a \/ w = b).
    { unfold is_end_of in *. destruct W as [->| ->], A as [->| ->], B as [->| ->]; tauto. }
    destruct H; subst; auto. }
  assert (Path : forall j k x w, In j ls -> In k ls -> In w (inner j) ->
    In x (path (one k) (inner k) (other k)) -> is_end_of w x -> j = k).
  { intros j k [a b] w J K I X W.
    assert (H : In w (inner k)).
    { assert (C : In w (concat (map inner ls))).
      { apply in_concat. exists (inner j). split; auto. apply in_map. auto. }
      destruct (Ends k w K C). apply path_ends in X as [XA XB].
      destruct W as [W|W]; cbn in W; subst w; intuition congruence. }
    apply (inner_once ls j k w); auto. }
  assert (One : ke = kf /\ ke = kg).
  { destruct (Inner ke e w1 w2 Ke Pe E1 E2 D12) as [I1|I2].
    - pose proof (Path ke kf f w1 Ke Kf I1 Pf F1). split; auto. subst kf.
      destruct (Inner kg g w2 w3 Kg Pg G2 G3 D23) as [I|I].
      + symmetry. apply (Path kg ke e w2); auto.
      + symmetry. apply (Path kg ke f w3); auto.
    - pose proof (Path ke kg g w2 Ke Kg I2 Pg G2). split; auto. subst kg.
      destruct (Inner kf f w1 w3 Kf Pf F1 F3 D13) as [I|I].
      + symmetry. apply (Path kf ke e w1); auto.
      + symmetry. apply (Path kf ke g w3); auto. }
  destruct One as [<- <-].
  apply (path_meet (inner ke) (one ke) (other ke)); auto; try (eexists; eauto; fail).
  destruct (Long ke Ke) as [D _].
  assert (C : forall h, In h (inner ke) -> In h (concat (map inner ls))).
  { intros h I. apply in_concat. exists (inner ke). split; auto. apply in_map. auto. }
  constructor.
  - intros I. apply in_app_iff in I as [I|[I|[]]]; [|congruence].
    destruct (Ends ke (one ke) Ke (C _ I)). congruence.
  - assert (NI : NoDup (inner ke)).
    { clear -N Ke. induction ls as [|x ls IH]; [destruct Ke|]. cbn [map concat] in N.
      destruct (NoDup_parts _ _ N) as (A & B & _). destruct Ke as [->|Ke]; auto. }
    apply NoDup_rev in NI. rewrite <- (rev_involutive (inner ke ++ [other ke])).
    apply NoDup_rev. rewrite rev_app_distr. cbn. constructor; auto.
    rewrite <- in_rev. intros I. destruct (Ends ke (other ke) Ke (C _ I)). congruence.
Qed.
End Subdivision.
