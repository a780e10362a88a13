"""Files of other people: from bytes to text, unpacked, and how a text is taken apart."""
