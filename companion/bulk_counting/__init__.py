"""Count thousands of photographs of finished tables, on one machine or distributed over several."""
