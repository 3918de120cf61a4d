"""What is wrong on this machine, and how to mend it: every check looks at one thing and says one sentence."""
