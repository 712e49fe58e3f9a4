"""A store as files: formats, export, load, restore, backup, and the check of a whole store."""
