"""Find pairs, judge them, let a person decide: merges, similar memories, consolidation, review."""
