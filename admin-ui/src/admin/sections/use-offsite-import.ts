import { useState } from "react";
import { useRevalidator } from "react-router";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useSlug } from "@/admin/navigation";
import { useLeaveGuard, useWrite } from "@/console/ui";

type Imported = Schemas["OffsiteImported"];

interface ListFile {
  name: string;
  bytes: string;
}

type Rejection = "too_large" | "unreadable";

interface OffsiteImport {
  list: string;
  /** Sets another list, and clears the file and the result of the previous one. */
  put: (list: string) => void;
  /** The chosen file with its bytes in base64: the server detects its encoding. */
  file: ListFile | null;
  /** Sets a file as the list. A file that is too large or cannot be read is rejected. */
  putFile: (file: File) => Promise<void>;
  isWhole: boolean;
  setWhole: (isWhole: boolean) => void;
  busy: boolean;
  result: Imported | null;
  problem: string | null;
  /** Why the list was not sent. */
  rejection: Rejection | null;
  /** A dry run succeeded, and at least one row can be written. */
  canBeWritten: boolean;
  importList: (isDryRun: boolean) => Promise<unknown>;
}

/** The server's limit of a list, in bytes: 1 MB. */
const MAX_BYTES = 1024 * 1024;

/** Returns the bytes of a file in base64. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Manages the import of a list of another service, and the results of its rows. */
export function useOffsiteImport(): OffsiteImport {
  const slug = useSlug();
  const { revalidate } = useRevalidator();
  const [list, setList] = useState("");
  const [isWhole, setWhole] = useState(false);
  const { busy, problem, write, reset } = useWrite();
  const [result, setResult] = useState<Imported | null>(null);
  const [file, setFile] = useState<ListFile | null>(null);
  const [rejection, setRejection] = useState<Rejection | null>(null);
  useLeaveGuard((list.trim() !== "" || file !== null) && result?.is_written !== true);
  const replace = (text: string, chosen: ListFile | null) => {
    setList(text);
    setFile(chosen);
    setResult(null);
    setRejection(null);
    reset();
  };
  const put = (text: string) => replace(text, null);
  const reject = (reason: Rejection) => {
    replace("", null);
    setRejection(reason);
  };
  const putFile = async (chosen: File) => {
    if (chosen.size > MAX_BYTES) return reject("too_large");
    try {
      replace("", { name: chosen.name, bytes: await base64Of(chosen) });
    } catch {
      // Another program has locked or deleted the file.
      reject("unreadable");
    }
  };
  const importList = async (dry_run: boolean) => {
    if (new Blob([list]).size > MAX_BYTES) return setRejection("too_large");
    return await write(async () => {
      const of = file === null ? { list } : { list: "", file: file.bytes };
      const body = { ...of, dry_run, all_or_nothing: isWhole };
      const answer = await send("POST", "/admin/r/{slug}/offsite_reservations/import", { path: { slug }, body });
      setResult(answer);
      if (answer.is_written) await revalidate();
    });
  };
  const isSpoilt = isWhole && (result?.counts.refused ?? 0) > 0;
  const canBeWritten = result !== null && !result.is_written && !isSpoilt;
  return { list, put, file, putFile, isWhole, setWhole, busy, result, problem, rejection, canBeWritten, importList };
}
