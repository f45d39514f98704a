import type { Schemas } from "@/admin/api";
import type { Round } from "./rounds";
import { BrokenRule, posted, ruleOf } from "./rules";
import type { Rule } from "./rules";

export type Plan = Schemas["RoundPlan"];
export type Kind = Schemas["PlanKind"];
export const KINDS: Kind[] = ["custom", "periodic", "never", "forever"];

/** An edited plan. It has the fields of every kind, so changing the kind loses nothing. */
export interface Draft {
  /** Empty for diners without a group. */
  customer_group_uid: string;
  is_preferred: boolean;
  kind: Kind;
  rounds: Round[];
  rules: Rule[];
  open_for_months: number;
  open_upto_mode: Schemas["OpenUptoMode"];
  open_immediate: boolean;
}

/** Initial values of a new plan: no rounds or rules, and the last past opening takes effect. */
const FRESH = {
  rounds: [],
  rules: [],
  open_for_months: 1,
  open_upto_mode: "end_of_month",
  open_immediate: true,
} as const;

/** Returns the draft of an owner's plan. `isBroken` means that its rules cannot be read and must be entered again. */
export function draftOf(
  owner: { customer_group_uid: string | null; is_preferred: boolean },
  plan: Plan | undefined,
): { draft: Draft; isBroken: boolean } {
  const named = { customer_group_uid: owner.customer_group_uid ?? "", is_preferred: owner.is_preferred };
  if (plan === undefined)
    return { draft: { ...named, kind: "custom", ...FRESH, rounds: [], rules: [] }, isBroken: false };
  const { rules, isBroken } = rulesOfPlan(plan);
  const draft: Draft = {
    ...named,
    kind: plan.kind,
    rounds: plan.kind === "custom" ? plan.reservation_rounds.map(roundOf) : [],
    rules,
    open_for_months: plan.open_for_months ?? FRESH.open_for_months,
    open_upto_mode: plan.open_upto_mode ?? FRESH.open_upto_mode,
    open_immediate: plan.kind === "periodic" ? plan.open_immediate : FRESH.open_immediate,
  };
  return { draft, isBroken };
}

function rulesOfPlan({ rrules }: Plan): { rules: Rule[]; isBroken: boolean } {
  try {
    return { rules: rrules.map(ruleOf), isBroken: false };
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    return { rules: [], isBroken: true };
  }
}

function roundOf({ key, effective_at, online_reservable_till }: Schemas["AdminRound"]): Round {
  return { key, effective_at, online_reservable_till };
}

/** Reports whether the draft can be saved: its list is not empty (admin §5). */
export function canSave({ kind, rounds, rules }: Draft): boolean {
  if (kind === "custom") return rounds.length > 0;
  return kind !== "periodic" || rules.length > 0;
}

type OwnerBody = Pick<Draft, "customer_group_uid" | "is_preferred">;

function ownerOf({ customer_group_uid, is_preferred }: Draft): OwnerBody {
  return { customer_group_uid, is_preferred };
}

export function customBody(draft: Draft): Schemas["CustomPlanBody"] {
  const reservation_rounds = draft.rounds.map(({ key, ...round }) => (key === null ? round : { ...round, key }));
  return { ...ownerOf(draft), reservation_rounds };
}

export function periodicBody(draft: Draft): Schemas["PeriodicPlanBody"] {
  const { open_for_months, open_upto_mode, open_immediate } = draft;
  const open_schedule_rules = draft.rules.map(posted);
  return { ...ownerOf(draft), open_schedule_rules, open_for_months, open_upto_mode, open_immediate };
}

/** Returns the body to post: the fields of the draft's kind, and the plan's owner. */
export function bodyOf(draft: Draft): Schemas["CustomPlanBody"] | Schemas["PeriodicPlanBody"] | OwnerBody {
  if (draft.kind === "custom") return customBody(draft);
  return draft.kind === "periodic" ? periodicBody(draft) : ownerOf(draft);
}

export function planOf(plans: Plan[], group: string | null, isPreferred: boolean): Plan | undefined {
  return plans.find((plan) => plan.customer_group_uid === group && plan.is_preferred === isPreferred);
}

/** Returns the fields of a plan that the editor shows: the server rejects a save if another admin has changed them. */
export function shownOf(plan: Plan | undefined): Schemas["Expected"] {
  if (plan === undefined) return { kind: null };
  const { kind, rrules, open_for_months, open_upto_mode, open_immediate } = plan;
  const rounds = kind === "custom" ? plan.reservation_rounds : [];
  const reservation_rounds = rounds.map(({ effective_at, online_reservable_till }) => ({
    effective_at,
    online_reservable_till,
  }));
  return { kind, rrules, open_for_months, open_upto_mode, open_immediate, reservation_rounds };
}

/** Returns the current round of a periodic plan, which reaches furthest. */
export function currentRound(plan: Plan | undefined): Schemas["AdminRound"] | undefined {
  const inEffect = plan?.kind === "periodic" ? plan.reservation_rounds.filter(({ is_effective }) => is_effective) : [];
  return inEffect.toSorted((a, b) => b.online_reservable_till.localeCompare(a.online_reservable_till))[0];
}
