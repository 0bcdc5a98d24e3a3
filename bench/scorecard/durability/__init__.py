"""What the rows about crashes, clocks and damage stand on: an agent in a process of its own that may die at any moment."""
