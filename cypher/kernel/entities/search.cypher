// The entities of a tenant with a name in which some word begins like the search, a page of them.
//
// The index narrows the names down to those of the tenant that have the search's words; what it
// finds is compared again. A name of one that is absorbed finds the one that stands for it.
// The key of a private name has its scope before a tab.
//
// A text of a function is compared by UTF-16 units, as a parameter is, and a stored one by code points:
// hence `replace`, which changes nothing.
//
// access  read
// param   tenant      STRING
// param   scopes      LIST<STRING>    that are seen; null for all
// param   found       STRING        the search, in the index's own language
// param   words       STRING        the search's canonical form, after a blank
// param   kind        STRING        null for every kind
// param   after_name  STRING        the last name seen; empty to begin
// param   after_id    STRING        the id of the last one seen; empty to begin
// param   limit       INTEGER
// param   forever     ZONED DATETIME  the end of time
// column  id          STRING
CYPHER 25
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('name_words', $found) YIELD node AS name
WHERE name.tenant = $tenant AND ' ' + last(split(name.key, '\t')) CONTAINS $words
MATCH (name)-[leads:NAMES]->(named:Entity)
WHERE leads.tenant = $tenant
  AND named.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(named.scope, '') IN $scopes)
MATCH (named) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
      (entity:Entity)
// Only now is the entity compared: sooner, a planner may read all entities of the tenant for it.
WITH DISTINCT entity
WHERE entity.tenant = $tenant
  AND [replace(entity.name, '', ''), entity.id] > [$after_name, $after_id]
  AND ($kind IS NULL OR entity.kind = $kind)
  AND NOT EXISTS {
    MATCH (entity)-[onward:SAME_AS]->()
    WHERE onward.tenant = $tenant AND onward.system_to = $forever
  }
RETURN entity.id AS id
ORDER BY replace(entity.name, '', ''), entity.id
LIMIT $limit
