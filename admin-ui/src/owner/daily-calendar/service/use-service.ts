import type { MouseEvent } from "react";
import { useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { currentShell } from "@/console/api";
import { useAsk } from "@/console/ui";
import { minutesOf } from "@/console/ui/times";
import { useMinuteOfDay } from "../live/use-now";
import { useChange } from "../../reservation-detail/forms/use-change";
import { useOffline } from "../offline/use-offline";
import type { CalendarItem } from "../model/blocks";
import type { ServiceState } from "./steps";
import { useStepCall } from "./use-step-call";

/** Returns the state of a party's visit and the buttons of its steps. A step is recorded immediately. */
export function useService(item: CalendarItem, hasBegun: boolean, onDone: () => void) {
  const t = useT();
  const ask = useAsk();
  const { change, isBusy, problem } = useChange(onDone);
  const undoing = useChange(onDone);
  const { serviceOf, goTo } = useStepCall({
    run: (_, write) => change(write),
    runUndo: (_, write) => undoing.change(write),
  });
  const mayWrite = useMayWrite("floor");
  const { day } = useOffline();
  const service = serviceOf(item);

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
    if (!isBusy) goTo(item, state);
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
