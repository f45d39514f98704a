import type { CustomerTag } from "./use-tags";

/** What staff note of a guest's table. */
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

/** The notes as the server takes them. */
export function notesBody({ noted_allergies, noted_dislikes, tags }: NotesDraft) {
  return { noted_allergies, noted_dislikes, tags: tags.map(({ tag }) => tag) };
}

/** Tags as they were chosen or typed, each once: who types the name of one that is there has chosen it. */
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
