import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useT } from "@/owner/i18n/use-t";
import { unsentKey } from "../grid/labels";
import type { CalendarItem } from "../model/blocks";
import { STEPS, timeOf } from "./steps";
import type { ServiceState } from "./steps";
import { useService } from "./use-service";

const ALL: readonly ServiceState[] = [...STEPS, "no_show"];

interface Props {
  item: CalendarItem;
  /** Whether the visit's day has begun. No party can have come before. */
  hasBegun: boolean;
  /** Called after a step was recorded. The day must be read again. */
  onDone: () => void;
}

/** Shows the steps of a visit. A press goes to a step, a press on the current step goes back. */
export function ServiceSteps({ item, hasBegun, onDone }: Props) {
  const t = useT();
  const { service, button, problem } = useService(item, hasBegun, onDone);
  const unsent = unsentKey(item);

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
              {...button(state)}
              // The distance prevents a slip of the thumb from marking a party that has left as a no-show.
              sx={{ minHeight: 44, px: 1.25, display: "grid", lineHeight: 1.2, ml: state === "no_show" ? "auto" : 0 }}
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
      {unsent !== null && (
        <Typography variant="caption" color="warning.main" sx={{ fontWeight: 700 }}>
          {t(unsent)}
        </Typography>
      )}
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
