// Keep the consents of identities, of all their members, on the entities that stand for them.
//
// An identity for which none was ever recorded is left as it is.
//
// access  write
// param   tenant   STRING
// param   ids      LIST<STRING>    entities of the identities
// param   forever  ZONED DATETIME  the end of time
// column  stood    INTEGER         how many identities have consents, or had some
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {tenant: $tenant, id: id})
  USING INDEX SEEK entity:Entity(id)
MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
      (stands:Entity)
WHERE NOT EXISTS {
  MATCH (stands)-[onward:SAME_AS]->()
  WHERE onward.tenant = $tenant AND onward.system_to = $forever
}
WITH DISTINCT stands
WITH stands, COLLECT {
       MATCH (member:Entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
             (stands)
       WITH member.id AS subject
       MATCH (consent:Consent {tenant: $tenant, subject: subject})
         USING INDEX SEEK consent:Consent(tenant, subject)
       WHERE consent.system_to = $forever AND consent.valid_to = $forever
       RETURN DISTINCT consent.category + '\t' + CASE WHEN consent.granted THEN '+' ELSE '-' END
                       + '\t' + consent.basis AS said
       ORDER BY said
     } AS consents
WHERE size(consents) > 0 OR stands.consents IS NOT NULL
SET stands.consents = CASE WHEN size(consents) = 0 THEN NULL ELSE consents END,
    stands.identity = coalesce(stands.identity, 0) + 1
RETURN count(stands) AS stood
