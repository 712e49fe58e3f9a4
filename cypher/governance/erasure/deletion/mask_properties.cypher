// Put masked words in the place of what properties of records say; the records stay.
//
// A record is told by its property too: the server gives the place of what is deleted to another.
//
// access  write
// param   tenant      STRING
// param   properties  LIST<MAP>  element: where the server keeps the record; property; its texts;
//                                masked: what they are to be
// column  masked      INTEGER
CYPHER 25
UNWIND $properties AS row
MATCH (it)
WHERE elementId(it) = row.element
  AND it.tenant = $tenant
  AND (it[row.property] = row.texts OR [it[row.property]] = row.texts)
SET it[row.property] = CASE WHEN it[row.property] = row.texts THEN row.masked ELSE row.masked[0] END
RETURN count(it) AS masked
