"""English sentences parsed, mentions of people, and whom they mean."""
