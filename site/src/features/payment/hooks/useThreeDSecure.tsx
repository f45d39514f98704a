import { useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSiteConfig } from "@/api";
import type { PaymentIntent } from "@/api";
import { loadCards } from "@/external";
import { useLocale } from "@/navigation";
import { ThreeDSecureModal } from "../components/ThreeDSecureModal";
import { authenticateAll, wordsIn } from "../model/three-d-secure";
import type { ThreeDSecureResult } from "../model/three-d-secure";

interface Running {
  step: number;
  total: number;
}

interface ThreeDSecure {
  run: (intents: PaymentIntent[], paymentMethod: string | null) => Promise<ThreeDSecureResult>;
  modal: ReactNode;
}

export function useThreeDSecure(): ThreeDSecure {
  const { t } = useTranslation();
  const config = useSiteConfig();
  const locale = useLocale();
  const [running, setRunning] = useState<Running | null>(null);

  const run: ThreeDSecure["run"] = async (intents, paymentMethod) => {
    setRunning({ step: 1, total: intents.length });
    try {
      const cards = await loadCards(config, locale).catch(() => null);
      if (cards === null) return { result: "failed", confirmedIds: [], message: t("card.unavailable") };
      const outcome = await authenticateAll(
        intents,
        ({ client_secret }) => cards.confirmCardPayment(client_secret, { payment_method: paymentMethod ?? "" }),
        (step) => setRunning({ step, total: intents.length }),
      );
      return { ...outcome, message: wordsIn(locale, outcome.message) };
    } catch {
      return { result: "failed", confirmedIds: [] };
    } finally {
      setRunning(null);
    }
  };

  return { run, modal: running && <ThreeDSecureModal {...running} /> };
}
