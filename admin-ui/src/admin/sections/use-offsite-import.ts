import { useState } from "react";
import { useRevalidator } from "react-router";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useSlug } from "@/admin/navigation";
import { useLeaveGuard } from "@/console/ui";
import { refusalOf } from "@/console/app/data-provider";
import type { Refusal } from "@/console/app/data-provider";

type Imported = Schemas["OffsiteImported"];

interface OffsiteImport {
  list: string;
  /** Another list: what became of the former one is forgotten. */
  put: (list: string) => void;
  isWhole: boolean;
  setWhole: (isWhole: boolean) => void;
  busy: boolean;
  result: Imported | null;
  refusal: Refusal | null;
  /** It was tried out, and something of it can be written. */
  canBeWritten: boolean;
  bringIn: (isDryRun: boolean) => Promise<void>;
}

/** A list of another service: what it is, and what became of its rows. */
export function useOffsiteImport(): OffsiteImport {
  const t = useT();
  const slug = useSlug();
  const { revalidate } = useRevalidator();
  const [list, setList] = useState("");
  const [isWhole, setWhole] = useState(false);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Imported | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useLeaveGuard(list.trim() !== "" && result?.is_written !== true);
  const put = (text: string) => {
    setList(text);
    setResult(null);
    setRefusal(null);
  };
  const bringIn = async (dry_run: boolean) => {
    setBusy(true);
    setRefusal(null);
    try {
      const body = { list, dry_run, all_or_nothing: isWhole };
      const answer = await send("POST", "/admin/r/{slug}/offsite_reservations/import", { path: { slug }, body });
      setResult(answer);
      if (answer.is_written) await revalidate();
    } catch (error) {
      setRefusal(refusalOf(error, t("console.network_error")));
    } finally {
      setBusy(false);
    }
  };
  const isSpoilt = isWhole && (result?.counts.refused ?? 0) > 0;
  const canBeWritten = result !== null && !result.is_written && !isSpoilt;
  return { list, put, isWhole, setWhole, busy, result, refusal, canBeWritten, bringIn };
}
