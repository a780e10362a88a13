"""Files of other people: from bytes to text, unpacked, and the files of a folder."""
