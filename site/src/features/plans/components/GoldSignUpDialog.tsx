import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { GoldPage, PlanOffer } from "@/api";
import { Button, Dialog, WriteProblem } from "@/ui";
import { useGoldSignUp } from "../hooks/useGoldSignUp";
import { BankSteps } from "./BankSteps";
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
  const { register, saving, modal, changed, forget } = useGoldSignUp(gold, address);
  const [accepts, setAccepts] = useState(false);
  const offer = { ...gold.offer, quote: changed ?? gold.offer.quote };
  const submit = async () => {
    // A new quote is a new question.
    if (await register(offer.quote)) setAccepts(false);
  };
  const close = () => {
    forget();
    setAccepts(false);
    onClose();
  };
  return (
    <>
      <Dialog
        title={t("plans.gold.sign_up")}
        open={open}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t("common.close")}</Button>
            <Button
              kind="primary"
              busy={saving.busy}
              disabled={offer.quote.overlaps.length > 0 && !accepts}
              onClick={() => void submit()}
            >
              {t("plans.gold.register")}
            </Button>
          </>
        }
      >
        <SubscriptionTerms
          offer={offer}
          hasCard={gold.has_card}
          isChanged={changed !== null}
          accepts={accepts}
          onAccept={setAccepts}
        />
        <p>{t("plans.gold.explanation")}</p>
        {!gold.has_card && <BankSteps quote={offer.quote} />}
        <WriteProblem write={saving} />
      </Dialog>
      {modal}
    </>
  );
}
