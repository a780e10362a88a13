(* boxcover, kind `squares`, as a whole (docs/explanation/certificates-boxcover.md): the squares
   worth laying, and theorems that speak of the game. *)
Require Import ZArith List Lia Bool Orders Mergesort Permutation Sorted.
Import ListNotations.
From gridproof Require Import trie cover components.
Open Scope Z_scope.

(* ---- the game ---- *)

(* A square of side T with its lower left corner at s covers a point p. *)
Definition spot := (Z * Z)%type.
Definition on (T : Z) (s p : spot) : Prop :=
  fst s <= fst p <= fst s + T /\ snd s <= snd p <= snd s + T.
Definition onb (T : Z) (s p : spot) : bool :=
  (fst s <=? fst p) && (fst p <=? fst s + T) && (snd s <=? snd p) && (snd p <=? snd s + T).
(* A move lays a square anywhere, which covers points; a play is over when none is left. *)
Definition lay (T : Z) (s : spot) (left_over : list spot) : list spot :=
  filter (fun p => negb (onb T s p)) left_over.
Definition play (T : Z) (ps moves : list spot) : list spot :=
  fold_left (fun l s => lay T s l) moves ps.
Definition solves (T : Z) (ps moves : list spot) : Prop := play T ps moves = [].

(* ---- the checker ---- *)

Record dot := Dot { id : point; px : Z; py : Z }.

Module SpotOrder <: TotalLeBool.
  Definition t := spot.
  Definition leb (a b : spot) : bool :=
    if fst a <? fst b then true else (fst a =? fst b) && (snd a <=? snd b).
  Theorem leb_total : forall a b, leb a b = true \/ leb b a = true.
  Proof.
    intros a b. unfold leb. destruct (Z.ltb_spec (fst a) (fst b)); auto.
    destruct (Z.ltb_spec (fst b) (fst a)); auto.
    assert (fst b = fst a) as -> by lia. rewrite Z.eqb_refl. simpl. rewrite !Z.leb_le. lia.
  Qed.
End SpotOrder.
Module SpotSort := Sort SpotOrder.
Definition same (a b : spot) : bool := (fst a =? fst b) && (snd a =? snd b).
(* sorted points, each once *)
Fixpoint once (l : list spot) : list spot :=
  match l with
  | a :: (b :: _) as l' => if same a b then once l' else a :: once l'
  | _ => l
  end.
Fixpoint number (l : list spot) (i : point) : list dot :=
  match l with [] => [] | a :: l' => Dot i (fst a) (snd a) :: number l' (Pos.succ i) end.
Fixpoint in_order (x : Z) (l : list dot) : bool :=
  match l with [] => true | d :: l' => (x <=? px d) && in_order (px d) l' end.

Fixpoint drop_left (x : Z) (l : list dot) : list dot :=
  match l with [] => [] | d :: l' => if px d <? x then drop_left x l' else l end.
(* up to x = right, and no further from y than T *)
Fixpoint take_near (right y T : Z) (l : list dot) : list dot :=
  match l with
  | [] => []
  | d :: l' => if right <? px d then []
               else if (y - T <=? py d) && (py d <=? y + T) then d :: take_near right y T l'
               else take_near right y T l'
  end.
Fixpoint insert (b : Z) (l : list Z) : list Z :=
  match l with
  | [] => [b]
  | c :: l' => if b <? c then b :: l else if b =? c then l else c :: insert b l'
  end.
(* the lower edges of squares with the left edge at (x, y) as their lowest point on it *)
Definition bottoms (x y : Z) (near : list dot) : list Z :=
  let low := filter (fun d => (x <=? px d) && (py d <=? y)) near in
  filter (fun b => forallb (fun d => negb ((px d =? x) && (b <=? py d) && (py d <? y))) low)
    (fold_left (fun l d => insert (py d) l) low []).
Definition inside (T x b : Z) (d : dot) : bool :=
  (x <=? px d) && (b <=? py d) && (py d <=? b + T) && (px d <=? x + T).
(* the points of a square, unless they and one more fit into another one *)
Definition kept (T x b : Z) (near : list dot) : option (list point) :=
  let within := filter (inside T x b) near in
  let right := fold_left (fun m d => Z.max m (px d)) within x in
  let top := fold_left (fun m d => Z.max m (py d)) within b in
  if forallb (fun d => inside T x b d ||
       negb ((right - T <=? px d) && (px d <=? x + T) && (top - T <=? py d) && (py d <=? b + T))) near
  then Some (map id within) else None.
