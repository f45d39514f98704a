import type { Schemas } from "@/admin/api";
import { scheduleOf } from "./schedule";
import type { Schedule } from "./schedule";

type Values = Record<string, unknown>;

/** The input of a release, from its first change until it is saved. */
export interface ReleaseEdit {
  isForced: boolean;
  /** The typed limit of recipients; blank for all. */
  typed: string;
  schedule: Schedule;
  /** The stored values of these fields when the edit began, by the names of the server. */
  known: Values;
}

const EDITED = ["include_unsubscribed_customers", "send_count", "scheduled_at"] as const;

/** Returns the fields that the form of a release changes. It only shows the others. */
export function editedFields(values: Values): Values {
  return Object.fromEntries(EDITED.filter((name) => name in values).map((name) => [name, values[name]]));
}

/** Returns the form of a stored announcement. */
export function editOf(announcement: Schemas["AnnouncementView"]): ReleaseEdit {
  return {
    isForced: announcement.include_unsubscribed_customers,
    typed: announcement.send_count?.toString() ?? "",
    schedule: scheduleOf(announcement.scheduled_at),
    known: editedFields({ ...announcement }),
  };
}

/** Reports whether two forms have the same input. */
export function hasSameInput(one: ReleaseEdit, other: ReleaseEdit): boolean {
  const text = ({ isForced, typed, schedule }: ReleaseEdit) => JSON.stringify([isForced, typed, schedule]);
  return text(one) === text(other);
}
