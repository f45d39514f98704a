import { useId, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { ApiError, problemMessage, send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { Dialog, useDialogGuard, useWrite } from "@/console/ui";
import { useSlug } from "@/admin/navigation";
import { KINDS, canSave, currentRound, customBody, draftOf, periodicBody, planOf, shownOf } from "./model/plan";
import type { Draft, Plan } from "./model/plan";
import { Choice } from "./Choice";
import { CustomEditor } from "./CustomEditor";
import { PeriodicEditor } from "./PeriodicEditor";
import { PreviewPane } from "./PreviewPane";
import { usePreview } from "./use-preview";
import { groupText } from "./words";

export interface Owner {
  customer_group_uid: string | null;
  is_preferred: boolean;
}

interface Props {
  owner: Owner;
  groups: Schemas["RoundPlanGroup"][];
  plans: Plan[];
  today: string;
  now: string;
  onClose: () => void;
  onSaved: () => void;
}

/** The editor of a plan of any kind, next to the preview of its effect. */
export function PlanDialog({ owner, groups, plans, today, now, onClose, onSaved }: Props) {
  const t = useT();
  const id = useId();
  const slug = useSlug();
  const { close, touch } = useDialogGuard(onClose);
  const isPhone = useMediaQuery("(max-width: 899px)", { noSsr: true });
  const [{ draft: stored, isBroken }] = useState(() =>
    draftOf(owner, planOf(plans, owner.customer_group_uid, owner.is_preferred)),
  );
  const [draft, setDraft] = useState(stored);
  const saving = useWrite({
    words: (error) => {
      const reason = error instanceof ApiError ? problemMessage(error.problem) : t("console.network_error");
      return [t("console.modal_failed"), reason].filter(Boolean).join(" ");
    },
  });
  const seen = usePreview(slug, draft);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const current = currentRound(planOf(plans, draft.customer_group_uid || null, draft.is_preferred));

  const save = () =>
    saving.write(async () => {
      await post(slug, draft, shownOf(planOf(plans, draft.customer_group_uid || null, draft.is_preferred)));
      onSaved();
    });

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="lg"
      aria-labelledby={id}
      onClose={saving.busy ? undefined : close}
      onChange={touch}
    >
      <DialogTitle id={id}>{t("rounds.editor_title")}</DialogTitle>
      <DialogContent
        sx={{
          display: "grid",
          gap: 4,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "3fr 2fr" },
          alignItems: "start",
        }}
      >
        <Box sx={{ display: "grid", gap: 2, pt: 1 }}>
          <OwnerFields draft={draft} groups={groups} onChange={change} />
          <FormControl>
            <FormLabel id={`${id}kind`}>{t("rounds.kind_label")}</FormLabel>
            <RadioGroup row aria-labelledby={`${id}kind`} value={draft.kind}>
              {KINDS.map((kind) => (
                <FormControlLabel
                  key={kind}
                  value={kind}
                  control={<Radio onChange={() => change({ kind })} />}
                  label={t(`rounds.kind.${kind}`)}
                />
              ))}
            </RadioGroup>
          </FormControl>
          <Typography color="text.secondary">{t(`rounds.kind_hint.${draft.kind}`)}</Typography>
          {draft.kind === "custom" && (
            <CustomEditor rounds={draft.rounds} today={today} now={now} onChange={(rounds) => change({ rounds })} />
          )}
          {draft.kind === "periodic" && (
            <PeriodicEditor
              draft={draft}
              currentTill={current?.online_reservable_till ?? null}
              isBroken={isBroken}
              onChange={change}
            />
          )}
        </Box>
        <PreviewPane {...seen} isPreferred={draft.is_preferred} />
      </DialogContent>
      {saving.problem !== null && (
        <Alert severity="error" sx={{ mx: 3 }}>
          {saving.problem}
        </Alert>
      )}
      <DialogActions>
        <Button onClick={onClose} disabled={saving.busy}>
          {t("console.cancel")}
        </Button>
        <Button variant="contained" loading={saving.busy} disabled={!canSave(draft)} onClick={() => void save()}>
          {t("console.save")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface OwnerFieldsProps {
  draft: Draft;
  groups: Schemas["RoundPlanGroup"][];
  onChange: (change: Partial<Draft>) => void;
}

function OwnerFields({ draft, groups, onChange }: OwnerFieldsProps) {
  const t = useT();
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Choice
        label={t("rounds.group")}
        value={draft.customer_group_uid}
        choices={groups.map(({ customer_group_uid: uid, label }) => [uid ?? "", groupText(label, t)] as const)}
        onChange={(customer_group_uid) => onChange({ customer_group_uid })}
      />
      <FormControlLabel
        control={<Checkbox checked={draft.is_preferred} onChange={(_, on) => onChange({ is_preferred: on })} />}
        label={t("rounds.is_preferred")}
      />
    </Box>
  );
}

/** Each kind has a separate call (admin §7). */
function post(slug: string, draft: Draft, expected: Schemas["Expected"]): Promise<Schemas["PlanSaved"]> {
  const path = { slug };
  const { customer_group_uid, is_preferred } = draft;
  const body = { customer_group_uid, is_preferred, expected };
  if (draft.kind === "custom") {
    return send("POST", "/admin/api/r/{slug}/custom_reservation_round_plans", {
      path,
      body: { ...customBody(draft), expected },
    });
  }
  if (draft.kind === "periodic") {
    return send("POST", "/admin/api/r/{slug}/periodic_reservation_round_plans", {
      path,
      body: { ...periodicBody(draft), expected },
    });
  }
  if (draft.kind === "never") return send("POST", "/admin/api/r/{slug}/never_reservation_round_plans", { path, body });
  return send("POST", "/admin/api/r/{slug}/forever_reservation_round_plans", { path, body });
}
