"""The forms of robots' boards: as data, and their readers and writers."""
