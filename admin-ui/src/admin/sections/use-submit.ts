import { useState } from "react";
import { useT } from "@/admin/i18n/use-t";
import { useFollow } from "@/admin/navigation";
import { useOneAtATime } from "@/console/ui";
import { refusalOf } from "@/console/app/data-provider";
import type { Refusal } from "@/console/app/data-provider";

interface Submit {
  busy: boolean;
  refusal: Refusal | null;
  /** Sends a write and goes where its answer leads; `onSaved` hears of it before that. */
  submit: (send: () => Promise<{ redirect_to: string }>, onSaved?: () => void) => Promise<void>;
}

/** One write at a time; a refusal stays to be shown beside its fields. */
export function useSubmit(): Submit {
  const t = useT();
  const follow = useFollow();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const once = useOneAtATime();
  const sent: Submit["submit"] = async (send, onSaved) => {
    setBusy(true);
    setRefusal(null);
    try {
      const { redirect_to } = await send();
      onSaved?.();
      follow(redirect_to);
    } catch (error) {
      setRefusal(refusalOf(error, t("console.network_error")));
    } finally {
      setBusy(false);
    }
  };
  const submit: Submit["submit"] = (...given) => once(() => sent(...given));
  return { busy, refusal, submit };
}
