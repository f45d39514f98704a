import { useState } from "react";
import { ApiError, NetworkError, problemMessage, showFlash } from "@/admin/api";
import { useOneAtATime } from "@/console/ui";
import { useT } from "@/admin/i18n/use-t";

export interface Saving {
  busy: boolean;
  /** Why it did not work: the general text first (admin §8), and the server's reason. */
  refusal: string[];
  /** Sends; what was answered, or nothing when it was refused. */
  save: <Answer extends { message?: string }>(send: () => Promise<Answer>) => Promise<Answer | null>;
}

/** One write of a modal at a time: a success is shown as a notice, a refusal in the modal. */
export function useSave(): Saving {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string[]>([]);
  const once = useOneAtATime();
  const saved: Saving["save"] = async (send) => {
    setBusy(true);
    setRefusal([]);
    try {
      const answer = await send();
      if (answer.message !== undefined) showFlash({ kind: "notice", message: answer.message, sticky: false });
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
      const reason = error instanceof ApiError ? problemMessage(error.problem) : t("console.network_error");
      setRefusal([t("console.modal_failed"), ...(reason === undefined ? [] : [reason])]);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const save: Saving["save"] = async (send) => (await once(() => saved(send))) ?? null;
  return { busy, refusal, save };
}
