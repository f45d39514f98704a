import { joiner } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { useDraft } from "../drafts";
import { formOf, unlocked, withEdits } from "./form";
import type { Detail, SeatRow, SlotForm, SlotValues } from "./form";

/** Holds the changes of a slot. Bookings and other users may change the slot while it is open. */
export function useSlotEdit(detail: Detail) {
  const t = useT();
  const { gold, ...saved } = formOf(detail);
  const edit = useDraft<SlotValues>(null, { ...saved, seats: unlocked(saved.seats) });
  const form: SlotForm = { ...edit.draft, gold, seats: withEdits(saved.seats, edit.draft.seats) };
  const onChange = ({ seats, ...change }: Partial<Omit<SlotForm, "gold">>) =>
    edit.set({ ...change, ...(seats && { seats: unlocked(seats) }) });
  return { edit, form, onChange, conflicts: conflictsOf(saved, detail, t) };
}

/** Returns the label and the saved text of each field. */
function conflictsOf(
  saved: SlotValues,
  { courses, customer_groups }: Detail,
  t: Translate,
): Record<keyof SlotValues, { label: string; saved: string }> {
  const titles = courses.filter(({ id }) => saved.courses.includes(id)).map(({ title }) => title);
  const seatText = ({ label, access, groups }: SeatRow) => {
    const names = customer_groups.filter(({ id }) => groups.includes(id)).map((group) => group.label);
    return t("slots.seat_access", { seat: label, access: t(`slots.${access}`), groups: names.join(joiner()) });
  };
  const limited = saved.seats.filter(({ groups }) => groups.length > 0);
  return {
    guests: {
      label: t("slots.guests"),
      saved: saved.guests.map((count) => t("console.guests", { count })).join(joiner()),
    },
    times: { label: t("slots.times"), saved: saved.times.map(({ start, end }) => `${start}–${end}`).join("\n") },
    courses: { label: t("slots.courses"), saved: titles.join(joiner()) },
    seats: { label: t("slots.limited_seats"), saved: limited.map(seatText).join("\n") },
    titleJa: { label: t("slots.title_ja"), saved: saved.titleJa },
    titleEn: { label: t("slots.title_en"), saved: saved.titleEn },
    // A switch has two values, so two users who change it want the same.
    lastSolo: { label: t("slots.last_solo"), saved: "" },
    showEnd: { label: t("slots.show_end"), saved: "" },
  };
}
