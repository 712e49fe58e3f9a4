// What an operation answered the first time, by its key.
//
// access  read
// param   tenant   STRING
// param   key      STRING
// column  receipt  MAP
CYPHER 25
MATCH (receipt:Receipt {key: $key})
  USING INDEX SEEK receipt:Receipt(key)
WHERE receipt.tenant = $tenant
RETURN properties(receipt) AS receipt
