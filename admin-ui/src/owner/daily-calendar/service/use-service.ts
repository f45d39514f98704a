import { useState } from "react";
import type { MouseEvent } from "react";
import { NetworkError, send, serverNow, useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { useChange } from "../../reservation-detail/forms/use-change";
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
  const mayWrite = useMayWrite("floor");
  const [noted, setNoted] = useState<{ of: ServiceInfo; now: ServiceInfo } | null>(null);
  // What was noted holds until the day is read again, so that a quick second press goes on from there.
  const service = noted?.of === item.service ? noted.now : item.service;
  const note = async (body: Noted) => {
    const path = { uid: item.uid };
    const answer = await send("PUT", "/owners/api/reservations/{uid}/service_state", { path, body });
    setNoted({ of: item.service, now: answer.data });
  };

  /** Goes to a step; from the step itself, to the one before it. */
  const goTo = (state: ServiceState) => {
    const wanted = state === service.state ? stepBefore(service, state) : state;
    const undo = async () => {
      const at = timeOf(service, service.state);
      await change(() => note({ state: service.state, from: wanted, at }).then(() => null));
    };
    void change(async () => {
      await note({ state: wanted, from: service.state, at: null });
      const step = wanted === null ? t("service.none") : t(`service.step.${wanted}`);
      offer({ message: t("service.noted", { name: item.title, step }), undo });
      return null;
    });
  };
  return { service, goTo, mayNote: mayWrite && hasBegun && !isBusy, problem };
}

/** The step before, of those that are noted. */
function stepBefore(service: ServiceInfo, state: ServiceState): ServiceState | null {
  const end = state === "no_show" ? STEPS.length : STEPS.indexOf(state);
  return STEPS.slice(0, end).findLast((step) => timeOf(service, step) !== null) ?? null;
}
