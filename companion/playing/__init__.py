"""A table to play at on the screen: who sits, what each may see, and every move judged by the law."""
