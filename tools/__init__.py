"""Programs for those who work on Doxa; nothing of it is installed with Doxa."""