Fixpoint keep (T x : Z) (near : list dot) (bs : list Z) (rest : list (list point)) : list (list point) :=
  match bs with
  | [] => rest
  | b :: bs' => let rest' := keep T x near bs' rest in
                match kept T x b near with Some m => m :: rest' | None => rest' end
  end.
(* the squares worth laying, by their left edges, then their lower ones *)
Fixpoint maximal (T : Z) (todo from : list dot) : list (list point) :=
  match todo with
  | [] => []
  | d :: todo' =>
      let from' := drop_left (px d - T) from in
      let near := take_near (px d + T) (py d) T from' in
      keep T (px d) near (bottoms (px d) (py d) near) (maximal T todo' from')
  end.
Fixpoint fill (ms : list (list point)) (s : square) (sq : trie (list point)) (pt : trie (list square))
    : state :=
  match ms with
  | [] => State sq pt s 0
  | m :: ms' => fill ms' (Pos.succ s) (set s m sq) (add_square s m pt)
  end.
Definition start (T : Z) (ds : list dot) : state := fill (maximal T ds ds) xH Empty Empty.

Record certificate := Certificate { steps : list step; parts : list part }.
Definition points_of (ps : list spot) : list dot := number (once (SpotSort.sort ps)) xH.
(* what a certificate proves: no fewer squares will do *)
Definition proven (T : Z) (ps : list spot) (c : certificate) : option Z :=
  let ds := points_of ps in
  match ds with
  | [] => None
  | d :: _ =>
      if in_order (px d) ds then
        match reduce (start T ds) (steps c) with
        | Some st =>
            let ids := map id ds in check_parts ids ids st Empty Empty Empty (parts c) (laid st)
        | None => None end
      else None
  end.
Definition check_squares (T : Z) (ps : list spot) (bound : Z) (c : certificate) : bool :=
  match proven T ps c with Some n => bound <=? n | None => false end.

(* a solution: squares by their left edges, of which each point has one *)
Fixpoint drop_squares (x : Z) (l : list spot) : list spot :=
  match l with [] => [] | s :: l' => if fst s <? x then drop_squares x l' else l end.
Fixpoint found (T : Z) (p : spot) (l : list spot) : bool :=
  match l with [] => false | s :: l' => if onb T s p then true else if fst p <? fst s then false else found T p l' end.
Fixpoint all_found (T : Z) (ps l : list spot) : bool :=
  match ps with
  | [] => true
  | p :: ps' => let l' := drop_squares (fst p - T) l in
                if found T p l' then all_found T ps' l' else false
  end.
Definition check_solution (T : Z) (ps moves : list spot) (cost : Z) : bool :=
  (Z.of_nat (length moves) =? cost) && all_found T (once (SpotSort.sort ps)) (SpotSort.sort moves).

(* ---- proofs: the game ---- *)

Lemma onb_iff T s p : onb T s p = true <-> on T s p.
Proof. unfold onb, on. rewrite !andb_true_iff, !Z.leb_le. tauto. Qed.
Lemma in_play T : forall moves ps p, In p (play T ps moves) <->
  In p ps /\ forall s, In s moves -> onb T s p = false.
Proof.
  induction moves as [|m moves IH]; intros ps p; simpl; [firstorder|].
  change (In p (play T (lay T m ps) moves) <-> In p ps /\ forall s, m = s \/ In s moves -> onb T s p = false).
  rewrite IH. unfold lay. rewrite filter_In, negb_true_iff. split.
  - intros [[A B] C]. split; auto. intros s [<-|I]; auto.
  - intros [A B]. repeat split; auto.
Qed.
Lemma solves_iff T ps moves : solves T ps moves <->
  forall p, In p ps -> exists s, In s moves /\ on T s p.
Proof.
  unfold solves. split.
  - intros E p I. destruct (existsb (fun s => onb T s p) moves) eqn:X.
    + apply existsb_exists in X as (s & Is & O). apply onb_iff in O. eauto.
    + exfalso. assert (K : In p (play T ps moves)); [|rewrite E in K; destruct K].
      apply in_play. split; auto. intros s Is. destruct (onb T s p) eqn:O; auto.
      assert (existsb (fun s => onb T s p) moves = true) by (apply existsb_exists; eauto). congruence.
  - intros C. destruct (play T ps moves) as [|p l] eqn:E; auto. exfalso.
    assert (K : In p (play T ps moves)) by (rewrite E; left; auto).
    apply in_play in K as [K N]. destruct (C p K) as (s & Is & O). apply onb_iff in O.
    rewrite (N s Is) in O. discriminate.
Qed.

(* ---- proofs: the squares worth laying ---- *)

