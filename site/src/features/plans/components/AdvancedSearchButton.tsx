import { Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Choice, FacilityChoice } from "@/api";
import { Button } from "@/ui";

const AdvancedSearchDialog = lazy(() => import("./AdvancedSearchDialog"));

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
        <Suspense fallback={null}>
          <AdvancedSearchDialog {...choices} open={state === "open"} onClose={() => setState("closed")} />
        </Suspense>
      )}
    </>
  );
}
