// Remember that a value of a slot is no convention, with a line in the audit and the receipt that an
// acceptance would leave, so that of two who decide at once the second finds that it is decided.
//
// access  write
// param   tenant     STRING
// param   slot       STRING
// param   canonical  STRING
// param   belief     STRING          the belief that was proposed
// param   reason     STRING          null for none
// param   actor      STRING
// param   audit      STRING          the id of the line
// param   receipt    STRING          the key under which the decision is kept
// param   now        ZONED DATETIME
// column  done       BOOLEAN
CYPHER 25
MATCH (slot:Slot {tenant: $tenant, key: $slot})
  USING INDEX SEEK slot:Slot(tenant, key)
REMOVE slot.checksum
WITH slot, coalesce(slot.no_conventions, []) AS dismissed
WHERE NOT $canonical IN dismissed
  AND NOT EXISTS {
    MATCH (receipt:Receipt {key: $receipt})
      USING INDEX SEEK receipt:Receipt(key)
    WHERE receipt.tenant = $tenant
  }
SET slot.no_conventions = dismissed + $canonical
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor, action: 'convention_dismissed',
                subject: $belief, reason: $reason,
                scope: CASE slot.scope WHEN '' THEN null ELSE slot.scope END})
CREATE (:Receipt {tenant: $tenant, key: $receipt, outcome: 'REJECTED', beliefs: [], contradictions: [], at: $now})
RETURN true AS done
