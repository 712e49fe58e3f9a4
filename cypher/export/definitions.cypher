// The attributes of a tenant, with when each came in.
//
// access  read
// param   tenant     STRING
// column  attribute  MAP
CYPHER 25
MATCH (attribute:Attribute {tenant: $tenant})
WHERE attribute.name >= ''
RETURN properties(attribute) AS attribute
ORDER BY attribute.created_at, attribute.name