Definition at_ (d : dot) : spot := (px d, py d).
Lemma same_iff a b : same a b = true <-> a = b.
Proof.
  destruct a, b. unfold same. simpl. rewrite andb_true_iff, !Z.eqb_eq. split.
  - intros [-> ->]. auto.
  - intros E. injection E as -> ->. auto.
Qed.
Lemma in_once : forall l a, In a (once l) <-> In a l.
Proof.
  induction l as [|b [|c l] IH]; intros a; [simpl; tauto|simpl; tauto|].
  change (once (b :: c :: l)) with (if same b c then once (c :: l) else b :: once (c :: l)).
  destruct (same b c) eqn:E.
  - apply same_iff in E. subst. rewrite IH. simpl. tauto.
  - change (b = a \/ In a (once (c :: l)) <-> b = a \/ In a (c :: l)). rewrite IH. tauto.
Qed.
Lemma in_number : forall l i a, In a l <-> exists d, In d (number l i) /\ at_ d = a.
Proof.
  induction l as [|b l IH]; intros i a; simpl.
  - split; [intros []|intros (d & [] & _)].
  - rewrite (IH (Pos.succ i) a). split.
    + intros [<-|(d & I & E)]; [|eauto]. eexists. split; [left; reflexivity|]. destruct b. auto.
    + intros (d & [<-|I] & E); [left|right; eauto]. rewrite <- E. destruct b. auto.
Qed.
Lemma in_points_of ps a : In a ps <-> exists d, In d (points_of ps) /\ at_ d = a.
Proof.
  unfold points_of. rewrite <- in_number, in_once. pose proof (SpotSort.Permuted_sort ps) as P.
  split; apply Permutation_in; [|apply Permutation_sym]; auto.
Qed.

Definition ordered (l : list dot) : Prop := StronglySorted (fun a b => px a <= px b) l.
Lemma in_order_ok : forall l x, in_order x l = true -> ordered l /\ forall d, In d l -> x <= px d.
Proof.
  induction l as [|d l IH]; intros x H; simpl in H.
  - split; [constructor|intros ? []].
  - apply andb_true_iff in H as [H1 H2]. apply Z.leb_le in H1. destruct (IH _ H2) as [A B]. split.
    + constructor; auto. apply Forall_forall. auto.
    + intros e [<-|I]; auto. specialize (B e I). lia.
Qed.
Lemma drop_left_ok : forall l x, (ordered l -> ordered (drop_left x l)) /\
  (forall d, In d (drop_left x l) -> In d l) /\
  (forall d, In d l -> x <= px d -> In d (drop_left x l)).
Proof.
  induction l as [|e l IH]; intros x; simpl; [repeat split; auto|].
  destruct (IH x) as (A & B & C). destruct (Z.ltb_spec (px e) x).
  - repeat split.
    + intros O. inversion O; auto.
    + intros d I. right. auto.
    + intros d [<-|I] L; [lia|auto].
  - repeat split; auto.
Qed.
Lemma take_near_ok T y : forall l right, ordered l ->
  (forall d, In d (take_near right y T l) -> In d l) /\
  (forall d, In d l -> px d <= right -> y - T <= py d <= y + T -> In d (take_near right y T l)).
Proof.
  induction l as [|e l IH]; intros right O; simpl; [split; intros ? []|].
  inversion O as [|? ? O1 O2]; subst. destruct (IH right O1) as [A B]. rewrite Forall_forall in O2.
  destruct (Z.ltb_spec right (px e)).
  - split; [intros ? []|]. intros d [<-|I] L _; [lia|]. specialize (O2 d I). simpl in O2. lia.
  - destruct ((y - T <=? py e) && (py e <=? y + T)) eqn:E.
    + split.
      * intros d [<-|I]; auto.
      * intros d [<-|I] L K; [left; auto|right; auto].
    + split; auto. intros d [<-|I] L K; auto. exfalso. rewrite andb_false_iff, !Z.leb_gt in E. lia.
Qed.
Lemma in_insert b : forall l c, In c (insert b l) <-> c = b \/ In c l.
Proof.
  induction l as [|a l IH]; intros c; simpl; [intuition|].
  destruct (b <? a); simpl; [intuition|]. destruct (Z.eqb_spec b a); simpl; [subst; intuition|].
  rewrite IH. intuition.
Qed.
Lemma in_heights : forall l c m, In c (fold_left (fun l d => insert (py d) l) l m) <->
  In c m \/ exists d, In d l /\ py d = c.
