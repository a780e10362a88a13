"""onebomb: the shortest path when one bomb may be set off first.

After "Bomberman", 29th Polish Olympiad in Informatics, stage II.
"""
