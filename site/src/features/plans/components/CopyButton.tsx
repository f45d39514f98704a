import { useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "@seki/shared/clipboard";
import { Button } from "@/ui";

/** Copies a text, and says whether the browser allowed it. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<"copied" | "not_copied" | null>(null);
  const copy = async () => setResult((await copyText(text)) ? "copied" : "not_copied");
  return (
    <>
      <div>
        <Button onClick={() => void copy()}>{t("security.recovery_copy")}</Button>
      </div>
      <p role="status" hidden={result === null}>
        {result && t(`security.recovery_${result}`)}
      </p>
    </>
  );
}
