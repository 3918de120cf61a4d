"""The film of a table: kept while its people agree, bounded, and gone when the evening is over."""