Proof.
  induction l as [|e l IH]; intros c m; simpl.
  - split; auto. intros [I|(d & [] & _)]; auto.
  - rewrite IH, in_insert. split.
    + intros [[->|I]|(d & I & E)]; eauto.
    + intros [I|(d & [<-|I] & E)]; eauto.
Qed.
Lemma max_ok (f : dot -> Z) : forall l a,
  a <= fold_left (fun m d => Z.max m (f d)) l a /\
  (forall d, In d l -> f d <= fold_left (fun m d => Z.max m (f d)) l a).
Proof.
  induction l as [|e l IH]; intros a; simpl; [split; [lia|intros ? []]|].
  destruct (IH (Z.max a (f e))) as [A B]. split; [lia|]. intros d [<-|I]; auto. lia.
Qed.
Lemma inside_iff T x b d : inside T x b d = true <-> on T (x, b) (at_ d).
Proof. unfold inside, on, at_. simpl. rewrite !andb_true_iff, !Z.leb_le. lia. Qed.

Section Maximal.
Variables (T : Z) (all : list dot).
Hypothesis Order : ordered all.

(* the number of points that a square lacks *)
Definition lacking (s : spot) : nat := length (filter (fun d => negb (onb T s (at_ d))) all).
Lemma lacking_less s t d : (forall e, In e all -> on T s (at_ e) -> on T t (at_ e)) ->
  In d all -> ~ on T s (at_ d) -> on T t (at_ d) -> (lacking t < lacking s)%nat.
Proof.
  unfold lacking. intros H I N O.
  assert (G : forall l, incl l all ->
    (length (filter (fun d => negb (onb T t (at_ d))) l) <= length (filter (fun d => negb (onb T s (at_ d))) l) /\
    (In d l -> length (filter (fun d => negb (onb T t (at_ d))) l) < length (filter (fun d => negb (onb T s (at_ d))) l)))%nat).
  { induction l as [|e l IH]; intros J; simpl; [split; [lia|intros []]|].
    destruct IH as [A B]; [intros z Z; apply J; right; auto|].
    destruct (onb T s (at_ e)) eqn:S1.
    - assert (onb T t (at_ e) = true) as -> by (apply onb_iff, H; [apply J; left; auto|apply onb_iff; auto]).
      simpl. split; auto. intros [->|K]; auto. exfalso. apply N, onb_iff. auto.
    - destruct (onb T t (at_ e)) eqn:S2; simpl.
      + split; [lia|]. intros _. lia.
      + split; [lia|]. intros [->|K]; [exfalso|specialize (B K); lia].
        apply onb_iff in O. congruence. }
  apply G; auto. apply incl_refl.
Qed.

Lemma not_all {A} (f : A -> bool) : forall l, forallb f l = false -> exists a, In a l /\ f a = false.
Proof.
  induction l as [|a l IH]; intros H; simpl in H; [discriminate|].
  destruct (f a) eqn:E; [|exists a; simpl; auto]. destruct (IH H) as (b & I & F). exists b. simpl. auto.
Qed.
Definition all_near (x y : Z) (near : list dot) : Prop :=
  (forall d, In d near -> In d all) /\
  (forall d, In d all -> x - T <= px d <= x + T -> y - T <= py d <= y + T -> In d near).
Lemma kept_some x b y near m : all_near x y near -> b <= y <= b + T -> kept T x b near = Some m ->
  forall d, In d all -> on T (x, b) (at_ d) -> In (id d) m.
Proof.
  unfold kept. intros [_ N] Y H d I O. destruct (forallb _ near); [|discriminate]. injection H as <-.
  apply in_map, filter_In. split; [|apply inside_iff; auto].
  unfold on, at_ in O. simpl in O. apply N; auto; lia.
Qed.
Lemma kept_none x b y near : all_near x y near -> b <= y <= b + T -> kept T x b near = None ->
  exists t d, In d all /\ ~ on T (x, b) (at_ d) /\ on T t (at_ d) /\
  forall e, In e all -> on T (x, b) (at_ e) -> on T t (at_ e).
Proof.
  unfold kept. intros [N1 N2] Y H.
  set (l := filter (inside T x b) near) in *.
  destruct (max_ok px l x) as [_ R]. destruct (max_ok py l b) as [_ U].
  set (right := fold_left (fun m d => Z.max m (px d)) l x) in *.
  set (top := fold_left (fun m d => Z.max m (py d)) l b) in *.
  destruct (forallb _ near) eqn:F; [discriminate|].
  destruct (not_all _ _ F) as (d & I & E). apply orb_false_iff in E as [E1 E2].
  apply negb_false_iff in E2. rewrite !andb_true_iff, !Z.leb_le in E2.
  exists (Z.min x (px d), Z.min b (py d)), d. split; [auto|]. split; [|split].
  - rewrite <- inside_iff. congruence.
  - unfold on, at_. simpl. lia.
  - intros e Ie O. assert (K : In e l).
    { unfold on, at_ in O. simpl in O. apply filter_In. split; [apply N2; auto; lia|].
      apply inside_iff. unfold on, at_. simpl. lia. }
    specialize (R e K). specialize (U e K). unfold on, at_ in *. simpl in *. lia.
