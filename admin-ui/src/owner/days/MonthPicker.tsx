import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import { Link, useNavigate } from "react-router";
import { useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { formatMonth } from "@seki/shared/civil-time";
import { neighbours } from "./month";

interface Props {
  /** YYYY-MM */
  month: string;
  months: string[];
  /** Returns the address of a month. */
  to: (month: string) => string;
}

/** Selects year and month, and opens the address of the chosen month (owner §2). */
export function MonthPicker({ month, months, to }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { locale } = useShell();
  const { previous, next } = neighbours(month, months);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
      <IconButton
        aria-label={t("days.previous_month")}
        disabled={previous === null}
        component={Link}
        to={to(previous ?? month)}
      >
        <ChevronLeftIcon />
      </IconButton>
      <TextField
        select
        size="small"
        value={month}
        onChange={(event) => void navigate(to(event.target.value))}
        slotProps={{ select: { native: true }, htmlInput: { "aria-label": t("days.month") } }}
      >
        {months.map((one) => (
          <option key={one} value={one}>
            {formatMonth(one, locale)}
          </option>
        ))}
      </TextField>
      <IconButton aria-label={t("days.next_month")} disabled={next === null} component={Link} to={to(next ?? month)}>
        <ChevronRightIcon />
      </IconButton>
    </Box>
  );
}
