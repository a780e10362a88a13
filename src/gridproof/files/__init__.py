"""Files of other people: from bytes to text, unpacked, and from text to boards."""
