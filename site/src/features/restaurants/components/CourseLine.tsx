import { useTranslation } from "react-i18next";
import { formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";

/** A course with its price, which does not wrap. A free course shows no price. */
export function CourseLine({ title, price, unit }: { title: string; price: number; unit: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (price === 0) return title;
  return (
    <>
      {title} <span className="unbroken">{t("course.unit_price", { price: formatYen(price, locale), unit })}</span>
    </>
  );
}
