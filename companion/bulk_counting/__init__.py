"""Photographs of finished tables counted by the thousand: on one machine, or on all the laptops of a hall."""
