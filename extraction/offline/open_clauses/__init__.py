"""What clauses say that no pattern of the table knows, named by their own words."""
