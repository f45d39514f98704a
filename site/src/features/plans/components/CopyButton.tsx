import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui";

/** Copies a text, and says whether the browser allowed it. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setResult("copied"),
      () => setResult("failed"),
    );
  };
  return (
    <>
      <div>
        <Button onClick={copy}>{t("copy_text.copy")}</Button>
      </div>
      <p role="status" hidden={result === null}>
        {result && t(`copy_text.${result}`)}
      </p>
    </>
  );
}
