// Every node and edge of the tenant with a property that has in it what was erased.
//
// Only a text or a list of texts can repeat an id or a word. Ids in JSON are between quotes. A text
// that is not of ASCII is given whatever it has in it: who asks can tell one spelling from another.
// Tombstones are not looked at: they are what keeps it away, hashes and ids.
//
// access  read
// scans   what is the tenant's
// param   tenant    STRING
// param   ids       LIST<STRING>  of what was erased
// param   words     LIST<LIST<STRING>>  what a text of ASCII may not have, in small letters: all of
//                                 some words, in whatever order
// param   other     BOOLEAN       whether texts that are not of ASCII are given
// column  element   STRING        where the server keeps it
// column  kind      STRING        its label, or its type
// column  id        STRING        null where it has none
// column  property  STRING
// column  named     BOOLEAN       whether an id is in it
// column  relation  BOOLEAN       whether it leads to an entity
// column  texts     LIST<STRING>  the property
CYPHER 25
CALL () {
  MATCH (it:Attribute)
    USING INDEX SEEK it:Attribute(tenant, name)
  WHERE it.tenant = $tenant AND it.name IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Audit)
    USING INDEX SEEK it:Audit(tenant, at)
  WHERE it.tenant = $tenant AND it.at IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:AuditChain)
    USING INDEX SEEK it:AuditChain(tenant)
  WHERE it.tenant = $tenant
  RETURN it
  UNION ALL
  MATCH (it:Batch)
    USING INDEX SEEK it:Batch(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Calibration)
    USING INDEX SEEK it:Calibration(tenant, version)
  WHERE it.tenant = $tenant AND it.version IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Candidates)
    USING INDEX SEEK it:Candidates(tenant, at, key)
  WHERE it.tenant = $tenant
    AND it.at IS NOT NULL
    AND it.key IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Consent)
    USING INDEX SEEK it:Consent(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Contradiction)
    USING INDEX SEEK it:Contradiction(tenant, status, detected_at)
  WHERE it.tenant = $tenant
    AND it.status IS NOT NULL
    AND it.detected_at IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Decision)
    USING INDEX SEEK it:Decision(tenant, at, key)
  WHERE it.tenant = $tenant
    AND it.at IS NOT NULL
    AND it.key IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Entity)
    USING INDEX SEEK it:Entity(tenant, created_at, id)
  WHERE it.tenant = $tenant
    AND it.created_at IS NOT NULL
    AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Episode)
    USING INDEX SEEK it:Episode(tenant, recorded_at, id)
  WHERE it.tenant = $tenant
    AND it.recorded_at IS NOT NULL
    AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Erasure)
    USING INDEX SEEK it:Erasure(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Job)
    USING INDEX SEEK it:Job(tenant, submitted_at, id)
  WHERE it.tenant = $tenant
    AND it.submitted_at IS NOT NULL
    AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Memory)
    USING INDEX SEEK it:Memory(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:MergeProposal)
    USING INDEX SEEK it:MergeProposal(tenant, proposed_at, id)
  WHERE it.tenant = $tenant
    AND it.proposed_at IS NOT NULL
    AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Name)
    USING INDEX SEEK it:Name(tenant, key)
  WHERE it.tenant = $tenant AND it.key IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Policy)
    USING INDEX SEEK it:Policy(tenant, version)
  WHERE it.tenant = $tenant AND it.version IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Queue)
    USING INDEX SEEK it:Queue(tenant)
  WHERE it.tenant = $tenant
  RETURN it
  UNION ALL
  MATCH (it:Recall)
    USING INDEX SEEK it:Recall(tenant, at, id)
  WHERE it.tenant = $tenant
    AND it.at IS NOT NULL
    AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Rejection)
    USING INDEX SEEK it:Rejection(tenant, rejected_at)
  WHERE it.tenant = $tenant AND it.rejected_at IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Sample)
    USING INDEX SEEK it:Sample(tenant, memory)
  WHERE it.tenant = $tenant AND it.memory IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Session)
    USING INDEX SEEK it:Session(tenant, name, scope)
  WHERE it.tenant = $tenant
    AND it.name IS NOT NULL
    AND it.scope IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:SimilarPair)
    USING INDEX SEEK it:SimilarPair(tenant, status, found_at)
  WHERE it.tenant = $tenant
    AND it.status IS NOT NULL
    AND it.found_at IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Slot)
    USING INDEX SEEK it:Slot(tenant, key)
  WHERE it.tenant = $tenant AND it.key IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Tally)
    USING INDEX SEEK it:Tally(tenant, day, extractor)
  WHERE it.tenant = $tenant
    AND it.day IS NOT NULL
    AND it.extractor IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Tenant)
    USING INDEX SEEK it:Tenant(tenant)
  WHERE it.tenant = $tenant
  RETURN it
  UNION ALL
  MATCH (it:TokenRevocation)
    USING INDEX SEEK it:TokenRevocation(tenant, key)
  WHERE it.tenant = $tenant AND it.key IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Value)
    USING INDEX SEEK it:Value(tenant, key)
  WHERE it.tenant = $tenant AND it.key IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Waiting)
    USING INDEX SEEK it:Waiting(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Counter)
    USING INDEX SEEK it:Counter(tenant)
  WHERE it.tenant = $tenant
  RETURN it
  UNION ALL
  MATCH (it:Load)
    USING INDEX SEEK it:Load(tenant, key)
  WHERE it.tenant = $tenant AND it.key IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Operation)
    USING INDEX SEEK it:Operation(tenant)
  WHERE it.tenant = $tenant
  RETURN it
  UNION ALL
  MATCH (it:Receipt)
    USING INDEX SEEK it:Receipt(tenant)
  WHERE it.tenant = $tenant
  RETURN it
  UNION ALL
  MATCH (it:DeadLetter)
    USING INDEX SEEK it:DeadLetter(tenant, webhook)
  WHERE it.tenant = $tenant AND it.webhook IS NOT NULL
  RETURN it
  UNION ALL
  MATCH (it:Webhook)
    USING INDEX SEEK it:Webhook(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
  RETURN it
}
CALL (it) {
  RETURN elementId(it) AS element, head([label IN labels(it) WHERE label <> 'Turn']) AS kind, properties(it) AS found
  UNION ALL
  MATCH (it)-[edge]->()
  WHERE edge.tenant = $tenant
  RETURN elementId(edge) AS element, type(edge) AS kind, properties(edge) AS found
}
UNWIND keys(found) AS property
WITH element, kind, found.id AS id, property, found.target IS NOT NULL AS relation,
     CASE WHEN found[property] IS :: STRING NOT NULL THEN [found[property]]
          WHEN found[property] IS :: LIST<STRING NOT NULL> NOT NULL THEN found[property]
          ELSE [] END AS texts
WITH element, kind, id, property, relation, texts,
     any(text IN texts WHERE any(part IN split(text, '"') WHERE part IN $ids)) AS named
WHERE named
   OR any(text IN texts WHERE any(phrase IN $words
     WHERE all(word IN phrase WHERE toLower(text) CONTAINS word)))
   OR $other AND any(text IN texts WHERE NOT text =~ '[\\x00-\\x7F]*')
RETURN element, kind, id, property, named, relation, texts
