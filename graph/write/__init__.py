"""What changes beliefs: assert, retract, correct, revoke, distrust, merge; messages come in."""
