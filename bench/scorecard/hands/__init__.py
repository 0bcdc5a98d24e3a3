"""What the rows about pointer and keyboard stand on."""
