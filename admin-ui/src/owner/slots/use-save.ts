import { useState } from "react";
import { ApiError, NetworkError, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { wordsOfModal } from "@/console/ui";

interface Answer {
  status: number;
  message: string;
}

export interface Saving {
  busy: boolean;
  /** Why it did not work, in words. */
  refusal: string | null;
  refuse: (text: string | null) => void;
  /** Sends; true when it was done. A refusal may come with the HTTP status 200 (owner §8). */
  save: (send: () => Promise<Answer>) => Promise<boolean>;
}

/** One write of a modal at a time: a success is shown as a notice, a refusal in the modal. */
export function useSave(): Saving {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [refusal, refuse] = useState<string | null>(null);
  const save = async (send: () => Promise<Answer>): Promise<boolean> => {
    setBusy(true);
    refuse(null);
    try {
      const { status, message } = await send();
      if (status !== 200) {
        refuse(message);
        return false;
      }
      showFlash({ kind: "notice", message, sticky: false });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
      refuse(wordsOfModal(error, t));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, refuse, save };
}
