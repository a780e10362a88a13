(* SHA-256 (FIPS 180-4), on OCaml's 63-bit numbers. *)

let primes =
  let prime n = List.for_all (fun d -> d * d > n || n mod d <> 0) (List.init 17 (fun d -> d + 2)) in
  List.filteri (fun i _ -> i < 64) (List.filter prime (List.init 400 (fun n -> n + 2)))

(* The first 32 bits of the fraction of a root of n: the largest r with r^k <= n * 2^(32 k). *)
let root_bits k n =
  let goal = Z.shift_left (Z.of_int n) (32 * k) in
  let root = if k = 2 then Z.sqrt goal else Z.root goal k in
  Z.to_int (Z.logand root (Z.of_int 0xffffffff))

let constants = Array.of_list (List.map (root_bits 3) primes)
let initial = List.filteri (fun i _ -> i < 8) (List.map (root_bits 2) primes)
let low n = n land 0xffffffff
let rotated n by = low ((n lsr by) lor (n lsl (32 - by)))

let block state text at =
  let w = Array.make 64 0 in
  for i = 0 to 15 do
    w.(i) <- Int32.to_int (String.get_int32_be text (at + (4 * i))) land 0xffffffff
  done;
  for i = 16 to 63 do
    let a = w.(i - 15) and b = w.(i - 2) in
    let s0 = rotated a 7 lxor rotated a 18 lxor (a lsr 3) in
    let s1 = rotated b 17 lxor rotated b 19 lxor (b lsr 10) in
    w.(i) <- low (w.(i - 16) + s0 + w.(i - 7) + s1)
  done;
  let s = Array.copy state in
  for i = 0 to 63 do
    let a = s.(0) and e = s.(4) in
    let s1 = rotated e 6 lxor rotated e 11 lxor rotated e 25 in
    let choice = (e land s.(5)) lxor (low (lnot e) land s.(6)) in
    let t1 = s.(7) + s1 + choice + constants.(i) + w.(i) in
    let s0 = rotated a 2 lxor rotated a 13 lxor rotated a 22 in
    let majority = (a land s.(1)) lxor (a land s.(2)) lxor (s.(1) land s.(2)) in
    Array.blit s 0 s 1 7;
    s.(4) <- low (s.(4) + t1);
    s.(0) <- low (t1 + s0 + majority)
  done;
  Array.iteri (fun i n -> state.(i) <- low (state.(i) + n)) s

let hex text =
  let size = String.length text in
  let padding = ((55 - size) land 63) + 9 in
  let tail = Bytes.make padding '\000' in
  Bytes.set tail 0 '\x80';
  Bytes.set_int64_be tail (padding - 8) (Int64.of_int (8 * size));
  let whole = text ^ Bytes.to_string tail in
  let state = Array.of_list initial in
  for i = 0 to (String.length whole / 64) - 1 do
    block state whole (64 * i)
  done;
  String.concat "" (List.map (Printf.sprintf "%08x") (Array.to_list state))
