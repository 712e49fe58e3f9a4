"""Episodes, extraction jobs, batches, usage, and extractors' candidates with their decisions."""
