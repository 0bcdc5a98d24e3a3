"""`python -m deskhand.cli`."""

from deskhand.cli.main import main

main()
