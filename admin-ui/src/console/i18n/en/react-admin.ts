import english from "ra-language-english";

const sort = { ...english.ra.sort, sort_by: "Sort by %{field}, %{order}" };

/** react-admin's own texts. A name such as ID keeps its first letter. */
export const messages = { ...english, ra: { ...english.ra, sort } };
