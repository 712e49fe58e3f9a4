// How each constraint was made.
//
// access  read
// tenant  all   the schema spans tenants
// column  made  STRING
CYPHER 25
SHOW CONSTRAINTS
YIELD name, createStatement
RETURN createStatement AS made
ORDER BY name
