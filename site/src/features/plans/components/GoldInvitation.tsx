import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, useSession } from "@/api";
import type { GoldPage } from "@/api";
import { UserFacingError } from "@seki/shared/writes";
import { Button, Panel, Stack, WriteProblem, useWrite, errorText } from "@/ui";
import { GoldSignUpDialog } from "./GoldSignUpDialog";

/**
 * Offers gold next to the other plans, to invited diners without a gold subscription. Agents never see it (diner §6).
 */
export function GoldInvitation({ address }: { address: string }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { gold, asking, ask } = useGold();
  const [open, setOpen] = useState(false);
  if (!user?.is_gold_invited || user.is_gold || user.is_agent) return null;
  return (
    <Panel>
      <Stack>
        <h2>{t("plans.gold.title")}</h2>
        <p>{t("plans.gold.lead")}</p>
        <Button busy={asking.busy} onClick={() => void ask().then((isFound) => setOpen(isFound === true))}>
          {t("users.premium.new.button_gold")}
        </Button>
        <WriteProblem write={asking} />
      </Stack>
      {gold?.offer && (
        <GoldSignUpDialog
          gold={{ ...gold, offer: gold.offer }}
          address={address}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}

/** Loads the price of gold on request. */
function useGold() {
  const { t } = useTranslation();
  const [gold, setGold] = useState<GoldPage | null>(null);
  const asking = useWrite({
    words: (error) => (error instanceof ApiError ? t("plans.went_wrong") : errorText(error, t)),
  });

  const ask = () =>
    asking.write(async () => {
      const { data } = await send("GET", "/gold");
      setGold(data);
      if (data.offer === null) throw new UserFacingError(t("plans.none_text"));
    });
  return { gold, asking, ask };
}
