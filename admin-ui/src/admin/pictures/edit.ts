import type { Schemas } from "@/admin/api";
import { reconciled } from "./order";

export type Picture = Schemas["AdminPicture"];

/** The pictures in the format in which a save expects them. */
interface StoredPictures {
  /** The files in their order. */
  order: string[];
  /** The descriptions of the pictures that have one, by file. */
  texts: Record<string, Pick<Picture, "alt_ja" | "alt_en">>;
}

/** The edited pictures, from the first change until they are saved. */
export interface PicturesEdit {
  pictures: Picture[];
  /** Files that the next save deletes. */
  removed: string[];
  /** The stored pictures that the user knows: the ones when the edit began, then the ones of conflicts. */
  known: StoredPictures;
}

export function editOf(shown: readonly Picture[]): PicturesEdit {
  const described = shown.filter(({ alt_ja, alt_en }) => alt_ja !== "" || alt_en !== "");
  const texts = Object.fromEntries(described.map(({ file, alt_ja, alt_en }) => [file, { alt_ja, alt_en }]));
  return { pictures: [...shown], removed: [], known: { order: shown.map(({ file }) => file), texts } };
}

/** Applies an edit to the pictures that are stored now. */
export function picturesOf({ pictures, removed }: PicturesEdit, shown: readonly Picture[]): Picture[] {
  return reconciled(
    pictures.filter(({ file }) => !removed.includes(file)),
    shown.filter(({ file }) => !removed.includes(file)),
  );
}

/** Returns the edit after its user has seen other stored pictures. */
export function knowing(edit: PicturesEdit, seen: Partial<StoredPictures>): PicturesEdit {
  return { ...edit, known: { ...edit.known, ...seen } };
}
