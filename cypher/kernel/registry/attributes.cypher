// A tenant's own attributes: those it defined, and those its claims brought in undeclared.
//
// access  read
// scans   all of a tenant's attributes are wanted
// param   tenant     STRING
// column  attribute  MAP
CYPHER 25
MATCH (attribute:Attribute {tenant: $tenant})
  USING INDEX SEEK attribute:Attribute(tenant, name)
WHERE attribute.name >= ''
RETURN properties(attribute) AS attribute
ORDER BY attribute.name
