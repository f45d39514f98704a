import Box from "@mui/material/Box";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** Shows a circle for each planned slot. Red circles are covered by reservations and web slots. */
export function Circles({ mark }: { mark: Schemas["OperationMark"] }) {
  const t = useT();
  const { inventory_group_short_label: group, from, till, promised, filled } = mark;
  const label = t("days.marks", { group, from, till, promised, filled });
  return (
    <Box
      role="img"
      aria-label={label}
      title={label}
      sx={{ display: "flex", flexWrap: "wrap", gap: "3px", alignItems: "center" }}
    >
      {Array.from({ length: promised }, (_, index) => (
        <Circle key={index} isFilled={index < filled} />
      ))}
    </Box>
  );
}

/** Explains the circles. */
export function CircleLegend() {
  const t = useT();
  return (
    <Box
      component="ul"
      aria-label={t("days.circles.title")}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        columnGap: 1.5,
        listStyle: "none",
        p: 0,
        m: 0,
        fontSize: "0.8rem",
        color: "text.secondary",
        displayPrint: "none",
        "& li": { display: "flex", alignItems: "center", gap: 0.5 },
      }}
    >
      <li>
        <Circle isFilled />
        {t("days.circles.filled")}
      </li>
      <li>
        <Circle isFilled={false} />
        {t("days.circles.open")}
      </li>
    </Box>
  );
}

function Circle({ isFilled }: { isFilled: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flexShrink: 0,
        width: 10,
        height: 10,
        borderRadius: "50%",
        border: 1.5,
        borderColor: isFilled ? "secondary.main" : "text.secondary",
        bgcolor: isFilled ? "secondary.main" : "transparent",
        "@media (forced-colors: active)": {
          borderColor: "CanvasText",
          bgcolor: isFilled ? "CanvasText" : "Canvas",
        },
      }}
    />
  );
}
