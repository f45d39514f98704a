import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/api";
import type { ProfilePage } from "@/api";
import { Button, Facts, Panel, Stack, WriteProblem, useWrite } from "@/ui";
import styles from "./Security.module.css";

const FIELDS = ["omakase_recommendation", "birthplace", "birth_date", "industry_type"] as const;
const BLANK = { omakase_recommendation: "", birthplace: "", birth_date: "", industry_type: "" };

type GoldProfile = NonNullable<ProfilePage["gold_user_profile"]>;

/** The profile of an ended gold membership: the diner can read and delete it (gaps G273). */
export function PreviousGoldProfile({ saved }: { saved: GoldProfile }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const deleting = useWrite();
  const remove = () =>
    deleting.write(async () => {
      const body = { gold_user_profile: BLANK };
      const { message } = await send("PATCH", "/users/profile/gold_user_profile", { body });
      showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
    });
  const facts = FIELDS.map((field) => ({ label: t(`gold_profile.${field}`), value: saved[field] ?? "" }));
  return (
    <Panel>
      <Stack>
        <h2>{t("gold_profile.title")}</h2>
        <p>{t("gold_profile.previous")}</p>
        <Facts facts={facts.filter(({ value }) => value !== "")} />
        <WriteProblem write={deleting} />
        <div className={styles.buttons}>
          <Button kind="danger" busy={deleting.busy} onClick={() => void remove()}>
            {t("gold_profile.delete")}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}
