"""Entities: parse, compare and search names; resolve references to ids."""
