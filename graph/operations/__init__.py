"""Assert, retract, correct, confirm, revoke, distrust, define: one transaction each."""
