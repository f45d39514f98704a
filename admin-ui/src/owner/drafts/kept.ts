interface Kept {
  changed: object;
  /** What was saved in the changed fields when each of them was first changed. */
  began: object;
}

/** What was typed and is not saved, by form: a pane that is closed and opened again has it still, until the document is left. */
const kept = new Map<string, Kept>();
/** The form of a reservation in its pane. */
export function reservationForm(uid: string): string {
  return `reservation:${uid}`;
}

/** The memo of a day. */
export function dayForm(date: string): string {
  return `day:${date}`;
}

let forms: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** The forms that something is kept of; another set only once one has come or gone. */
export function keptForms(): ReadonlySet<string> {
  return forms;
}

export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forms of a guest, and the reservations in whose pane they stand. */
const shownIn = new Map<string, ReadonlySet<string>>();

/** What is kept of a form is to be marked where another one stands, too. */
export function showIn(form: string, other: string): void {
  const before = shownIn.get(form);
  if (before?.has(other)) return;
  shownIn.set(form, new Set([...(before ?? []), other]));
  if (kept.has(form)) tell();
}

function tell(): void {
  forms = new Set([...kept.keys()].flatMap((form) => [form, ...(shownIn.get(form) ?? [])]));
  for (const listener of listeners) listener();
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

export function isKept(form: string): boolean {
  return kept.has(form);
}

export function takeUp<Draft extends object>(form: string): { changed: Partial<Draft>; began: Partial<Draft> } {
  return kept.get(form) ?? { changed: {}, began: {} };
}

/** Nothing half-typed outlives the session. */
export function forgetDrafts(): void {
  kept.clear();
  shownIn.clear();
  tell();
  window.removeEventListener("beforeunload", askBeforeLeaving);
}

/** The browser asks before a reload for as long as anything is kept. */
export function keep(form: string, changed: object, began: object = {}): void {
  const isNew = Object.keys(changed).length > 0 ? !kept.has(form) : kept.has(form);
  if (Object.keys(changed).length > 0) kept.set(form, { changed, began });
  else kept.delete(form);
  if (isNew) tell();
  if (kept.size > 0) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
}
