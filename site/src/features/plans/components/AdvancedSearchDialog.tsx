import { useTranslation } from "react-i18next";
import { serverNow, useSession } from "@/api";
import type { Choice, FacilityChoice } from "@/api";
import { TOKYO, dateInZone } from "@seki/shared/civil-time";
import { Dialog, Notice } from "@/ui";
import { AdvancedSearchForm } from "./AdvancedSearchForm";
import { PremiumButton } from "./PremiumButton";
import styles from "./plans.module.css";

interface Props {
  areas: Choice[];
  cuisines: Choice[];
  facilities: FacilityChoice[];
  open: boolean;
  onClose: () => void;
}

/** The advanced search. Diners without premium see the available conditions, and a link to the plan (diner §5). */
export default function AdvancedSearchDialog({ open, onClose, ...choices }: Props) {
  const { t } = useTranslation();
  const { signed_in, user } = useSession();
  const enabled = user?.is_premium ?? false;
  return (
    <Dialog title={t("plans.search.title")} open={open} onClose={onClose}>
      {!enabled && (
        <Notice kind="info">
          <div className={styles.door}>
            <p>{t("plans.teaser.members_only")}</p>
            <PremiumButton
              source="advanced_search"
              to={null}
              label={t(signed_in ? "plans.teaser.more" : "plans.search.sign_in")}
            />
          </div>
        </Notice>
      )}
      <AdvancedSearchForm {...choices} today={dateInZone(serverNow(), TOKYO)} enabled={enabled} />
    </Dialog>
  );
}
