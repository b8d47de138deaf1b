-- Forms of characters that only names have are compared as their usual ones, so all recordings are indexed again.
update search_recording set is_indexed = false;
