(* The reason for which a file is not accepted. *)
exception Refused of string

let refuse reason = raise (Refused reason)
let need holds reason = if not holds then refuse reason
