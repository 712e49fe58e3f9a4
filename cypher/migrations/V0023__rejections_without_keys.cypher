// Rejections of earlier versions, which are to be found by what their values look like. Their keys are
// hashes that the server cannot make: a process that starts makes them, graph/proposals/resolution/rekeying.py.
//
// access  write
// scans   all rejections, once
// tenant  all     the data of every tenant is brought to this version
CYPHER 25

MATCH (rejection:Rejection)
WHERE rejection.found_by IS NULL
CALL (rejection) {
  SET rejection.found_by = 'unkeyed'
} IN TRANSACTIONS OF 1000 ROWS;
