import { yen } from "@/console/i18n/page-language";
import type { Translate } from "@/owner/i18n/use-t";

/** Formats the price of a course for one guest, and for several guests the total, too; false for a course without a price. */
export function coursePriceText(t: Translate, price: number, guests: number, isDelivery = false): string | false {
  if (price <= 0) return false;
  const each = t(isDelivery ? "pane.price_each_portion" : "pane.price_each_guest", { price: yen(price) });
  if (guests <= 1) return each;
  const count = t(isDelivery ? "pane.portions_value" : "console.guests", { count: guests });
  return t("pane.price_total", { each, count, total: yen(price * guests) });
}
