import { useId, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useLoaderData, useRevalidator } from "react-router";
import { showFlash, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { Facts, PageTitle } from "@/console/ui";
import { draftOf, planOf } from "./model/plan";
import type { Plan } from "./model/plan";
import { linesOf } from "./model/rules";
import { PlanDialog } from "./PlanDialog";
import type { Owner } from "./PlanDialog";
import { groupText, lineText, roundText, startText, tillText } from "./words";

/** Number of a plan's rounds that are listed; the rest is counted. */
const SHOWN_ROUNDS = 3;

/** The booking window of each customer group, and the plan that sets it (admin §2). */
export default function AdminRoundPlansPage() {
  const t = useT();
  const { groups, plans, oddities, today } = usePageData<"admin_round_plans">();
  const { now } = useLoaderData<{ now: string }>();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Owner | null>(null);
  const onSaved = () => {
    setEdited(null);
    showFlash({ kind: "notice", message: t("rounds.saved"), sticky: false });
    void revalidate();
  };
  const section = (isPreferred: boolean) => (
    <Section isPreferred={isPreferred} groups={groups} plans={plans} onEdit={setEdited} />
  );
  return (
    <>
      <PageTitle title={t("rounds.title")} />
      <Typography sx={{ mb: 2, maxWidth: 760 }}>{t("rounds.lead")}</Typography>
      {oddities.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2, maxWidth: 760 }}>
          {t("rounds.oddities")}
          <Box component="ul" sx={{ m: 0, pl: 3 }}>
            {oddities.map(({ code, message }, index) => (
              <li key={`${code} ${index}`}>{message}</li>
            ))}
          </Box>
        </Alert>
      )}
      {section(false)}
      {section(true)}
      {edited !== null && (
        <PlanDialog
          owner={edited}
          groups={groups}
          plans={plans}
          today={today}
          now={`${now.slice(0, 10)} ${now.slice(11, 19)}`}
          onClose={() => setEdited(null)}
          onSaved={onSaved}
        />
      )}
    </>
  );
}

interface SectionProps {
  isPreferred: boolean;
  groups: Schemas["RoundPlanGroup"][];
  plans: Plan[];
  onEdit: (owner: Owner) => void;
}

function Section({ isPreferred, groups, plans, onEdit }: SectionProps) {
  const t = useT();
  const id = useId();
  const name = t(isPreferred ? "rounds.preferred" : "rounds.regular");
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 4 }}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {name}
      </Typography>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 22rem), 1fr))" }}>
        {groups.map((group) => (
          <GroupCard
            key={group.customer_group_uid}
            group={group}
            plan={planOf(plans, group.customer_group_uid, isPreferred)}
            isPreferred={isPreferred}
            sectionName={name}
            onEdit={() => onEdit({ customer_group_uid: group.customer_group_uid, is_preferred: isPreferred })}
          />
        ))}
      </Box>
    </Box>
  );
}

interface CardProps {
  group: Schemas["RoundPlanGroup"];
  plan: Plan | undefined;
  isPreferred: boolean;
  sectionName: string;
  onEdit: () => void;
}

function GroupCard({ group, plan, isPreferred, sectionName, onEdit }: CardProps) {
  const t = useT();
  const { locale } = useShell();
  const label = groupText(group.label, t);
  const missing = isPreferred ? "rounds.no_preferred" : group.label === "" ? "rounds.none" : "rounds.inherited";
  return (
    <Paper
      variant="outlined"
      component="article"
      aria-label={label}
      sx={{ p: 2, display: "grid", gap: 1.5, alignContent: "start" }}
    >
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", justifyContent: "space-between", flexWrap: "wrap" }}>
        <Typography variant="h3">{label}</Typography>
        <Button
          variant="outlined"
          size="small"
          onClick={onEdit}
          aria-label={t(plan ? "rounds.change_of" : "rounds.set_of", { group: label, name: sectionName })}
        >
          {t(plan ? "rounds.change" : "rounds.set")}
        </Button>
      </Box>
      {plan ? (
        <Chip size="small" label={t(`rounds.kind.${plan.kind}`)} sx={{ justifySelf: "start" }} />
      ) : (
        <Typography color="text.secondary">{t(missing)}</Typography>
      )}
      {!isPreferred && (
        <Facts
          facts={[
            [t("rounds.till"), tillText(group.reservable_till, locale, t)],
            [t("rounds.next"), group.next_opening && startText(group.next_opening, locale)],
          ]}
        />
      )}
      {plan && <Contents plan={plan} />}
    </Paper>
  );
}

/** The rules and the rounds of a plan. */
function Contents({ plan }: { plan: Plan }) {
  const t = useT();
  const { locale } = useShell();
  const { draft } = draftOf(plan, plan);
  const rounds = plan.reservation_rounds;
  const rest = rounds.length - SHOWN_ROUNDS;
  return (
    <>
      {draft.rules.length > 0 && (
        <Facts
          facts={[
            [
              t("rounds.rules"),
              linesOf(draft.rules)
                .map((line) => lineText(line, locale, t))
                .join("\n"),
            ],
            [t("rounds.months"), t("rounds.nth_months", { count: draft.open_for_months })],
            [t("rounds.upto_label"), t(`rounds.upto.${draft.open_upto_mode}`)],
          ]}
        />
      )}
      {rounds.length > 0 && (
        <Box component="ul" aria-label={t("rounds.planned")} sx={{ m: 0, pl: 2.5, fontSize: "0.85rem" }}>
          {rounds.slice(0, SHOWN_ROUNDS).map((round) => (
            <li key={round.effective_at}>
              {roundText(round, locale, t)} {round.is_effective && <strong>{t("rounds.effective")}</strong>}
            </li>
          ))}
          {rest > 0 && <li>{t("rounds.more", { count: rest })}</li>}
        </Box>
      )}
    </>
  );
}
