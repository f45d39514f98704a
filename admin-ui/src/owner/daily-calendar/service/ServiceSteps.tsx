import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { send, useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { useChange } from "../../reservation-detail/forms/use-change";
import type { CalendarItem } from "../model/blocks";
import { STEPS, timeOf } from "./steps";
import type { ServiceInfo, ServiceState } from "./steps";

const ALL: readonly ServiceState[] = [...STEPS, "no_show"];

interface Props {
  item: CalendarItem;
  /** The visit's day has begun: before, nobody can have come. */
  hasBegun: boolean;
  /** A step is noted: the day is to be read again. */
  onDone: () => void;
}

/** How far a party's visit has come: one press goes to a step, a press on the step it is at takes it back. */
export function ServiceSteps({ item, hasBegun, onDone }: Props) {
  const t = useT();
  const { offer } = useUndo();
  const { change, isBusy, problem } = useChange(onDone);
  const mayWrite = useMayWrite("floor");
  const [noted, setNoted] = useState<{ of: ServiceInfo; now: ServiceInfo } | null>(null);
  // What was noted holds until the day is read again, so that a quick second press goes on from there.
  const service = noted?.of === item.service ? noted.now : item.service;
  const note = async (body: Noted) => {
    const path = { uid: item.uid };
    const answer = await send("PUT", "/owners/api/reservations/{uid}/service_state", { path, body });
    setNoted({ of: item.service, now: answer.data });
  };

  const goTo = (state: ServiceState) => {
    const wanted = state === service.state ? before(state) : state;
    const undo = async () => {
      const at = timeOf(service, service.state);
      await change(() => note({ state: service.state, from: wanted, at }).then(() => null));
    };
    void change(async () => {
      await note({ state: wanted, from: service.state, at: null });
      const step = wanted === null ? t("service.none") : t(`service.step.${wanted}`);
      offer({ message: t("service.noted", { name: item.title, step }), undo });
      return null;
    });
  };
  /** The step before, of those that are noted. */
  const before = (state: ServiceState): ServiceState | null =>
    state === "no_show" ? lastNoted(STEPS.length) : lastNoted(STEPS.indexOf(state));
  const lastNoted = (end: number): ServiceState | null =>
    STEPS.slice(0, end).findLast((step) => timeOf(service, step) !== null) ?? null;

  return (
    <Box role="group" aria-labelledby="service-title" sx={{ display: "grid", gap: 0.5 }}>
      <Typography variant="body2" id="service-title" color="text.secondary">
        {t("service.title")}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {ALL.map((state) => {
          const isAt = service.state === state;
          const time = timeOf(service, state);
          return (
            <Button
              key={state}
              size="small"
              variant={isAt ? "contained" : "outlined"}
              color={state === "no_show" ? "secondary" : "primary"}
              aria-pressed={isAt}
              disabled={isBusy || !mayWrite || !hasBegun}
              onClick={() => goTo(state)}
              sx={{ minHeight: 44, px: 1.25, display: "grid", lineHeight: 1.2 }}
            >
              <span>{t(`service.step.${state}`)}</span>{" "}
              {time !== null && (
                <Box component="span" sx={{ fontSize: 11, fontVariantNumeric: "tabular-nums" }}>
                  {time}
                </Box>
              )}
            </Button>
          );
        })}
      </Box>
      {!hasBegun && (
        <Typography variant="caption" color="text.secondary">
          {t("service.not_begun")}
        </Typography>
      )}
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
    </Box>
  );
}

interface Noted {
  state: ServiceState | null;
  /** What staff saw: somebody else may have been quicker. */
  from: ServiceState | null;
  /** HH:mm; null for now. */
  at: string | null;
}
