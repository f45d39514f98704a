import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { SignUpPage } from "@/api";
import { LegalLinks, LegalSections } from "@/features/legal";
import { Checkbox } from "@/ui";
import styles from "./TermsBox.module.css";

/** Zoomed browsers stop a fraction of a pixel before the bottom. */
const TOLERANCE = 4;

interface TermsBoxProps {
  terms: SignUpPage["terms"];
  agreed: boolean;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
  onAgree: (agreed: boolean) => void;
}

/** Enables the checkbox once the terms are scrolled to their end, by touch, wheel or keys. */
export default function TermsBox({ terms, agreed, error, ref, onAgree }: TermsBoxProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState(false);

  const checkEnd = useCallback(() => {
    const element = box.current;
    if (element && element.scrollTop + element.clientHeight >= element.scrollHeight - TOLERANCE) setRead(true);
  }, []);
  // A loaded font or a rotated phone may leave the box at its end without a scroll event.
  useLayoutEffect(() => {
    checkEnd();
    const watched = [box.current, ...(box.current?.children ?? [])].filter((element) => element !== null);
    const sizes = new ResizeObserver(checkEnd);
    for (const element of watched) sizes.observe(element);
    return () => sizes.disconnect();
  }, [checkEnd]);

  return (
    <div className={styles.terms} data-wrong={error !== undefined && !read}>
      <p className={styles.label} aria-hidden="true">
        {t("sign_up.terms")}
      </p>
      <div
        ref={box}
        className={styles.box}
        tabIndex={0}
        role="region"
        aria-label={t("sign_up.terms")}
        onScroll={checkEnd}
      >
        <LegalSections sections={terms} />
      </div>
      <LegalLinks kinds={["terms", "privacy"]} />
      {!read && <p className={styles.hint}>{t("sign_up.terms_scroll")}</p>}
      <Checkbox
        ref={ref}
        label={t("sign_up.terms_agree")}
        checked={agreed}
        disabled={!read}
        error={error}
        onChange={(event) => onAgree(event.target.checked)}
      />
    </div>
  );
}
