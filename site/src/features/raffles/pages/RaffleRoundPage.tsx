import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { RaffleProof } from "@/api";
import { formatClose } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, Facts, Notice, PageFrame, Panel, Problem, Stack, TextAreaField, WriteProblem, useWrite } from "@/ui";
import type { Checked } from "../model/verifier";
import { ManualCheck } from "../components/ManualCheck";
import styles from "../components/Raffle.module.css";

interface Verification {
  checked: Checked;
  proof: RaffleProof;
}

/** The published proof of a round, checked in the reader's browser. */
export default function RaffleRoundPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const round = usePageData("raffle_round");
  const [heads, setHeads] = useState(round.own_heads.join("\n"));
  const [verified, setVerified] = useState<Verification | null>(null);
  const verifying = useWrite({ words: () => t("common.network_error") });
  const isOpen = round.progress === "planned" || round.progress === "open";
  useTitle(t("raffle_round.title"));

  const verify = () =>
    verifying.write(async () => {
      setVerified(null);
      const [proof, { check }] = await Promise.all([
        send("GET", "/raffle/rounds/{uid}/proof", { path: { uid: round.uid } }),
        import("../model/verifier"),
      ]);
      setVerified({ checked: check(proof, heads.split(/\s+/).filter(Boolean)), proof });
    });

  return (
    <PageFrame narrow title={t("raffle_round.title")} lead={<AppLink to={paths.raffle}>{t("raffle.what")}</AppLink>}>
      <Stack>
        <Panel>
          <Facts
            facts={[
              {
                label: t("raffle_round.restaurant"),
                value: <AppLink to={paths.restaurantOf(round.restaurant_slug)}>{round.restaurant_name}</AppLink>,
              },
              {
                label: t("raffle_round.progress"),
                value: t(round.progress === "drawn" ? "raffle.drawn_for_others" : `raffle.progress.${round.progress}`),
              },
              { label: t("raffle_round.closes_at"), value: formatClose(round.closes_at, locale) },
              { label: t("raffle.winners"), value: t("raffle.winners_value", { count: round.winners_count }) },
              {
                label: t("raffle_round.entries"),
                value: isOpen ? t("raffle_round.after_close") : String(round.entries_count),
              },
              { label: t("raffle_round.manual_winners"), value: String(round.manual_winners) },
              ...(round.replacements > 0
                ? [
                    {
                      label: t("raffle_round.replacements"),
                      value: t("raffle_round.replacements_value", { count: round.replacements }),
                    },
                  ]
                : []),
              { label: t("raffle_round.beacon_round"), value: String(round.beacon_round) },
              {
                label: t(isOpen ? "raffle_round.first_link" : "raffle_round.chain_head"),
                value: <code className={styles.head}>{round.chain_head}</code>,
              },
            ]}
          />
          <p>
            <a href={round.proof_url}>{t("raffle_round.list")}</a>
          </p>
        </Panel>
        <Panel className={styles.prose}>
          <h2>{t("raffle_round.check")}</h2>
          <p className="prose">{t("raffle_round.check_text")}</p>
          <TextAreaField
            label={t("raffle_round.heads")}
            hint={t(round.own_heads.length > 0 ? "raffle_round.heads_own" : "raffle_round.heads_hint")}
            rows={3}
            value={heads}
            onChange={(event) => setHeads(event.target.value)}
          />
          <Button kind="primary" busy={verifying.busy} onClick={() => void verify()}>
            {t("raffle_round.verify")}
          </Button>
          <WriteProblem write={verifying} />
          {verified && <Verdict {...verified} />}
        </Panel>
        <Panel>
          <ManualCheck round={round} />
        </Panel>
      </Stack>
    </PageFrame>
  );
}

function Verdict({ checked, proof }: Verification) {
  const { t } = useTranslation();
  const { fault } = checked;
  if (fault !== null) {
    return <Problem>{t(`raffle_round.faults.${fault.kind}`, "entry" in fault ? { entry: fault.entry } : {})}</Problem>;
  }
  return (
    <Notice kind="success" live>
      <p>
        {t(
          checked.isDrawn
            ? "raffle_round.holds"
            : proof.entries.length > 0
              ? "raffle_round.list_holds"
              : "raffle_round.nothing_yet",
        )}
      </p>
      {checked.isDrawn && !checked.isPublicBeacon && <p>{t("raffle_round.other_beacon")}</p>}
      {proof.winners.length > 0 && (
        <ul className={styles.picks}>
          {proof.winners.map(({ pick, code }, at) => (
            <li key={pick}>{t("raffle_round.pick", { number: at + 1, pick, code })}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
