// A tenant's own attributes: those it defined, and those its claims brought in undeclared.
//
// access  read
// param   tenant     STRING
// column  attribute  MAP
CYPHER 25
MATCH (attribute:Attribute {tenant: $tenant})
WHERE attribute.name >= ''
RETURN properties(attribute) AS attribute
ORDER BY attribute.name
