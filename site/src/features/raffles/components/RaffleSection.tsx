import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "@/api";
import type { RestaurantRaffle } from "@/api";
import { browser, localePrefixOf, paths, useLocale } from "@/navigation";
import { Button, lazyPart } from "@/ui";
import { formatInstant } from "@seki/shared/civil-time";
import { useEntryUpdates } from "../hooks/useEntryUpdates";
import { CheckDraw } from "./CheckDraw";
import styles from "./Raffle.module.css";
import { RaffleOutcome } from "./RaffleOutcome";
import { RafflePeriod } from "./RafflePeriod";

const RaffleDialog = lazyPart(async () => (await import("./RaffleDialog")).default);

interface Props {
  slug: string;
  raffle: RestaurantRaffle;
}

/** The raffle on a restaurant's page: its period, and the button that opens it (diner §2). */
export function RaffleSection({ slug, raffle }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { signed_in } = useSession();
  const [open, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const takesPart =
    raffle.participation !== null && (raffle.participation.entries.length > 0 || raffle.participation.win !== null);
  useEntryUpdates(() => void revalidate());

  const press = () => {
    if (signed_in) setOpen(true);
    else browser.assign(localePrefixOf(window.location.pathname) + paths.signInFrom(paths.restaurantOf(slug)));
  };

  return (
    <section className={styles.section} aria-labelledby="raffle">
      <h2 id="raffle">{t("raffle.title")}</h2>
      <RafflePeriod raffle={raffle} />
      {raffle.progress === "planned" && (
        <p className={styles.hint}>{t("raffle.opens_at", { at: formatInstant(raffle.registerable_from, locale) })}</p>
      )}
      {raffle.progress === "open" && (
        <Button kind="primary" onClick={press}>
          {t(takesPart ? "raffle.open_again" : "raffle.open")}
        </Button>
      )}
      {raffle.participation !== null && (
        <RaffleOutcome slug={slug} raffle={raffle} participation={raffle.participation} />
      )}
      {raffle.progress === "drawn" && !takesPart && <p>{t("raffle.drawn_for_others")}</p>}
      <CheckDraw raffle={raffle} />
      {open && <RaffleDialog raffle={raffle} onClose={() => setOpen(false)} />}
    </section>
  );
}
