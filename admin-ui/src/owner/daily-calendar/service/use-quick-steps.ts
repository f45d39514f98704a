import { useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { showFlash, useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { changeErrorText } from "../../reservation-detail/forms/use-change";
import { focusGridIfLost } from "../grid/focus-grid";
import type { CalendarItem } from "../model/blocks";
import type { DueSteps, ServiceState } from "./steps";
import { stepAt } from "./step-target";
import { useStepCall } from "./use-step-call";
import type { RunWrite } from "./use-step-call";

/** Quick steps: steps of visits by one press on a party's block or table, or by the key S. */
export interface QuickSteps {
  /** The parties whose step is being sent, by uid. */
  pending: ReadonlySet<string>;
  /** Records the pressed button's step. Reports whether the click was on such a button. */
  onClick: (event: MouseEvent, items: readonly CalendarItem[]) => boolean;
  /** Records the next step of the focused party with S, and goes back one step with Shift+S. */
  onKeyDown: (event: KeyboardEvent, item: CalendarItem | undefined, due: DueSteps) => boolean;
}

export const NONE_PENDING: ReadonlySet<string> = new Set();

/** Returns the quick steps of a day; null without the permission to record steps. An error is shown as a notice. */
export function useQuickSteps(reload: () => Promise<void>): QuickSteps | null {
  const t = useT();
  const mayWrite = useMayWrite("floor");
  const [pending, setPending] = useState(NONE_PENDING);
  // A double press arrives before the button is drawn as busy.
  const running = useRef(new Set<string>());
  const run: RunWrite = async ({ uid }, write) => {
    if (running.current.has(uid)) return undefined;
    running.current.add(uid);
    setPending(new Set(running.current));
    try {
      await write();
      return true;
    } catch (error) {
      showFlash({ kind: "alert", message: changeErrorText(error, t), sticky: true });
      return false;
    } finally {
      running.current.delete(uid);
      setPending(new Set(running.current));
      void reload().then(focusGridIfLost);
    }
  };
  const { serviceOf, goTo } = useStepCall({ run, runUndo: run });

  /** Ignores a step that is recorded already: the button shows it until the day is read again. */
  const press = (item: CalendarItem, state: ServiceState) => {
    if (serviceOf(item).state !== state && !running.current.has(item.uid)) goTo(item, state);
  };
  const onClick = (event: MouseEvent, items: readonly CalendarItem[]) => {
    const pressed = stepAt(event.target);
    if (pressed === null) return false;
    const item = items.find(({ uid }) => uid === pressed.uid);
    // Ignores the second click of a double click.
    if (item && event.detail < 2) press(item, pressed.step);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent, item: CalendarItem | undefined, due: DueSteps) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
    if (key.toLowerCase() !== "s" || ctrlKey || metaKey || altKey || !item) return false;
    event.preventDefault();
    if (repeat || running.current.has(item.uid)) return true;
    const current = serviceOf(item).state;
    const step = shiftKey ? current : due.get(item.uid);
    if (step === undefined || step === null) {
      const text = shiftKey ? "service.no_previous" : "service.no_next";
      showFlash({ kind: "notice", message: t(text, { name: item.title }), sticky: false });
    } else if (shiftKey) goTo(item, step);
    else press(item, step);
    return true;
  };
  return mayWrite ? { pending, onClick, onKeyDown } : null;
}
