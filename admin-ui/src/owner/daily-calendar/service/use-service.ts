import { useState } from "react";
import type { MouseEvent } from "react";
import { NetworkError, send, serverNow, useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { addNote, currentNotes, dropNote, subjectOf } from "../../offline";
import { useChange } from "../../reservation-detail/forms/use-change";
import { MAX_WAIT_MS, useOffline, useNotes } from "../offline/use-offline";
import type { CalendarItem } from "../model/blocks";
import { seatLabelsOf } from "../model/visits";
import { STEPS, timeOf } from "./steps";
import type { ServiceInfo, ServiceState } from "./steps";

interface Noted {
  state: ServiceState | null;
  /** What staff saw: somebody else may have been quicker. */
  from: ServiceState | null;
  /** HH:mm; null for now. */
  at: string | null;
  idempotency_key: string;
}

/** How far a party's visit has come, and the way on: a step is noted at once, and taken back within five seconds; several in a row, the last first. */
export function useService(item: CalendarItem, hasBegun: boolean, onDone: () => void) {
  const t = useT();
  const { offer, end } = useUndo();
  const { change, isBusy, problem } = useChange(onDone);
  const undoing = useChange(onDone);
  const mayWrite = useMayWrite("floor");
  const [noted, setNoted] = useState<{ of: ServiceInfo; now: ServiceInfo } | null>(null);
  // What was noted holds until the day is read again, so that a quick second press goes on from there.
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

  /** Goes to a step; from the step itself, to the one before it. What is not sent yet is taken back instead. */
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
      offer({ message, undo: () => takeBack(key, undo), isStep: true });
      return null;
    };
    const undo = () =>
      undoing.change(async () => {
        const at = timeOf(service, service.state);
        await note({ state: service.state, from: wanted, at, idempotency_key: crypto.randomUUID() });
        return null;
      });
    // What was noted before comes first.
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
  /** A second tap that belongs to the first, as of a hand that trembles, is no step of its own. */
  const press = (state: ServiceState) => (event: MouseEvent) => {
    if (event.detail < 2) goTo(state);
  };
  const isEnabled = mayWrite && hasBegun;
  // While a step is sent its button keeps the focus: one that is disabled loses the keyboard's place.
  const button = (state: ServiceState) => ({ disabled: !isEnabled, "aria-disabled": isBusy, onClick: press(state) });
  return { service, button, problem: problem ?? undoing.problem };
}

/** Leaves out what is not sent yet; what has been sent meanwhile is undone at the server. */
async function takeBack(key: string, undo: () => Promise<unknown>): Promise<unknown> {
  const own = currentNotes().waiting.find((note) => note.key === key);
  if (!own) return undo();
  await dropNote(own);
  return true;
}

/** The step before, of those that are noted. */
function stepBefore(service: ServiceInfo, state: ServiceState): ServiceState | null {
  const end = state === "no_show" ? STEPS.length : STEPS.indexOf(state);
  return STEPS.slice(0, end).findLast((step) => timeOf(service, step) !== null) ?? null;
}
