import { useTranslation } from "react-i18next";
import type { GoldPage, PlanOffer } from "@/api";
import { Button, Dialog, WriteProblem } from "@/ui";
import { useGoldSignUp } from "../hooks/useGoldSignUp";
import { SubscriptionTerms } from "./SubscriptionTerms";

interface Props {
  gold: Pick<GoldPage, "has_card" | "promote_uid"> & { offer: PlanOffer };
  /** Return address after registering a first card. */
  address: string;
  open: boolean;
  onClose: () => void;
}

/** Shows the price of gold, and the button that subscribes (diner §2). */
export function GoldSignUpDialog({ gold, address, open, onClose }: Props) {
  const { t } = useTranslation();
  const { register, saving, modal } = useGoldSignUp(gold, address);
  return (
    <>
      <Dialog
        title={t("plans.gold.sign_up")}
        open={open}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t("common.close")}</Button>
            <Button kind="primary" busy={saving.busy} onClick={() => void register()}>
              {t("plans.gold.register")}
            </Button>
          </>
        }
      >
        <SubscriptionTerms offer={gold.offer} />
        <p>{t("plans.gold.explanation")}</p>
        {!gold.has_card && <p>{t("plans.card_first")}</p>}
        <WriteProblem write={saving} />
      </Dialog>
      {modal}
    </>
  );
}
