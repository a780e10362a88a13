"""The forms of sokoban's boards and solutions: as data, and their readers and writers."""
