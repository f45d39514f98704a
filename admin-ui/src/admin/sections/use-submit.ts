import { useState } from "react";
import { useT } from "@/admin/i18n/use-t";
import { useFollow } from "@/admin/navigation";
import { refusalOf } from "@/console/app/data-provider";
import type { Refusal } from "@/console/app/data-provider";

interface Submit {
  busy: boolean;
  refusal: Refusal | null;
  /** Sends a write and goes where its answer leads. */
  submit: (send: () => Promise<{ redirect_to: string }>) => Promise<void>;
}

/** One write at a time; a refusal stays to be shown beside its fields. */
export function useSubmit(): Submit {
  const t = useT();
  const follow = useFollow();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const submit: Submit["submit"] = async (send) => {
    setBusy(true);
    setRefusal(null);
    try {
      const { redirect_to } = await send();
      follow(redirect_to);
    } catch (error) {
      setRefusal(refusalOf(error, t("console.network_error")));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, submit };
}
