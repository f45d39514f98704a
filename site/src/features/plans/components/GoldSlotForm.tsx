import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send, useSiteConfig } from "@/api";
import type { GoldSlot } from "@/api";
import { CaptchaMissing, captchaToken } from "@/external";
import { formatDate, formatInstant } from "@seki/shared/civil-time";
import { AppLink, paths, useFollow, useLocale } from "@/navigation";
import { Button, Panel, SelectField, WriteProblem, useWrite, errorText } from "@/ui";
import { yen } from "../model/price";
import styles from "./plans.module.css";

/** A slot of the gold round. Booking it leads to the review page, and releasing it returns here. */
export function GoldSlotForm({ slot, after }: { slot: GoldSlot; after: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const config = useSiteConfig();
  const follow = useFollow();
  const [guests, setGuests] = useState(slot.guests_count_option_values[0] ?? 1);
  const [time, setTime] = useState(slot.time_options[0]?.id ?? 0);
  const [course, setCourse] = useState(() => slot.courses.toSorted((a, b) => b.price - a.price)[0]?.id ?? 0);
  const booking = useWrite({
    words: (error) => (error instanceof CaptchaMissing ? t("common.captcha_failed") : errorText(error, t)),
  });

  const book = () =>
    booking.write(async () => {
      const made = await send("POST", "/users/api/reservations", {
        body: {
          new_reservation: {
            online_stock_group_id: slot.online_stock_group_id,
            guests_count: guests,
            time_selector_option_id: time,
            course_id: course,
          },
          restaurant_slug: slot.restaurant_slug,
          reservation_calendar_token: slot.reservation_calendar_token,
          recaptcha_token: await captchaToken(config, "new_reservation"),
        },
      });
      const query = new URLSearchParams({ after_delete_path: after });
      follow(`${paths.reviewOf(slot.restaurant_slug, made.uid)}?${query.toString()}`);
    });

  return (
    <Panel className={styles.slot}>
      <h3>
        <AppLink to={paths.restaurantOf(slot.restaurant_slug)}>{slot.restaurant_name}</AppLink>
      </h3>
      <p>{`${formatDate(slot.date, locale)} ${slot.title}`}</p>
      <div className={styles.grid}>
        <SelectField
          label={t("plans.gold_rounds.time")}
          value={time}
          onChange={(event) => setTime(Number(event.target.value))}
        >
          {slot.time_options.map(({ id, start_time }) => (
            <option key={id} value={id}>
              {start_time}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("plans.gold_rounds.guests")}
          value={guests}
          onChange={(event) => setGuests(Number(event.target.value))}
        >
          {slot.guests_count_option_values.map((count) => (
            <option key={count} value={count}>
              {t("plans.search.guests_count", { count })}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("plans.gold_rounds.course")}
          value={course}
          onChange={(event) => setCourse(Number(event.target.value))}
        >
          {slot.courses.map(({ id, title, price }) => (
            <option key={id} value={id}>
              {`${title} ${yen(locale, price)}`}
            </option>
          ))}
        </SelectField>
      </div>
      {slot.second_from && (
        <p>{t("plans.gold_rounds.second_from", { time: formatInstant(slot.second_from, locale) })}</p>
      )}
      <Button kind="primary" busy={booking.busy} disabled={!slot.is_bookable} onClick={() => void book()}>
        {t("plans.gold_rounds.book")}
      </Button>
      <WriteProblem write={booking} />
    </Panel>
  );
}
