"""A scripted world: a desktop without a desktop, for tests and rehearsals."""
