import { useEffect, useEffectEvent, useId, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { send, useSession } from "@/api";
import type { WaitingRoomView } from "@/api";
import { useLocation } from "react-router";
import { AppLink, paths, useLocale, useRenewal, useTitleState } from "@/navigation";
import { formatInstant } from "@seki/shared/civil-time";
import {
  Button,
  ButtonLink,
  Facts,
  SpokenCountdown,
  WriteProblem,
  minutesAndSeconds,
  useAsk,
  useSecondsUntil,
  useWrite,
} from "@/ui";
import { HEADING_PART, roomsOf, waitingRoomQuery } from "../api/waiting-room";
import styles from "./WaitingRoom.module.css";

/** The rooms of the openings that are near, usually one. Loaded only where there is a room. */
export default function OpenRoom({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(waitingRoomQuery(slug));
  const rooms = roomsOf(data);
  useNewDates(rooms);
  const titled = rooms.find(({ state }) => state === "turn") ?? rooms.at(0);
  useTitleState(titled === undefined ? null : t(`waiting_room.tab.${titled.state}`));
  return rooms.map((room) => <Room key={room.opens_at} slug={slug} room={room} isOnly={rooms.length === 1} />);
}

interface RoomProps {
  slug: string;
  room: WaitingRoomView;
  /** Otherwise the heading names the opening. */
  isOnly: boolean;
}

/** The room of an opening: its state, the diner's place, and what they can do. */
function Room({ slug, room, isOnly }: RoomProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const heading = useId();
  const query = waitingRoomQuery(slug);
  const queryClient = useQueryClient();
  const write = useWrite();
  const { ask } = useAsk();
  const untilOpening = useSecondsUntil(room.opens_at);
  // Places have an order only after the opening, whatever the clock of this device says.
  const isOrdered = room.state !== "joinable" && room.state !== "waiting";
  const isOpen = isOrdered || untilOpening <= 0;

  const call = { path: { slug }, query: { opens_at: room.opens_at } };
  const join = () =>
    write.write(async () => {
      const status = await send("POST", "/users/api/waiting_rooms/{slug}", call);
      queryClient.setQueryData(query.queryKey, status);
    });
  const leave = async () => {
    const isSure = await ask({
      title: t("waiting_room.leave_title"),
      body: t(isOpen ? "waiting_room.leave_loses" : "waiting_room.leave_before"),
      confirmLabel: t("waiting_room.leave"),
      danger: true,
    });
    if (!isSure) return;
    await write.write(async () => {
      const status = await send("DELETE", "/users/api/waiting_rooms/{slug}", call);
      queryClient.setQueryData(query.queryKey, status);
    });
  };
  const at = formatInstant(room.opens_at, locale);

  return (
    <section className={styles.waitingRoom} data-state={room.state} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1} data-part={HEADING_PART}>
        {isOnly ? t("waiting_room.title") : t("waiting_room.title_of", { at })}
      </h2>
      {/* Announces a new state only: the numbers below change too often to be read aloud. */}
      <p className={styles.state} role="status">
        {t(`waiting_room.state.${room.state === "waiting" && isOpen ? "ordering" : room.state}`)}
      </p>
      {room.state === "joinable" && <p>{t(isOpen ? "waiting_room.about_open" : "waiting_room.about", { at })}</p>}
      {room.state === "waiting" && (
        <p>{t(isOpen ? "waiting_room.ordering_note" : "waiting_room.waiting_note", { at })}</p>
      )}
      {!isOpen && (
        <p className={styles.countdown} role="timer">
          {t("booking.opens_in", { time: minutesAndSeconds(untilOpening) })}
        </p>
      )}
      <SpokenCountdown
        label={t("booking.until_opening")}
        seconds={isOpen ? 0 : untilOpening}
        end={t("booking.opened")}
      />
      {room.state === "queued" && <p>{t("waiting_room.queued_note")}</p>}
      {room.state !== "turn" && room.state !== "ended" && <p>{t("waiting_room.turn_needed")}</p>}
      {room.is_sold_out && <p>{t("waiting_room.sold_out")}</p>}
      <Numbers room={room} />
      {room.turn_ends_at !== null && <TurnCountdown key={room.turn_ends_at} endsAt={room.turn_ends_at} />}
      <WriteProblem write={write} />
      <Actions room={room} slug={slug} busy={write.busy} onJoin={() => void join()} onLeave={() => void leave()} />
      <Proof room={room} />
    </section>
  );
}

/**
 * Reads the page's data again when the diner may book at an opening: a page from before it does not have the new dates.
 * A room that has ended is shown as such, or left out.
 */
function useNewDates(rooms: readonly WaitingRoomView[]) {
  const renew = useRenewal();
  const start = useEffectEvent((signal: AbortSignal) => void renew(signal));
  const closed = rooms.filter(({ state }) => state !== "turn" && state !== "ended").map(({ opens_at: at }) => at);
  const [known, setKnown] = useState(closed);
  const [count, setCount] = useState(0);
  if (known.join() !== closed.join()) {
    setKnown(closed);
    if (known.some((at) => !closed.includes(at))) setCount(count + 1);
  }
  useEffect(() => {
    if (count === 0) return;
    const attempts = new AbortController();
    start(attempts.signal);
    return () => attempts.abort();
  }, [count]);
}

function Numbers({ room }: { room: WaitingRoomView }) {
  const { t } = useTranslation();
  const facts = [
    { label: t("waiting_room.rank"), value: room.rank !== null && t("waiting_room.number", { count: room.rank }) },
    { label: t("waiting_room.ahead"), value: room.ahead !== null && t("waiting_room.diners", { count: room.ahead }) },
    {
      label: t("waiting_room.wait"),
      value: room.wait_minutes !== null && t("waiting_room.minutes", { count: room.wait_minutes }),
    },
  ].filter(({ value }) => value !== false);
  return facts.length === 0 ? null : <Facts facts={facts} />;
}

function TurnCountdown({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(endsAt);
  return (
    <>
      <p className={styles.countdown} role="timer">
        {t("waiting_room.turn_left", { time: minutesAndSeconds(seconds) })}
      </p>
      <SpokenCountdown label={t("waiting_room.turn_time")} seconds={seconds} end={t("waiting_room.state.over")} />
    </>
  );
}

interface ActionsProps {
  room: WaitingRoomView;
  slug: string;
  busy: boolean;
  onJoin: () => void;
  onLeave: () => void;
}

function Actions({ room, slug, busy, onJoin, onLeave }: ActionsProps) {
  const { t } = useTranslation();
  const { signed_in: isSignedIn } = useSession();
  if (room.state === "ended") return null;
  if (!isSignedIn) {
    return <AppLink to={paths.signInFrom(paths.newReservationOf(slug))}>{t("waiting_room.sign_in")}</AppLink>;
  }
  if (room.state === "joinable" || room.state === "over") {
    return (
      <Button kind="primary" busy={busy} onClick={onJoin}>
        {t(room.state === "over" ? "waiting_room.join_again" : "waiting_room.join")}
      </Button>
    );
  }
  return (
    <>
      {room.state === "turn" && <BookNow slug={slug} />}
      <Button kind={room.state === "turn" ? "text" : "quiet"} busy={busy} onClick={onLeave}>
        {t("waiting_room.leave")}
      </Button>
    </>
  );
}

function showCalendar() {
  document.querySelector<HTMLElement>("[role=grid] [tabindex='0']")?.focus();
}

/** Leads to the booking or, on its page, to the calendar. */
function BookNow({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const target = paths.newReservationOf(slug);
  if (pathname !== target) {
    return (
      <ButtonLink to={target} kind="primary">
        {t("waiting_room.book_now")}
      </ButtonLink>
    );
  }
  return (
    <Button kind="primary" onClick={showCalendar}>
      {t("waiting_room.book_now")}
    </Button>
  );
}

/** Values with which a diner verifies the order later. */
function Proof({ room }: { room: WaitingRoomView }) {
  const { t } = useTranslation();
  if (room.proof_url === null) return null;
  const facts = [
    { label: t("waiting_room.code"), value: room.code },
    { label: t("waiting_room.seed_hash"), value: room.seed_hash },
    { label: t("waiting_room.beacon_round"), value: room.beacon_round },
    { label: t("waiting_room.list_head"), value: room.list_head },
  ].filter(({ value }) => value !== null);
  return (
    <details className={styles.proof}>
      <summary>{t("waiting_room.proof")}</summary>
      <p>{t("waiting_room.proof_note")}</p>
      <Facts facts={facts} />
      <a href={room.proof_url}>{t("waiting_room.proof_link")}</a>
    </details>
  );
}
