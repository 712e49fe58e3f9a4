"""The table of patterns that the offline extractor matches."""
