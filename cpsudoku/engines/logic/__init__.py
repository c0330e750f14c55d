"""A solver by human techniques: one file a technique, a ladder, and guesses where it ends."""
