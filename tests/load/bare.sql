SELECT load_bare(nextval('load_bare_next'));
