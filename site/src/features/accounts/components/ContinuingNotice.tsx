import { useTranslation } from "react-i18next";
import { formatDay } from "@seki/shared/civil-time";
import type { Continuing } from "@/api";
import { useLocale } from "@/navigation";
import { ButtonLink, Notice } from "@/ui";

interface ContinuingNoticeProps {
  continuing: Continuing | null;
  /** The step before the intent's action: a favourite is added by signing in or up. */
  by?: "sign_in" | "sign_up";
  /** Includes a link to the target, on pages that may be left immediately. */
  leads?: boolean;
}

/** Shows a visitor's intent on the pages of the sign-in flow. */
export default function ContinuingNotice({ continuing, by = "sign_in", leads = false }: ContinuingNoticeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (continuing === null) return null;
  const { kind, restaurant_name: name, path } = continuing;
  const date = continuing.date && formatDay(continuing.date, locale);
  const text = () => {
    if (kind === "favorite") return t(`${by}.for_favorite`, { name });
    if (kind === "invitation") return t("continuing.invitation", { name, date: date ?? "" });
    return date ? t("continuing.booking_on", { name, date }) : t("continuing.booking", { name });
  };
  return (
    <Notice>
      <p>{text()}</p>
      {leads && (
        <div>
          <ButtonLink kind="primary" to={path}>
            {t("continuing.continue")}
          </ButtonLink>
        </div>
      )}
    </Notice>
  );
}
