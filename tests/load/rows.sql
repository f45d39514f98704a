SELECT load_rows(nextval('load_rows_next'));
