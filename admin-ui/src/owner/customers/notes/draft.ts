import type { CustomerTag } from "./use-tags";

/** Staff's notes about a guest. */
export interface NotesDraft {
  noted_allergies: string;
  noted_dislikes: string;
  tags: readonly CustomerTag[];
}

export const noNotes: NotesDraft = { noted_allergies: "", noted_dislikes: "", tags: [] };

export const notesOf = ({ noted_allergies, noted_dislikes, tags }: NotesDraft): NotesDraft => ({
  noted_allergies,
  noted_dislikes,
  tags,
});

/** Returns the notes as the request body. */
export function notesBody({ noted_allergies, noted_dislikes, tags }: NotesDraft) {
  return { noted_allergies, noted_dislikes, tags: tags.map(({ tag }) => tag) };
}

/** Returns chosen and typed tags without duplicates. A typed name of a known tag counts as that tag. */
export function chosenTags(chosen: readonly (CustomerTag | string)[], known: readonly CustomerTag[]): CustomerTag[] {
  const tags = new Map<string, CustomerTag>();
  for (const each of chosen) {
    const tag = typeof each === "string" ? typedTag(each, known) : each;
    if (tag.tag !== "") tags.set(tag.tag, tag);
  }
  return [...tags.values()];
}

function typedTag(typed: string, known: readonly CustomerTag[]): CustomerTag {
  const label = typed.normalize("NFKC").trim();
  const isCalled = (tag: CustomerTag) => tag.label.toLowerCase() === label.toLowerCase();
  return known.find(isCalled) ?? { tag: label, label };
}
