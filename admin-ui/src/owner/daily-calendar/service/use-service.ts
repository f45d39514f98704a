import { useState } from "react";
import type { MouseEvent } from "react";
import { NetworkError, send, serverNow, useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { currentShell } from "@/console/api";
import { useAsk, useUndo } from "@/console/ui";
import { minutesOf } from "@/console/ui/times";
import { useMinuteOfDay } from "../live/use-now";
import { addNote, currentNotes, dropNote, subjectOf } from "../../offline";
import { useChange } from "../../reservation-detail/forms/use-change";
import { MAX_WAIT_MS, useOffline, useNotes } from "../offline/use-offline";
import type { CalendarItem } from "../model/blocks";
import { seatLabelsOf } from "../model/visits";
import { STEPS, timeOf } from "./steps";
import type { ServiceInfo, ServiceState } from "./steps";

interface Noted {
  state: ServiceState | null;
  /** The state that staff saw. Another user may have changed it. */
  from: ServiceState | null;
  /** HH:mm; null for now. */
  at: string | null;
  idempotency_key: string;
}

/**
 * Returns the state of a party's visit and the buttons of its steps. A step is recorded immediately and can be undone
 * for five seconds; several steps are undone in reverse order.
 */
export function useService(item: CalendarItem, hasBegun: boolean, onDone: () => void) {
  const t = useT();
  const ask = useAsk();
  const { offer, end } = useUndo();
  const { change, isBusy, problem } = useChange(onDone);
  const undoing = useChange(onDone);
  const mayWrite = useMayWrite("floor");
  const [noted, setNoted] = useState<{ of: ServiceInfo; now: ServiceInfo } | null>(null);
  // The recorded step is shown until the day is read again: a quick second press continues from it.
  const service = noted?.of === item.service ? noted.now : item.service;
  const note = async (body: Noted) => {
    const path = { uid: item.uid };
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const answer = await send("PUT", "/owners/api/reservations/{uid}/service_state", { path, body, signal });
    setNoted({ of: item.service, now: answer.data });
  };

  const { isDisconnected, day } = useOffline();
  const last = useNotes().waiting.findLast((own) => subjectOf(own) === item.uid);
  const noteLater = async (state: ServiceState | null, key: string): Promise<null> => {
    const seats = seatLabelsOf(item, day.inventory_groups);
    const own = { date: day.date, happenedAt: serverNow().toISOString(), seats, starts: item.start_time };
    await addNote({ ...own, kind: "step", key, of: item.uid, state, from: service.state });
    return null;
  };

  /** Goes to a step, or from the current step to the previous one. An unsent note is deleted instead. */
  const goTo = (state: ServiceState) => {
    if (isBusy) return;
    const isTakenBack = last?.kind === "step" && last.problem === null && last.state === state;
    if (isTakenBack && state === service.state) {
      end();
      return void dropNote(last);
    }
    const wanted = state === service.state ? stepBefore(service, state) : state;
    const key = crypto.randomUUID();
    const message = t("service.noted", {
      name: item.title,
      step: wanted === null ? t("service.none") : t(`service.step.${wanted}`),
    });
    const later = async (): Promise<null> => {
      end();
      await noteLater(wanted, key);
      offer({ message, undo: () => undoStep(key, undo), isStep: true });
      return null;
    };
    const undo = () =>
      undoing.change(async () => {
        const at = timeOf(service, service.state);
        await note({ state: service.state, from: wanted, at, idempotency_key: crypto.randomUUID() });
        return null;
      });
    // Earlier notes must be sent first.
    if (isDisconnected || last !== undefined) return void change(later);
    void change(async () => {
      try {
        await note({ state: wanted, from: service.state, at: null, idempotency_key: key });
      } catch (error) {
        if (error instanceof NetworkError) return later();
        end();
        throw error;
      }
      offer({ message, undo, isStep: true });
      return null;
    });
  };
  /** Ignores the second click of a double click, which trembling fingers produce. */
  const press = (state: ServiceState) => (event: MouseEvent) => {
    if (event.detail < 2) void askAndGoTo(state);
  };
  /** Asks before a party that has come becomes a no-show. */
  const askAndGoTo = async (state: ServiceState) => {
    const { state: now } = service;
    if (state === "no_show" && now !== null && now !== "no_show") {
      const text = t("service.no_show_text", { name: item.title, step: t(`service.step.${now}`) });
      const question = { title: t("service.no_show_title"), text, agree: t("service.no_show_agree"), danger: true };
      if (!(await ask(question))) return;
    }
    goTo(state);
  };
  /** The server accepts a no-show from the start of the visit on. */
  const isTooEarly = (state: ServiceState) => state === "no_show" && service.state !== "no_show" && early > 0;
  const early = useMinutesUntil(item, day.date);
  const isEnabled = mayWrite && hasBegun;
  // While a step is sent its button keeps the focus. A disabled button would lose it.
  const button = (state: ServiceState) => ({
    disabled: !isEnabled || isTooEarly(state),
    "aria-disabled": isBusy,
    onClick: press(state),
  });
  return { service, button, problem: problem ?? undoing.problem };
}

/** Returns the minutes until the start of an item on the day of its visit; 0 on another day. */
function useMinutesUntil({ start_time }: CalendarItem, date: string): number {
  const zone = currentShell()?.session?.restaurant.time_zone ?? "Asia/Tokyo";
  const minute = useMinuteOfDay(date, zone);
  return minute === null ? 0 : Math.max(0, minutesOf(start_time) - minute);
}

/** Deletes an unsent note. A step that was sent meanwhile is undone on the server. */
async function undoStep(key: string, undo: () => Promise<unknown>): Promise<unknown> {
  const own = currentNotes().waiting.find((note) => note.key === key);
  if (!own) return undo();
  await dropNote(own);
  return true;
}

/** Returns the latest recorded step before the current one. */
function stepBefore(service: ServiceInfo, state: ServiceState): ServiceState | null {
  const end = state === "no_show" ? STEPS.length : STEPS.indexOf(state);
  return STEPS.slice(0, end).findLast((step) => timeOf(service, step) !== null) ?? null;
}
