import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { leaving, send } from "@/api";
import type { InterestTagsPage as PickerData } from "@/api";
import ContinuingNotice from "@/features/accounts/components/ContinuingNotice";
import { AppLink, browser, paths, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, EmptyState, PageFrame, Panel, Stack, WriteProblem, useWrite } from "@/ui";
import { offers, toggled } from "../model/choice";
import styles from "./InterestTagsPage.module.css";

const TYPES = ["genre", "keyword", "scene"] as const;

/** Genres, keywords and scenes that the diner likes: a step after signing up, or a page of the account (diner §4). */
export default function InterestTagsPage() {
  const page = usePageData("interest_tags");
  return <Picker key={page.action_type} page={page} />;
}

function Picker({ page }: { page: PickerData }) {
  const { t } = useTranslation();
  const { action_type, tags, skip_path, continuing } = page;
  const [before] = useState(() => new Set(tags.filter(({ selected }) => selected).map(({ id }) => id)));
  const [chosen, setChosen] = useState(before);
  const saving = useWrite();
  const offered = offers(action_type, before, chosen);
  useTitle(t("interests.title"));

  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    return saving.write(async () => {
      const { redirect_to } = await send("POST", "/users/interest_tags", {
        body: { action_type, interest_tag_ids: [...chosen] },
      });
      browser.assign(redirect_to);
      await leaving();
    });
  };

  return (
    <PageFrame
      narrow
      title={t("interests.title")}
      lead={action_type === "edit" ? <AppLink to={paths.profile}>{t("profile.back")}</AppLink> : t("interests.lead")}
    >
      <Panel>
        <form onSubmit={(event) => void save(event)}>
          <Stack>
            <ContinuingNotice continuing={continuing} leads />
            {tags.length === 0 && <EmptyState title={t("interests.empty")} />}
            {TYPES.map((type) => {
              const ofType = tags.filter(({ interest_type }) => interest_type === type);
              return (
                ofType.length > 0 && (
                  <fieldset key={type} className={styles.group}>
                    <legend>{t(`interests.type.${type}`)}</legend>
                    <ul className={styles.tags}>
                      {ofType.map(({ id, name }) => (
                        <li key={id}>
                          <button
                            type="button"
                            className={styles.tag}
                            aria-pressed={chosen.has(id)}
                            onClick={() => setChosen(toggled(chosen, id))}
                          >
                            {name}
                          </button>
                        </li>
                      ))}
                    </ul>
                  </fieldset>
                )
              );
            })}
            {[...chosen].map((id) => (
              <input key={id} type="hidden" name="interest_tag_ids[]" value={id} />
            ))}
            <WriteProblem write={saving} />
          </Stack>
          <div className={styles.next}>
            {offered === "submit" ? (
              <Button type="submit" kind="primary" busy={saving.busy}>
                {t("interests.save")}
              </Button>
            ) : (
              <ButtonLink to={skip_path}>{t("interests.skip")}</ButtonLink>
            )}
          </div>
        </form>
      </Panel>
    </PageFrame>
  );
}
