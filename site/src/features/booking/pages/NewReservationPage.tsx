import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "react-i18next";
import { formatDate, monthOf } from "@seki/shared/civil-time";
import { MonthCalendar, useTokenRenewal } from "@/features/availability";
import { WaitingRoom } from "@/features/waiting-room";
import { AppLink, browser, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, EmptyState, Notice, PageFrame, Skeleton, Stack, bringIntoReach } from "@/ui";
import { Proceed } from "../components/Proceed";
import { SlotGone } from "../components/SlotGone";
import { SlotSections } from "../components/SlotSections";
import { TicketNotice } from "../components/TicketNotice";
import { useFirstOpenMonth } from "../hooks/useFirstOpenMonth";
import { useReserve } from "../hooks/useReserve";
import { useSlotSelection } from "../hooks/useSlotSelection";
import { useTokenExpiry } from "../hooks/useTokenExpiry";
import { orderKindOf } from "../model/order";
import { groupsOf } from "../model/selection";
import styles from "./NewReservationPage.module.css";

export default function NewReservationPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const page = usePageData("new_reservation");
  const { restaurant, calendar } = page;
  const choice = useSlotSelection(restaurant.slug, calendar, page.initial_date);
  // Diners may wait in the room for longer than a token's lifetime: the notice about its end would hide their turn.
  const isRenewed = calendar.waiting_room_opens_at !== undefined;
  const expire = useTokenExpiry(calendar, choice.day, isRenewed);
  useTokenRenewal(calendar, isRenewed);
  const reserve = useReserve(page, choice, expire);
  const { date, day, selection } = choice;
  const [month, setMonth] = useState(date ? monthOf(date) : calendar.default_month);
  const slots = useRef<HTMLHeadingElement>(null);
  const picked = useRef(false);
  const ordering = restaurant.is_delivery_only;
  useTitle(t("booking.title", { name: restaurant.restaurant_name }));

  useFirstOpenMonth(restaurant.slug, calendar, {
    onFound: (open) => date === null && setMonth(open),
    onNone: () => void navigate(paths.restaurantOf(restaurant.slug), { replace: true }),
  });

  useEffect(() => {
    // A navigation that ends during the scroll would stop it.
    if (date === null || !choice.isSettled || !picked.current) return;
    picked.current = false;
    if (slots.current) bringIntoReach(slots.current);
  }, [date, choice.isSettled]);

  const returnToCalendar = () => {
    const query = new URLSearchParams(window.location.search);
    query.delete("slot");
    if (date) query.set("date", date);
    browser.assign(`${window.location.pathname}?${query.toString()}`);
  };

  return (
    <PageFrame
      title={t(ordering ? "booking.heading_order" : "booking.heading", { name: restaurant.restaurant_name })}
      lead={
        <AppLink to={paths.restaurantOf(restaurant.slug)}>
          {t("booking.back_to_restaurant", { name: restaurant.restaurant_name })}
        </AppLink>
      }
    >
      <Stack>
        <TicketNotice page={page} />
        <WaitingRoom slug={restaurant.slug} calendar={calendar} />
        <div className={styles.columns}>
          <div className={styles.calendar}>
            <h2>{t("booking.choose_date")}</h2>
            <MonthCalendar
              slug={restaurant.slug}
              calendar={calendar}
              month={month}
              onMonthChange={setMonth}
              selected={date}
              isOrder={ordering}
              onSelect={(next) => {
                picked.current = true;
                choice.chooseDate(next);
              }}
            />
          </div>
          <div className={styles.slots}>
            {reserve.gone || choice.vanished ? (
              <SlotGone
                isTaken={reserve.gone !== null}
                message={reserve.gone?.message}
                isOrder={orderKindOf(choice.group?.operation, restaurant) !== null}
                onBack={returnToCalendar}
              />
            ) : (
              <Stack>
                <h2 ref={slots} tabIndex={-1} className={styles.dateHead}>
                  {date ? formatDate(date, locale) : t(ordering ? "booking.choose_slot_order" : "booking.choose_slot")}
                </h2>
                {date === null && <p className={styles.hint}>{t("booking.choose_date_first")}</p>}
                {day.isFetching && !day.data && <SlotsSkeleton />}
                {day.isError && (
                  <Notice kind="alert" live>
                    <p>{t("common.load_failed")}</p>
                    <div>
                      <Button onClick={() => void day.refetch()}>{t("common.retry")}</Button>
                    </div>
                  </Notice>
                )}
                {date !== null && day.data && groupsOf(day.data.grouped_online_stock_groups).length === 0 && (
                  <EmptyState title={t(ordering ? "booking.no_slots_order" : "booking.no_slots")}>
                    <p>{t("booking.no_slots_text")}</p>
                  </EmptyState>
                )}
                {date !== null && day.data && (
                  <SlotSections
                    grouped={day.data.grouped_online_stock_groups}
                    deliveryOnly={ordering}
                    selection={selection}
                    onGroup={choice.chooseGroup}
                    onChange={choice.change}
                  />
                )}
                <Proceed
                  page={page}
                  choice={choice}
                  submitting={reserve.submitting}
                  captchaFailed={reserve.captchaFailed}
                  onProceed={() => void reserve.submit()}
                />
              </Stack>
            )}
          </div>
        </div>
      </Stack>
    </PageFrame>
  );
}

function SlotsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status" aria-label={t("common.loading")}>
      <Skeleton width="6rem" height="1.6rem" />
      <Skeleton height="4.5rem" />
      <Skeleton height="4.5rem" />
    </div>
  );
}
