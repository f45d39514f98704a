import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { loadTexts } from "@/owner/i18n/load-texts";
import type { CalendarItem } from "../model/blocks";
import { item } from "../testing/sheet";
import { marksOf } from "./labels";

// F121
it.each<[Partial<CalendarItem>, string]>([
  [{ status: "pending", is_sms_invite: true }, "SMS招待中"],
  [{ status: "pending", is_invitation_email: true }, "新規メール招待中"],
  [{ is_prepaid: true }, "前払"],
  [{ is_gold_candidate: true }, "良いお客様候補"],
  [{ extra_items: 1 }, "＋1卓"],
])("marks a block: %o", async (over, text) => {
  const provider = await loadTexts("ja");
  const t = ((key: string, options?: object) => provider.translate(key, options)) as Translate;
  const plain = {
    calendar_item_type: "InvitedReservation",
    status: "accepted",
    is_sms_invite: false,
    is_invitation_email: false,
    is_prepaid: false,
    is_gold_candidate: false,
  } as Partial<CalendarItem>;
  const texts = (changed: Partial<CalendarItem>) =>
    marksOf(item({ ...plain, ...changed }), null, t).map((mark) => mark.text);
  expect(texts(over)).toContain(text);
  expect(texts({})).not.toContain(text);
});
