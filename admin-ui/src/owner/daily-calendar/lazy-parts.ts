import { createElement } from "react";
import { PaneSkeleton, lazyPart } from "@/console/ui";

/** Components that open over the day or next to it. They load after the page. */
export const CancellationSlotPane = lazyPart(
  async () => (await import("../slots")).CancellationSlotPane,
  createElement(PaneSkeleton),
);
export const ReservationForms = lazyPart(
  async () => (await import("../reservation-detail/forms")).ReservationForms,
  createElement(PaneSkeleton),
);
export const NotesEditor = lazyPart(async () => (await import("../customers/notes/NotesEditor")).NotesEditor);
export const SlotDialog = lazyPart(async () => (await import("../slots")).SlotDialog);
export const CreateSlotDialog = lazyPart(async () => (await import("../slots")).CreateSlotDialog);
export const CustomerDialog = lazyPart(async () => (await import("../reservation-dialog")).CustomerDialog);
export const ContactDialog = lazyPart(async () => (await import("./waiting/ContactDialog")).ContactDialog);
export const EditWaitingParty = lazyPart(async () => (await import("./waiting/EditWaitingParty")).EditWaitingParty);
export const NextVisit = lazyPart(async () => (await import("../reservation-dialog")).NextVisit);
export const ReservationDialog = lazyPart(async () => (await import("../reservation-dialog")).ReservationDialog);

/** Fetches their code after the page is rendered: the connection may be lost in service before one is first opened. */
export function preloadParts(): () => void {
  const timer = setTimeout(() => {
    for (const part of [SlotDialog, ReservationForms, ReservationDialog]) part.preload();
  }, 1_000);
  return () => clearTimeout(timer);
}
