import { useTranslation } from "react-i18next";
import { formatDate } from "@seki/shared/civil-time";
import { useLocale, usePageData, useTitle } from "@/navigation";
import { EmptyState, Notice, PageFrame, Stack } from "@/ui";
import { LegalSections } from "../components/LegalSections";
import styles from "./LegalDocumentPage.module.css";

/** Terms, privacy policy, commercial disclosure or contact, as the operator has published it. */
export default function LegalDocumentPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { title, version, published_at, is_example, sections } = usePageData("legal_document");
  useTitle(title);

  return (
    <PageFrame narrow title={title}>
      <Stack>
        {is_example && <Notice>{t("legal.example")}</Notice>}
        {sections.length === 0 && <EmptyState title={t("legal.none")} />}
        {sections.length > 0 && (
          <div className={styles.text}>
            <LegalSections sections={sections} />
          </div>
        )}
        {version !== null && published_at !== null && (
          <p className={styles.version}>
            {t("legal.version", { version, date: formatDate(published_at.slice(0, 10), locale) })}
          </p>
        )}
      </Stack>
    </PageFrame>
  );
}
