"""What leaves the program for paper, spreadsheets and telephones: printed tables and sheets, lists, a picture."""
