// Every node and edge of the tenant with a property that has in it what was erased.
//
// Only a text or a list of texts can repeat an id or a word. Ids in JSON are between quotes.
//
// access  read
// scans   everything, for what was erased may be anywhere
// param   tenant    STRING
// param   ids       LIST<STRING>  of what was erased
// param   words     LIST<MAP>     what a text in small letters may not have: word, and pattern
//                                 with that word in it, which alone would take longer
// column  element   STRING        where the server keeps it
// column  kind      STRING        its label, or its type
// column  id        STRING        null where it has none
// column  property  STRING
// column  named     BOOLEAN       whether an id is in it
// column  relation  BOOLEAN       whether it leads to an entity
// column  texts     LIST<STRING>  the property
CYPHER 25
CALL () {
  MATCH (it)
  WHERE it.tenant = $tenant
  RETURN elementId(it) AS element, head([label IN labels(it) WHERE label <> 'Turn']) AS kind, properties(it) AS found
  UNION ALL
  MATCH ()-[it]->()
  WHERE it.tenant = $tenant
  RETURN elementId(it) AS element, type(it) AS kind, properties(it) AS found
}
UNWIND keys(found) AS property
WITH element, kind, found.id AS id, property, found.target IS NOT NULL AS relation,
     CASE WHEN found[property] IS :: STRING NOT NULL THEN [found[property]]
          WHEN found[property] IS :: LIST<STRING NOT NULL> NOT NULL THEN found[property]
          ELSE [] END AS texts
WITH element, kind, id, property, relation, texts,
     any(text IN texts WHERE any(part IN split(text, '"') WHERE part IN $ids)) AS named
WHERE named
   OR any(text IN texts WHERE any(one IN $words
     WHERE toLower(text) CONTAINS one.word AND toLower(text) =~ one.pattern))
RETURN element, kind, id, property, named, relation, texts
