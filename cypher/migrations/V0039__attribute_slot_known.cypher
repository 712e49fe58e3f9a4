// Finds the beliefs of a slot that are known now, by where they end.
//
// access  schema
CYPHER 25
CREATE INDEX attribute_slot_known IF NOT EXISTS
FOR ()-[belief:ATTRIBUTE]-() ON (belief.slot, belief.system_to, belief.valid_to)
