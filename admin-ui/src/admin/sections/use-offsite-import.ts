import { useState } from "react";
import { useRevalidator } from "react-router";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useSlug } from "@/admin/navigation";
import { useLeaveGuard, useWrite } from "@/console/ui";

type Imported = Schemas["OffsiteImported"];

interface OffsiteImport {
  list: string;
  /** Sets another list, and clears the result of the previous one. */
  put: (list: string) => void;
  isWhole: boolean;
  setWhole: (isWhole: boolean) => void;
  busy: boolean;
  result: Imported | null;
  problem: string | null;
  /** A dry run succeeded, and at least one row can be written. */
  canBeWritten: boolean;
  importList: (isDryRun: boolean) => Promise<unknown>;
}

/** Manages the import of a list of another service, and the results of its rows. */
export function useOffsiteImport(): OffsiteImport {
  const slug = useSlug();
  const { revalidate } = useRevalidator();
  const [list, setList] = useState("");
  const [isWhole, setWhole] = useState(false);
  const { busy, problem, write, reset } = useWrite();
  const [result, setResult] = useState<Imported | null>(null);
  useLeaveGuard(list.trim() !== "" && result?.is_written !== true);
  const put = (text: string) => {
    setList(text);
    setResult(null);
    reset();
  };
  const importList = (dry_run: boolean) =>
    write(async () => {
      const body = { list, dry_run, all_or_nothing: isWhole };
      const answer = await send("POST", "/admin/r/{slug}/offsite_reservations/import", { path: { slug }, body });
      setResult(answer);
      if (answer.is_written) await revalidate();
    });
  const isSpoilt = isWhole && (result?.counts.refused ?? 0) > 0;
  const canBeWritten = result !== null && !result.is_written && !isSpoilt;
  return { list, put, isWhole, setWhole, busy, result, problem, canBeWritten, importList };
}
