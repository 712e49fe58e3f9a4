// Every version of every belief of some slots, whatever tenant it says it is of.
//
// access  read
// tenant  all   what crosses a tenant is what is looked for
// param   slots   LIST<STRING>
// column  beliefs  LIST<MAP>
CYPHER 25
MATCH ()-[found:BELIEF]->()
  USING INDEX SEEK found:BELIEF(slot, system_to, valid_to)
WHERE found.slot IN $slots AND found.system_to IS NOT NULL AND found.valid_to IS NOT NULL
WITH found
ORDER BY found.slot, found.system_from, found.valid_from, found.id
RETURN collect(found {
         .id, .tenant, .slot, .parent, .canonical, .valid_from, .valid_to, .system_from, .system_to,
         .other_slot, .memories
       }) AS beliefs
