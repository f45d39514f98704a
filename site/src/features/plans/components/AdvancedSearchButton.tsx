import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Choice, FacilityChoice } from "@/api";
import { Button, lazyPart } from "@/ui";

const AdvancedSearchDialog = lazyPart(async () => (await import("./AdvancedSearchDialog")).default);

interface Props {
  areas: Choice[];
  cuisines: Choice[];
  facilities: FacilityChoice[];
}

/** The button that opens the advanced search (diner §2). */
export function AdvancedSearchButton(choices: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  return (
    <>
      <Button onClick={() => setState("open")}>{t("plans.search.open")}</Button>
      {/* The dialog stays mounted after its first opening, because a closing dialog returns the focus. */}
      {state !== "unused" && (
        <AdvancedSearchDialog {...choices} open={state === "open"} onClose={() => setState("closed")} />
      )}
    </>
  );
}
