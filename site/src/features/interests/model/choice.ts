type Ids = ReadonlySet<number>;

/** Returns the choice with the tag added, or removed if it was chosen. */
export function toggled(chosen: Ids, id: number): Set<number> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * Returns the buttons to offer. The account's page always offers to save; the sign-up steps offer to skip until the
 * choice changes (diner §4).
 */
export function offers(action: "index" | "new" | "edit", before: Ids, chosen: Ids): "submit" | "skip" {
  const differs = before.size !== chosen.size || [...chosen].some((id) => !before.has(id));
  return action === "edit" || differs ? "submit" : "skip";
}
