// Keep what was recalled, so that it can be explained later.
//
// access  write
// scans   a few of the oldest, in the order of the index
// param   tenant  STRING
// param   recall  MAP             its properties; those that are not compared are in one, json
// param   before  ZONED DATETIME  what was recalled before this is forgotten, some of it at a time
// param   limit   INTEGER
// column  gone    INTEGER
CYPHER 25
CREATE (recall:Recall)
SET recall = $recall, recall.tenant = $tenant
WITH 1 AS done
CALL () {
  MATCH (old:Recall)
    USING INDEX SEEK old:Recall(tenant, at, id)
  WHERE old.tenant = $tenant AND old.at < $before AND old.id IS NOT NULL
  WITH old
  LIMIT $limit
  DELETE old
  RETURN count(*) AS gone
}
RETURN gone
