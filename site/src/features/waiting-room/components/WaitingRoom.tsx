import { Suspense, lazy } from "react";
import type { CalendarBoot } from "@/api";
import { addLaterTexts } from "@/i18n/setup";

const OpenRoom = lazy(async () => {
  const [room] = await Promise.all([import("./OpenRoom"), addLaterTexts()]);
  return room;
});

interface Props {
  slug: string;
  calendar: CalendarBoot;
}

/** The waiting room in front of an opening (G300). Without one, nothing is shown, requested or loaded. */
export function WaitingRoom({ slug, calendar }: Props) {
  if (calendar.waiting_room_opens_at === undefined) return null;
  return (
    <Suspense fallback={null}>
      <OpenRoom slug={slug} />
    </Suspense>
  );
}
