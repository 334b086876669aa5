"""The rows of the catalogue: what each solver asks for and answers."""
