"""Backups: what a store holds, as files that another store can be made from."""
