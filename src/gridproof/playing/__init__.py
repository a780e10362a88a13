"""Play of a level, as the terminal and the web both need it: sessions, records, lists and forms."""
