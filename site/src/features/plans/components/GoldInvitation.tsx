import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, useSession } from "@/api";
import type { GoldPage } from "@/api";
import { Button, Panel, Problem, Stack } from "@/ui";
import { GoldSignUpDialog } from "./GoldSignUpDialog";

/** The way to gold beside the other plans, for whoever is invited and has not subscribed; no agent sees it (diner §6). */
export function GoldInvitation({ address }: { address: string }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { gold, isAsking, problem, ask } = useGold();
  const [open, setOpen] = useState(false);
  if (!user?.is_gold_invited || user.is_gold || user.is_agent) return null;
  return (
    <Panel>
      <Stack>
        <h2>{t("plans.gold.title")}</h2>
        <p>{t("plans.gold.lead")}</p>
        <Button busy={isAsking} onClick={() => void ask().then((found) => setOpen(found))}>
          {t("users.premium.new.button_gold")}
        </Button>
        {problem && <Problem>{problem}</Problem>}
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

/** What gold costs, asked for when somebody wants to know. */
function useGold() {
  const { t } = useTranslation();
  const [gold, setGold] = useState<GoldPage | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const ask = async (): Promise<boolean> => {
    setAsking(true);
    setProblem(null);
    try {
      const { data } = await send("GET", "/gold");
      setGold(data);
      if (data.offer === null) setProblem(t("plans.none_text"));
      return data.offer !== null;
    } catch (error) {
      setProblem(error instanceof ApiError ? t("plans.went_wrong") : t("common.network_error"));
      return false;
    } finally {
      setAsking(false);
    }
  };
  return { gold, isAsking, problem, ask };
}
