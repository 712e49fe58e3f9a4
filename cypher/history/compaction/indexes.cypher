// How each index was made that is not a constraint's, nor one which every database has.
//
// access  read
// tenant  all   the schema spans tenants
// column  made  STRING
CYPHER 25
SHOW INDEXES
YIELD name, type, owningConstraint, createStatement
WHERE owningConstraint IS NULL AND type <> 'LOOKUP'
RETURN createStatement AS made
ORDER BY name
