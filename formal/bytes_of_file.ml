(* The bytes of a file. *)
let read path =
  let file = open_in_bin path in
  Fun.protect
    ~finally:(fun () -> close_in file)
    (fun () -> really_input_string file (in_channel_length file))
