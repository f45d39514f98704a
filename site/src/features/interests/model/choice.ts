type Ids = ReadonlySet<number>;

/** The same choice with one tag more, or one less. */
export function toggled(chosen: Ids, id: number): Set<number> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Editing always offers to save; the steps offer to skip until the choice differs from what it was (diner §4). */
export function offers(action: "index" | "new" | "edit", before: Ids, chosen: Ids): "submit" | "skip" {
  const differs = before.size !== chosen.size || [...chosen].some((id) => !before.has(id));
  return action === "edit" || differs ? "submit" : "skip";
}
