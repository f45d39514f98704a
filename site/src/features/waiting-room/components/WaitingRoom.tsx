import type { CalendarBoot } from "@/api";
import { addLaterTexts } from "@/i18n/setup";
import { lazyPart } from "@/ui";

const OpenRoom = lazyPart(async () => {
  const [room] = await Promise.all([import("./OpenRoom"), addLaterTexts()]);
  return room.default;
});

interface Props {
  slug: string;
  calendar: CalendarBoot;
}

/** The waiting room in front of an opening (G300). Without one, nothing is shown, requested or loaded. */
export function WaitingRoom({ slug, calendar }: Props) {
  if (calendar.waiting_room_opens_at === undefined) return null;
  return <OpenRoom slug={slug} />;
}
