"""The types that all packages share: commands, records, attributes, slot keys, authority."""