Qed.
Lemma in_keep x near : forall bs rest m, In m rest \/ (exists b, In b bs /\ kept T x b near = Some m) ->
  In m (keep T x near bs rest).
Proof.
  induction bs as [|c bs IH]; intros rest m H; simpl.
  - destruct H as [H|(b & [] & _)]. auto.
  - destruct H as [H|(b & [<-|I] & K)].
    + destruct (kept T x c near); [right|]; auto.
    + rewrite K. left. auto.
    + destruct (kept T x c near); [right|]; apply IH; right; eauto.
Qed.
Lemma keep_from x near : forall bs rest m, In m (keep T x near bs rest) ->
  In m rest \/ exists b, kept T x b near = Some m.
Proof.
  induction bs as [|c bs IH]; intros rest m H; simpl in H; auto.
  destruct (kept T x c near) eqn:K; [|auto]. destruct H as [<-|H]; eauto.
Qed.
Lemma in_maximal : forall todo from, ordered todo -> ordered from -> (forall d, In d from -> In d all) ->
  (forall d e, In d all -> In e todo -> px e - T <= px d -> In d from) ->
  forall d, In d todo -> exists near, all_near (px d) (py d) near /\
  forall b m, In b (bottoms (px d) (py d) near) -> kept T (px d) b near = Some m ->
  In m (maximal T todo from).
Proof.
  induction todo as [|e todo IH]; intros from Ot Of Sub Has d I; [destruct I|].
  inversion Ot as [|? ? O1 O2]; subst. rewrite Forall_forall in O2.
  destruct (drop_left_ok from (px e - T)) as (A & B & C). specialize (A Of).
  destruct (take_near_ok T (py e) (drop_left (px e - T) from) (px e + T) A) as [D E].
  simpl. destruct I as [<-|I].
  - exists (take_near (px e + T) (py e) T (drop_left (px e - T) from)). split; [split|].
    + auto.
    + intros q Iq X Y. apply E; try lia. apply C; [|lia]. apply (Has q e); simpl; auto. lia.
    + intros b m Ib K. apply in_keep. right. eauto.
  - destruct (IH (drop_left (px e - T) from) O1 A) with (d := d) as (near & N & K); auto.
    + intros q f Iq If L. specialize (O2 f If). simpl in O2. apply C; [|lia].
      apply (Has q f); simpl; auto.
    + exists near. split; auto. intros b m Ib Km. apply in_keep. left. eauto.
Qed.
Lemma maximal_from : forall todo from, (forall d, In d from -> In d all) ->
  forall m p, ordered from -> In m (maximal T todo from) -> In p m -> exists d, In d all /\ id d = p.
Proof.
  induction todo as [|e todo IH]; intros from Sub m p Of I P; simpl in I; [destruct I|].
  destruct (drop_left_ok from (px e - T)) as (A & B & C).
  apply keep_from in I as [I|(b & K)]; [eapply (IH (drop_left (px e - T) from)); eauto|].
  unfold kept in K. destruct (forallb _ _); [|discriminate]. injection K as <-.
  apply in_map_iff in P as (d & <- & P). apply filter_In in P as [P _]. exists d. split; auto.
  apply Sub, B. eapply take_near_ok; eauto.
Qed.
Lemma least_of (f : dot -> Z) (P : dot -> Prop) (dec : forall d, {P d} + {~ P d}) : forall l : list dot,
  (exists d, In d l /\ P d) -> exists d, In d l /\ P d /\ forall e, In e l -> P e -> f d <= f e.
Proof.
  induction l as [|a l IH]; intros (d & I & Pd); [destruct I|].
  destruct (Exists_dec P l dec) as [E|E].
  - apply Exists_exists in E. destruct (IH E) as (q & Iq & Pq & M).
    destruct (dec a) as [Pa|Pa].
    + destruct (Z.le_gt_cases (f a) (f q)).
      * exists a. split; [left; auto|split; auto]. intros e [<-|Ie] Pe; [lia|].
        specialize (M e Ie Pe). lia.
      * exists q. split; [right; auto|split; auto]. intros e [<-|Ie] Pe; [lia|auto].
    + exists q. split; [right; auto|split; auto]. intros e [<-|Ie] Pe; [contradiction|auto].
  - assert (N : forall e, In e l -> ~ P e) by (intros e Ie Pe; apply E, Exists_exists; eauto).
    destruct I as [<-|I]; [|exfalso; eapply N; eauto]. exists a. split; [left; auto|split; auto].
    intros e [<-|Ie] Pe; [lia|exfalso; eapply N; eauto].
