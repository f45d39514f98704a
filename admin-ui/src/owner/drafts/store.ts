interface StoredDraft {
  changed: object;
  /** Saved values of the changed fields, as they were when each was first changed. */
  began: object;
}

/** Unsaved input by form. It survives closing and reopening a pane, until the document is left. */
const drafts = new Map<string, StoredDraft>();
/** Returns the form key of a reservation in its pane. */
export function reservationForm(uid: string): string {
  return `reservation:${uid}`;
}

/** Returns the form key of a day's memo. */
export function dayForm(date: string): string {
  return `day:${date}`;
}

/** Returns the form key of the notes about a guest. */
export function notesForm(customerUid: string): string {
  return `notes:${customerUid}`;
}

let forms: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Returns the forms with unsaved input. The set changes only when a form is added or removed. */
export function formsWithDrafts(): ReadonlySet<string> {
  return forms;
}

export function onDraftsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forms of a guest, and the reservations whose panes show them. */
const shownIn = new Map<string, ReadonlySet<string>>();

/** Marks another form while this one has unsaved input. */
export function showIn(form: string, other: string): void {
  const before = shownIn.get(form);
  if (before?.has(other)) return;
  shownIn.set(form, new Set([...(before ?? []), other]));
  if (drafts.has(form)) notify();
}

function notify(): void {
  forms = new Set([...drafts.keys()].flatMap((form) => [form, ...(shownIn.get(form) ?? [])]));
  for (const listener of listeners) listener();
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

export function hasDraft(form: string): boolean {
  return drafts.has(form);
}

export function loadDraft<Draft extends object>(
  form: string | null,
): { changed: Partial<Draft>; began: Partial<Draft> } {
  return (form === null ? undefined : drafts.get(form)) ?? { changed: {}, began: {} };
}

/** Deletes all unsaved input at the end of the session. */
export function deleteDrafts(): void {
  drafts.clear();
  shownIn.clear();
  notify();
  window.removeEventListener("beforeunload", askBeforeLeaving);
}

/** Stores unsaved input, unless its form has no key. While any exists, the browser warns before a reload. */
export function saveDraft(form: string | null, changed: object, began: object = {}): void {
  if (form === null) return;
  const isNew = Object.keys(changed).length > 0 ? !drafts.has(form) : drafts.has(form);
  if (Object.keys(changed).length > 0) drafts.set(form, { changed, began });
  else drafts.delete(form);
  if (isNew) notify();
  if (drafts.size > 0) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
}
