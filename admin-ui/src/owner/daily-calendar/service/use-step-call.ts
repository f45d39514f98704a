import { useRef, useState } from "react";
import { randomUuid } from "@seki/shared/ids";
import { NetworkError, send, serverNow, timeLimit } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { addNote, currentNotes, dropNote, subjectOf } from "../../offline";
import { useNotes, useOffline } from "../offline/use-offline";
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

/** Runs a write for a party, and reads the day again after it. Resolves to its success. */
export type RunWrite = (item: CalendarItem, write: () => Promise<null>) => Promise<boolean | undefined>;

interface Input {
  run: RunWrite;
  runUndo: RunWrite;
}

/**
 * Records the steps of visits. A step can be undone for five seconds; several steps are undone in reverse order.
 * Offline, a step becomes a note that is sent later.
 */
export function useStepCall({ run, runUndo }: Input) {
  const t = useT();
  const { offer, end } = useUndo();
  const { isDisconnected, day } = useOffline();
  const { waiting } = useNotes();
  const [noted, setNoted] = useState<ReadonlyMap<string, { of: ServiceInfo; now: ServiceInfo }>>(new Map());

  const inFlight = useRef(new Set<string>());
  /** Runs a step. While it is in flight the party's earlier steps cannot be undone, and their offer stays. */
  const runStep = (item: CalendarItem, write: () => Promise<null>) =>
    run(item, async () => {
      inFlight.current.add(item.uid);
      try {
        return await write();
      } finally {
        inFlight.current.delete(item.uid);
      }
    });

  /** The recorded step is valid until the day is read again: a quick second press continues from it. */
  const serviceOf = ({ uid, service }: CalendarItem): ServiceInfo => {
    const own = noted.get(uid);
    return own?.of === service ? own.now : service;
  };
  const note = async ({ uid, service }: CalendarItem, body: Noted) => {
    const call = { path: { uid }, body, signal: timeLimit() };
    const answer = await send("PUT", "/owners/api/reservations/{uid}/service_state", call);
    setNoted((all) => new Map(all).set(uid, { of: service, now: answer.data }));
  };
  const noteLater = async (item: CalendarItem, state: ServiceState | null, key: string): Promise<void> => {
    const seats = seatLabelsOf(item, day.inventory_groups);
    const own = { date: day.date, happenedAt: serverNow().toISOString(), seats, starts: item.start_time };
    await addNote({ ...own, kind: "step", key, of: item.uid, state, from: serviceOf(item).state });
  };

  /** Goes to a step, or from the current step to the previous one. An unsent note is deleted instead. */
  const goTo = (item: CalendarItem, state: ServiceState): void => {
    const service = serviceOf(item);
    const last = waiting.findLast((own) => subjectOf(own) === item.uid);
    const isTakenBack = last?.kind === "step" && last.problem === null && last.state === state;
    if (isTakenBack && state === service.state) {
      end();
      return void dropNote(last);
    }
    const wanted = state === service.state ? stepBefore(service, state) : state;
    const key = randomUuid();
    const message = t("service.noted", {
      name: item.title,
      step: wanted === null ? t("service.none") : t(`service.step.${wanted}`),
    });
    const step = { message, isStep: true, isBusy: () => inFlight.current.has(item.uid) };
    const later = async (): Promise<null> => {
      end();
      await noteLater(item, wanted, key);
      offer({ ...step, undo: () => undoStep(key, undo), key });
      return null;
    };
    const undo = () =>
      runUndo(item, async () => {
        const at = timeOf(service, service.state);
        await note(item, { state: service.state, from: wanted, at, idempotency_key: randomUuid() });
        return null;
      });
    // Earlier notes must be sent first.
    if (isDisconnected || last !== undefined) return void runStep(item, later);
    void runStep(item, async () => {
      try {
        await note(item, { state: wanted, from: service.state, at: null, idempotency_key: key });
      } catch (error) {
        if (error instanceof NetworkError) return later();
        end();
        throw error;
      }
      offer({ ...step, undo });
      return null;
    });
  };
  return { serviceOf, goTo };
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
