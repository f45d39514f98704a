import { useState } from "react";
import { ApiError, send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useWrite, modalErrorText } from "@/console/ui";
import type { SeatRow } from "../../daily-calendar/model/geometry";
import { allArranged, isSamePlan } from "../model/draft";
import { placedOf, placedTable } from "../model/plan";
import type { Table } from "../model/plan";

type Plan = Schemas["FloorPlan"];

interface Draft {
  /** The plan from which the draft started. Saving sends its version. */
  plan: Plan;
  tables: readonly Table[];
  past: readonly (readonly Table[])[];
}

/** Returns the draft of a plan. A plan without a saved version starts with the first layout. */
function draftOf(rows: readonly SeatRow[], plan: Plan): Draft {
  const tables = plan.version === 0 ? allArranged(rows) : placedOf(rows, plan.tables);
  return { plan, tables, past: [] };
}

/** Holds the edited plan with its undo steps until it is saved. */
export function usePlanDraft(rows: readonly SeatRow[], plan: Plan, onSaved: (plan: Plan) => void) {
  const t = useT();
  const [draft, setDraft] = useState(() => draftOf(rows, plan));
  const { busy: isBusy, problem, error, write } = useWrite({ words: (refused) => modalErrorText(refused, t) });
  // Another user has saved meanwhile: the server has a newer version.
  const isStale = error instanceof ApiError && error.status === 409;
  const { tables, past } = draft;

  const change = (next: readonly Table[]) => setDraft({ ...draft, tables: next, past: [...past, tables] });
  const back = () => setDraft({ ...draft, tables: past.at(-1) ?? tables, past: past.slice(0, -1) });
  const save = () =>
    write(async () => {
      const body = { version: draft.plan.version, tables: tables.map(placedTable) };
      const { data } = await send("PUT", "/owners/api/floor_plan", { body });
      showFlash({ kind: "notice", message: t("floor_plan.saved"), sticky: false });
      onSaved(data);
    });
  /** Restarts from the version that another user saved. */
  const takeLatest = () =>
    write(async () => {
      const { data } = await send("GET", "/owners/api/floor_plan");
      setDraft(draftOf(rows, data));
    });
  const isChanged = !isSamePlan(tables, placedOf(rows, draft.plan.tables));
  return { tables, change, back, mayGoBack: past.length > 0, isChanged, isBusy, problem, isStale, save, takeLatest };
}
