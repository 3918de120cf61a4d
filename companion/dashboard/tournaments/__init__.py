"""The pages of tournaments: for the public, for organisers and judges, and for the devices at tables."""
