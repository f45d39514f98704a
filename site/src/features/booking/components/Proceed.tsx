import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useSession } from "@/api";
import type { NewReservationPage } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import { CourseLine } from "@/features/restaurants";
import { AppLink, paths, useLocale } from "@/navigation";
import { Button, Facts, Notice, Problem, SpokenCountdown, minutesAndSeconds, useCountdown } from "@/ui";
import type { SlotPicker } from "../hooks/useSlotSelection";
import { addressOf } from "../model/address";
import { orderKindOf } from "../model/order";
import { runningTotalOf } from "../model/sums";
import { RunningTotal } from "./RunningTotal";
import styles from "./Proceed.module.css";

interface ProceedProps {
  page: NewReservationPage;
  choice: SlotPicker;
  submitting: boolean;
  captchaFailed: boolean;
  onProceed: () => void;
}

/** Shows the current selection, and the button that requests the hold. */
export function Proceed({ page, choice, submitting, captchaFailed, onProceed }: ProceedProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { signed_in: isSignedIn } = useSession();
  const secondsLeft = useCountdown(page.calendar.seconds_before_creatable, page.calendar.token);
  const { date, group, selection } = choice;
  const order = orderKindOf(group?.operation, page.restaurant);
  const course = group?.courses.find(({ id }) => id === selection?.courseId);
  const time = group?.time_options.find(({ id }) => id === selection?.timeId);
  const { pathname, search } = useLocation();
  // The address gets the choice a moment later.
  const query = new URLSearchParams(search);
  const chosen = date === null ? {} : addressOf(date, selection);
  for (const [name, value] of Object.entries(chosen)) query.set(name, value);
  const here = `${pathname}?${query.toString()}`;
  const facts = [
    { label: t(order ? "booking.order_date" : "booking.date"), value: date && formatDate(date, locale) },
    {
      label: t(order ? "booking.pickup_time" : "booking.start_time"),
      value: order !== "delivery" && time?.start_time,
    },
    {
      label: t(order ? "booking.portions" : "booking.guests"),
      value: selection && t(order ? "booking.portions_count" : "booking.guests_count", { count: selection.guests }),
    },
    { label: t("reservations.seat"), value: order === null && group?.inventory_group.title },
    {
      label: t("booking.course"),
      value: course && <CourseLine title={course.title} price={course.price} unit={course.custom_unit} />,
    },
  ].filter(({ value }) => value);

  return (
    <section className={styles.proceed} aria-label={t("booking.summary")}>
      {facts.length > 0 && <Facts facts={facts} />}
      {group && course && selection && (
        <RunningTotal
          total={runningTotalOf(group, page.restaurant, course, selection.guests)}
          isOrder={order !== null}
        />
      )}
      <Lost choice={choice} isOrder={order !== null} />
      {page.needs.phone && (
        <Notice kind="alert">
          <p>{t("booking.needs_phone")}</p>
          <AppLink to={paths.phoneEdit(here)}>{t("booking.to_phone")}</AppLink>
        </Notice>
      )}
      {page.needs.card && (
        <Notice>
          <p>{t("booking.needs_card")}</p>
          <AppLink to={paths.creditCard(here)}>{t("booking.to_card")}</AppLink>
        </Notice>
      )}
      {captchaFailed && (
        <Problem>
          <p>{t("common.captcha_failed")}</p>
        </Problem>
      )}
      <Button
        kind="accent"
        wide
        // A visitor signs in while the opening is awaited.
        disabled={(isSignedIn && secondsLeft > 0) || page.needs.phone}
        busy={submitting}
        onClick={onProceed}
      >
        {t(order ? "booking.proceed_order" : "booking.proceed")}
      </Button>
      {secondsLeft > 0 && (
        <p className={styles.countdown} role="timer">
          {t("booking.opens_in", { time: minutesAndSeconds(secondsLeft) })}
        </p>
      )}
      {/* Stays at zero, so that the opening is announced. */}
      {page.calendar.seconds_before_creatable > 0 && (
        <SpokenCountdown label={t("booking.until_opening")} seconds={secondsLeft} end={t("booking.opened")} />
      )}
      <p className={styles.note}>
        {isSignedIn
          ? t(order ? "booking.hold_note_order" : "booking.hold_note")
          : t(order ? "booking.account_note_order" : "booking.account_note")}
      </p>
    </section>
  );
}

/** Lists the parts of the address's selection that are not available, because their replacement must not be silent. */
function Lost({ choice: { lost }, isOrder }: { choice: SlotPicker; isOrder: boolean }) {
  const { t } = useTranslation();
  if (lost === null || lost.parts.length === 0) return null;
  return (
    <Notice kind="alert" live>
      {lost.parts.map((part) => (
        <p key={part}>
          {t(`booking.changed.${part === "guests" && isOrder ? "portions" : part}`, { number: lost.guests })}
        </p>
      ))}
    </Notice>
  );
}
