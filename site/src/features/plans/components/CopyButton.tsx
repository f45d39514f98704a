import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui";

/** Copies a text, and says whether the browser allowed it. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<"copied" | "not_copied" | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setResult("copied"),
      () => setResult("not_copied"),
    );
  };
  return (
    <>
      <div>
        <Button onClick={copy}>{t("security.recovery_copy")}</Button>
      </div>
      <p role="status" hidden={result === null}>
        {result && t(`security.recovery_${result}`)}
      </p>
    </>
  );
}
