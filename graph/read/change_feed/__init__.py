"""What changes in what is believed, for whoever follows it."""