Qed.
Lemma on_dec s d : {on T s (at_ d)} + {~ on T s (at_ d)}.
Proof.
  destruct (onb T s (at_ d)) eqn:E; [left|right]; [apply onb_iff; auto|].
  intros K. apply onb_iff in K. congruence.
Qed.

(* Any square with a point may be replaced by one worth laying. *)
Lemma maximal_ok : forall n s, lacking s = n -> (exists d, In d all /\ on T s (at_ d)) ->
  exists m, In m (maximal T all all) /\ forall d, In d all -> on T s (at_ d) -> In (id d) m.
Proof.
  induction n as [n IH] using lt_wf_ind. intros s L H.
  destruct (least_of px _ (on_dec s) all H) as (dx & Ix & Ox & Mx).
  destruct (least_of py _ (on_dec s) all H) as (db & Ib & Ob & Mb).
  set (x := px dx) in *. set (b := py db) in *.
  assert (Dec : forall d, {on T s (at_ d) /\ px d = x} + {~ (on T s (at_ d) /\ px d = x)}).
  { intros d. destruct (on_dec s d); [|right; tauto]. destruct (Z.eq_dec (px d) x); [left|right]; tauto. }
  destruct (least_of py _ Dec all) as (dy & Iy & [Oy Xy] & My); [exists dx; auto|].
  destruct (in_maximal all all Order Order) with (d := dy) as (near & N & K); auto.
  assert (Y : b <= py dy <= b + T).
  { pose proof (Mb dy Iy Oy). unfold on, at_ in Oy, Ob. simpl in Oy, Ob. lia. }
  assert (Ons : forall e, In e all -> on T s (at_ e) -> on T (x, b) (at_ e)).
  { intros e Ie Oe. pose proof (Mx e Ie Oe). pose proof (Mb e Ie Oe).
    unfold on, at_ in *. simpl in *. fold x in Ox. fold b in Ob. lia. }
  assert (B : In b (bottoms (px dy) (py dy) near)).
  { unfold bottoms. apply filter_In. split.
    - apply in_heights. right. exists db. split; auto. apply filter_In. split.
      + apply (proj2 N); auto; pose proof (Ons db Ib Ob) as Q; unfold on, at_ in Q; simpl in Q;
        rewrite ?Xy; fold b in Q |- *; lia.
      + rewrite Xy. pose proof (Mx db Ib Ob). rewrite andb_true_iff, !Z.leb_le. fold b. lia.
    - apply forallb_forall. intros e Ie. apply filter_In in Ie as [Ie _].
      apply negb_true_iff, not_true_is_false. rewrite !andb_true_iff, Z.eqb_eq, Z.leb_le, Z.ltb_lt.
      intros [[E1 E2] E3]. rewrite Xy in E1.
      assert (O : on T s (at_ e)).
      { unfold on, at_ in *. simpl in *. fold b in Ob. lia. }
      pose proof (My e (proj1 N e Ie) (conj O E1)). lia. }
  destruct (kept T (px dy) b near) as [m|] eqn:Km.
  - exists m. split; [eauto|]. intros d Id Od. rewrite Xy in *.
    eapply kept_some; eauto.
  - rewrite Xy in *. destruct (kept_none _ _ _ _ N Y Km) as (t & d & Id & Nd & Od & Sub).
    assert (Less : (lacking t < lacking s)%nat).
    { apply (lacking_less s t d); auto. }
    destruct (IH (lacking t)) with (s := t) as (m & Im & Sm); auto; [lia|eauto|].
    exists m. split; auto.
Qed.
End Maximal.

(* ---- proofs: the state at the beginning ---- *)

Definition named_by (sq : trie (list point)) (pt : trie (list square)) : Prop := forall t ps p,
  find t sq = Some ps -> In p ps -> exists l, find p pt = Some l /\ In t l.
Lemma add_square_some n : forall l t p, In p l \/ (exists k, find p t = Some k) ->
  exists m, find p (add_square n l t) = Some m.
Proof.
  induction l as [|q l IH]; intros t p H; simpl.
  - destruct H as [[]|H]. auto.
  - apply IH. rewrite find_set. destruct (Pos.eqb_spec p q); eauto.
    destruct H as [[H|H]|H]; auto. congruence.
