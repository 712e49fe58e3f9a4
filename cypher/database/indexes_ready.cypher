// The indexes that are not ready: those that are being filled, and those that failed.
//
// access  read
// tenant  all   indexes span tenants
// column  populating  LIST<STRING>
// column  failed      LIST<STRING>
CYPHER 25
SHOW INDEXES
YIELD name, state
RETURN [one IN collect({name: name, state: state}) WHERE one.state = 'POPULATING' | one.name]
         AS populating,
       [one IN collect({name: name, state: state}) WHERE one.state = 'FAILED' | one.name] AS failed
