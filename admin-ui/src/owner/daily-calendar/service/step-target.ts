import type { ServiceState } from "./steps";

/** Returns the party of a block, a table or a step's button. */
export function uidAt(target: EventTarget): string | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-item], [data-of]") : null;
  return element?.dataset["item"] ?? element?.dataset["of"];
}

/** Returns the pressed button's party and step; null outside such buttons. */
export function stepAt(target: EventTarget): { uid: string; step: ServiceState } | null {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-step]") : null;
  const { of: uid, step } = button?.dataset ?? {};
  return uid === undefined || step === undefined ? null : { uid, step: step as ServiceState };
}