Qed.
Lemma fill_named : forall ms s sq pt, named_by sq pt ->
  named_by (squares (fill ms s sq pt)) (points (fill ms s sq pt)).
Proof.
  induction ms as [|m ms IH]; intros s sq pt H; simpl; auto. apply IH.
  intros t ps p F I. rewrite find_set in F. destruct (Pos.eqb_spec t s) as [->|N].
  - injection F as <-. destruct (add_square_some s m pt p) as (l & L); auto.
    exists l. split; auto. apply (find_add_square _ _ _ _ _ L). auto.
  - destruct (H _ _ _ F I) as (k & K & J). destruct (add_square_some s m pt p) as (l & L); [eauto|].
    exists l. split; auto. destruct (find_add_square _ _ _ _ _ L) as (_ & B & _). eapply B; eauto.
Qed.
Lemma fill_old : forall ms s sq pt t, (t < s)%positive -> find t (squares (fill ms s sq pt)) = find t sq.
Proof.
  induction ms as [|m ms IH]; intros s sq pt t L; simpl; auto. rewrite IH by lia. rewrite find_set.
  destruct (Pos.eqb_spec t s); auto. lia.
Qed.
Lemma fill_in : forall ms s sq pt m, In m ms -> exists t, find t (squares (fill ms s sq pt)) = Some m.
Proof.
  induction ms as [|k ms IH]; intros s sq pt m I; [destruct I|]. simpl. destruct I as [<-|I]; [|eauto].
  exists s. rewrite fill_old by lia. apply find_set_same.
Qed.
Lemma fill_points : forall ms s sq pt p l, find p (points (fill ms s sq pt)) = Some l ->
  (exists m, In m ms /\ In p m) \/ exists k, find p pt = Some k.
Proof.
  induction ms as [|m ms IH]; intros s sq pt p l H; simpl in H; eauto.
  destruct (IH _ _ _ _ _ H) as [(k & I & P)|(k & F)].
  - left. exists k. simpl. auto.
  - destruct (in_dec Pos.eq_dec p m) as [P|P]; [left; exists m; simpl; auto|right].
    destruct (find_add_square _ _ _ _ _ F) as (_ & _ & D). eauto.
Qed.
Lemma fill_laid : forall ms s sq pt, laid (fill ms s sq pt) = 0.
Proof. induction ms; intros; simpl; auto. Qed.
Lemma start_sound T ds : sound (start T ds).
Proof.
  assert (H : named_by (squares (start T ds)) (points (start T ds))).
  { unfold start. apply fill_named. intros t ps p F. discriminate F. }
  intros p l s ps Fp Fs I. destruct (H _ _ _ Fs I) as (k & Fk & Ik). congruence.
Qed.
Lemma start_covers T ds ss : ordered ds ->
  (forall d, In d ds -> exists s, In s ss /\ on T s (at_ d)) ->
  exists c, covers (start T ds) c /\ cost c <= Z.of_nat (length ss).
Proof.
  intros O H.
  assert (X : forall ss : list spot, exists c, (length c <= length ss)%nat /\ forall s d, In s ss -> In d ds ->
    on T s (at_ d) -> exists t m, In t c /\ find t (squares (start T ds)) = Some m /\ In (id d) m).
  { induction ss0 as [|s l (c & L & C)].
    - exists []. split; [simpl; lia|]. intros s d [].
    - destruct (Exists_dec (fun d => on T s (at_ d)) ds (fun d => on_dec T s d)) as [E|E].
      + apply Exists_exists in E. destruct (maximal_ok T ds O _ s eq_refl E) as (m & Im & Sm).
        destruct (fill_in _ xH Empty Empty m Im) as (t & Ft). exists (t :: c). split; [simpl; lia|].
        intros u d [<-|Iu] Id Od.
        * exists t, m. repeat split; [left; auto | exact Ft | auto].
        * destruct (C u d Iu Id Od) as (v & k & A & B & D). exists v, k. repeat split; auto. right. auto.
      + exists c. split; [simpl; lia|]. intros u d [<-|Iu] Id Od; [|eauto].
        exfalso. apply E, Exists_exists. eauto. }
  destruct (X ss) as (c & L & C). exists c. split; [|unfold cost; apply inj_le; exact L].
  intros p l F. destruct (fill_points _ _ _ _ _ _ F) as [(m & I & P)|(k & K)]; [|discriminate K].
  destruct (maximal_from T ds ds ds) with (m := m) (p := p) as (d & Id & <-); auto.
  destruct (H d Id) as (s & Is & Os). destruct (C s d Is Id Os) as (t & n & A & B & D). eauto.
