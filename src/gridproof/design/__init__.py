"""Making and judging levels: generate, rate, what-if, curate."""
