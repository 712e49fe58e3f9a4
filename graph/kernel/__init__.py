"""What a claim is about and what follows from it: entities, attributes, temporal rules, slots."""