Qed.

Lemma fewer_left {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|a l IH]; simpl; auto. destruct (f a); simpl; lia. Qed.

Theorem proven_sound : forall T ps c n, proven T ps c = Some n ->
  forall moves, solves T ps moves -> n <= Z.of_nat (length moves).
Proof.
  unfold proven. intros T ps c n H moves Sm. rewrite solves_iff in Sm.
  destruct (points_of ps) as [|d ds'] eqn:E; [discriminate|]. rewrite <- E in H.
  destruct (in_order (px d) (points_of ps)) eqn:O; [|discriminate].
  destruct (in_order_ok _ _ O) as [O' _]. set (ds := points_of ps) in *.
  destruct (reduce (start T ds) (steps c)) as [st|] eqn:R; [|discriminate].
  destruct (reduce_good _ _ _ (start_sound T ds) R) as [S G].
  destruct (start_covers T ds moves O') as (c0 & C0 & L0).
  { intros e Ie. apply Sm. apply in_points_of. eauto. }
  destruct (G c0 C0) as (c1 & C1 & L1).
  pose proof (check_parts_ok _ _ _ _ _ _ _ _ _ H S c1 C1) as K.
  assert (F : cost (free Empty c1) <= cost c1).
  { unfold cost, free. apply inj_le. apply fewer_left. }
  unfold start in L1. rewrite fill_laid in L1. lia.
Qed.

(* If a certificate is accepted, no play that covers all points has fewer squares than the bound. *)
Theorem squares_sound : forall T ps bound c, check_squares T ps bound c = true ->
  forall moves, solves T ps moves -> bound <= Z.of_nat (length moves).
Proof.
  unfold check_squares. intros T ps bound c H moves S.
  destruct (proven T ps c) as [n|] eqn:E; [|discriminate]. apply Z.leb_le in H.
  pose proof (proven_sound _ _ _ _ E moves S). lia.
Qed.

Lemma in_drop_squares : forall l x s, In s (drop_squares x l) -> In s l.
Proof.
  induction l as [|t l IH]; intros x s H; simpl in *; auto. destruct (fst t <? x); simpl in *; eauto.
Qed.
Lemma found_ok T p : forall l, found T p l = true -> exists s, In s l /\ on T s p.
Proof.
  induction l as [|s l IH]; intros H; simpl in H; [discriminate|].
  destruct (onb T s p) eqn:E; [exists s; split; [left; auto|apply onb_iff; auto]|].
  destruct (fst p <? fst s); [discriminate|]. destruct (IH H) as (t & I & O). exists t. simpl. auto.
Qed.
Lemma all_found_ok T : forall ps l, all_found T ps l = true ->
  forall p, In p ps -> exists s, In s l /\ on T s p.
Proof.
  induction ps as [|q ps IH]; intros l H p I; simpl in *; [destruct I|].
  destruct (found T q (drop_squares (fst q - T) l)) eqn:F; [|discriminate].
  destruct I as [<-|I].
  - destruct (found_ok _ _ _ F) as (s & Is & O). exists s. split; auto. eapply in_drop_squares; eauto.
  - destruct (IH _ H p I) as (s & Is & O). exists s. split; auto. eapply in_drop_squares; eauto.
Qed.
(* If a solution is accepted, it is a play that covers all points, at this cost. *)
Theorem solution_sound : forall T ps moves cost, check_solution T ps moves cost = true ->
  solves T ps moves /\ Z.of_nat (length moves) = cost.
Proof.
  unfold check_solution. intros T ps moves cost H. apply andb_true_iff in H as [L F].
  apply Z.eqb_eq in L. split; auto. apply solves_iff. intros p I.
  destruct (all_found_ok _ _ _ F p) as (s & Is & O).
  { apply in_once. eapply Permutation_in; [apply SpotSort.Permuted_sort|auto]. }
  exists s. split; auto. eapply Permutation_in; [apply Permutation_sym, SpotSort.Permuted_sort|auto].
Qed.

(* A solution and a bound of one cost are optimal. *)
Theorem optimal : forall T ps moves cost c,
  check_solution T ps moves cost = true -> check_squares T ps cost c = true ->
  solves T ps moves /\ forall others, solves T ps others -> (length moves <= length others)%nat.
Proof.
  intros T ps moves cost c A B. destruct (solution_sound _ _ _ _ A) as [S L]. split; auto.
  intros others O. pose proof (squares_sound _ _ _ _ B others O). lia.
Qed.
