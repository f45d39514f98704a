import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, leaving, send, useSession } from "@/api";
import type { EntriesMade, RaffleParticipation, RestaurantRaffle } from "@/api";
import { AppLink, browser, localePrefixOf, paths } from "@/navigation";
import { serverNow } from "@seki/shared/shell";
import { Button, Checkbox, Dialog, Notice, SpokenCountdown, WriteProblem, useCountdown, useWrite } from "@/ui";
import { publishEntry } from "../hooks/useEntryUpdates";
import { hoursMinutesSeconds } from "../model/countdown";
import { EntryReceipts } from "./EntryReceipts";
import styles from "./Raffle.module.css";
import { RafflePeriod } from "./RafflePeriod";

interface Props {
  raffle: RestaurantRaffle;
  onClose: () => void;
}

/** Enters a raffle: one entry, then a countdown to the next (diner §4). */
export default function RaffleDialog({ raffle, onClose }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [made, setMade] = useState<EntriesMade | null>(null);
  const [wantsMail, setWantsMail] = useState(true);
  const { revalidate } = useRevalidator();
  const entering = useWrite({
    handles: async (error) => {
      if (!(error instanceof ApiError)) return false;
      if (error.status === 401) {
        const here = window.location.pathname + window.location.search;
        browser.assign(localePrefixOf(window.location.pathname) + paths.signInFrom(here));
        return leaving();
      }
      // The rejection may be due to an entry on another device: the button then waits for the next one.
      await revalidate();
      return false;
    },
  });
  const participation = participationOf(raffle.participation, made);
  const isSpecial = made !== null && made.is_jp_user && made.favorited;

  const enter = () =>
    entering.write(async () => {
      const answer = await send("POST", "/users/api/raffle_rounds/{uid}/entries", {
        path: { uid: raffle.uid },
        query: { entries_count: 1 },
        body: { category: "normal", ...(user?.is_jp ? {} : { notification_enabled: wantsMail }) },
      });
      setMade(answer);
      publishEntry();
    });

  if (isSpecial) return <SpecialDialog made={made} />;
  // The page is reloaded after an entry (diner §4), once its receipt has been read.
  const close = made === null ? onClose : reload;
  return (
    <Dialog
      title={t("raffle.title")}
      open
      onClose={close}
      actions={<Button onClick={close}>{t("common.close")}</Button>}
    >
      <RafflePeriod raffle={raffle} />
      <ul className={styles.links}>
        <li>
          <AppLink to={paths.raffle}>{t("raffle.what")}</AppLink>
        </li>
        <li>
          <AppLink to={paths.raffle_bulk_entry}>{t("raffle.bulk")}</AppLink>
        </li>
      </ul>
      {made !== null && (
        <Notice kind="success" live>
          <p>{t("raffle.entered")}</p>
        </Notice>
      )}
      {user !== null && !user.is_jp && participation.can_entry && (
        <Checkbox
          label={t("raffle.mail")}
          checked={wantsMail}
          onChange={(event) => setWantsMail(event.target.checked)}
        />
      )}
      <EntryButton
        participation={participation}
        busy={entering.busy}
        isEntered={made !== null}
        onEnter={() => void enter()}
      />
      <p className={styles.hint}>{t("raffle.left", { count: participation.registerable_entries_count })}</p>
      <WriteProblem write={entering} />
      <EntryReceipts entries={participation.entries} />
      {raffle.questionnaire_url !== null && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a same-site page without script
        <iframe className={styles.questionnaire} src={raffle.questionnaire_url} title={t("raffle.questionnaire")} />
      )}
    </Dialog>
  );
}

interface EntryButtonProps {
  participation: RaffleParticipation;
  busy: boolean;
  isEntered: boolean;
  onEnter: () => void;
}

/** The button for an entry. It is disabled until the next entry is possible, and shows the remaining time. */
function EntryButton({ participation, busy, isEntered, onEnter }: EntryButtonProps) {
  const { t } = useTranslation();
  const [accessTime, setAccessTime] = useState(() => serverNow().getTime());
  const [release, setRelease] = useState(participation.next_release_time_ms);
  if (release !== participation.next_release_time_ms) {
    setRelease(participation.next_release_time_ms);
    setAccessTime(serverNow().getTime());
  }
  const left = useCountdown((release - accessTime) / 1000, release);
  const hasWaited = release > accessTime;
  const spoken = (
    <SpokenCountdown key="spoken" label={t("raffle.until_entry")} seconds={left} end={t("raffle.may_enter")} />
  );
  if (participation.registerable_entries_count <= 0) {
    return (
      <Button kind="primary" wide disabled>
        {t(participation.entries.length > 0 ? "raffle.applied" : "raffle.none_left")}
      </Button>
    );
  }
  if (left > 0) {
    return (
      <>
        <Button kind="primary" wide disabled>
          {t(isEntered ? "raffle.entered_label" : "raffle.applied")}
        </Button>
        <p className={styles.countdown} role="timer">
          {t("raffle.countdown", hoursMinutesSeconds(left))}
        </p>
        {spoken}
      </>
    );
  }
  return (
    <>
      <Button kind="primary" wide busy={busy} onClick={onEnter}>
        {t("raffle.enter")}
      </Button>
      {hasWaited && spoken}
    </>
  );
}

function reload(): void {
  browser.reload();
}

/** Shown to a diner in Japan whose entry has made the restaurant a favourite (diner §4). */
function SpecialDialog({ made }: { made: EntriesMade }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("raffle.entered")}
      open
      onClose={reload}
      actions={
        <Button kind="primary" onClick={reload}>
          {t("common.close")}
        </Button>
      }
    >
      <div className={styles.special}>
        <Notice kind="success" live>
          <p>{t("raffle.left", { count: made.registerable_entries_count })}</p>
        </Notice>
        <EntryReceipts entries={made.entries} />
        <section className={styles.part}>
          <h3>{t("raffle.special.title")}</h3>
          <p>{t("raffle.special.text")}</p>
        </section>
      </div>
    </Dialog>
  );
}

function participationOf(before: RaffleParticipation | null, made: EntriesMade | null): RaffleParticipation {
  if (made !== null) {
    const { entries, next_release_time_ms, registerable_entries_count } = made;
    return { entries, next_release_time_ms, registerable_entries_count, can_entry: false, win: null };
  }
  return before ?? { entries: [], next_release_time_ms: 0, registerable_entries_count: 0, can_entry: false, win: null };
}
