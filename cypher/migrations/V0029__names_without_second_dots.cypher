// The canonical form of a name has no second dot on i and j: what İstanbul is called by is the name of
// Istanbul. A name that is there already leads to the entities of both; who asks for it is told so.
//
// access  write
// scans   all names, once
// tenant  all     the data of every tenant is brought to this version
CYPHER 25

MATCH (name:Name)
WHERE name.key CONTAINS '\u0307'
WITH name,
     reduce(key = normalize(name.key, NFD), letter IN
            ['i', 'j', 'i\u0328', 'j\u0328', 'i\u0323', 'j\u0323', 'i\u0331', 'j\u0331'] |
            replace(key, letter + '\u0307', letter)) AS bare
WITH name, normalize(bare, NFKC) AS key
WHERE key <> name.key
CALL (name, key) {
  MERGE (plain:Name {tenant: name.tenant, key: key})
    ON CREATE SET plain.text = name.text
  WITH name, plain
  MATCH (name)-[leads:NAMES]->(entity:Entity)
  MERGE (plain)-[:NAMES {tenant: leads.tenant}]->(entity)
  WITH DISTINCT name
  DETACH DELETE name
} IN TRANSACTIONS OF 1000 ROWS;
