import { useState } from "react";
import { ApiError, NetworkError, problemMessage, showFlash } from "@/console/api";
import { useOneAtATime } from "./use-one-at-a-time";
import { useT } from "@/console/i18n/use-t";

/** One write at a time. A refusal is shown as a notice: `failed`, or else the server's own message. */
export function useWrite(failed?: string): {
  busy: boolean;
  write: (send: () => Promise<unknown>) => Promise<boolean>;
} {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const once = useOneAtATime();
  const tell = async (send: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await send();
      return true;
    } catch (error) {
      const reason = error instanceof ApiError ? problemMessage(error.problem) : undefined;
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
      const offline = error instanceof NetworkError ? t("console.network_error") : undefined;
      const message = offline ?? failed ?? reason ?? t("console.something_went_wrong");
      showFlash({ kind: "alert", message, sticky: false });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const write = async (send: () => Promise<unknown>) => (await once(() => tell(send))) ?? false;
  return { busy, write };
}
