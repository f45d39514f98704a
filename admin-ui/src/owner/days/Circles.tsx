import Box from "@mui/material/Box";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** Shows a circle for each planned slot. Red circles are covered by reservations and web slots. */
export function Circles({ mark }: { mark: Schemas["OperationMark"] }) {
  const t = useT();
  const { inventory_group_short_label: group, from, till, promised, filled } = mark;
  return (
    <Box
      role="img"
      aria-label={t("days.marks", { group, from, till, promised, filled })}
      sx={{ display: "flex", flexWrap: "wrap", gap: "3px", alignItems: "center" }}
    >
      {Array.from({ length: promised }, (_, index) => (
        <Box
          key={index}
          component="span"
          sx={{
            width: 10,
            height: 10,
            borderRadius: "50%",
            border: 1.5,
            borderColor: index < filled ? "secondary.main" : "text.secondary",
            bgcolor: index < filled ? "secondary.main" : "transparent",
            "@media (forced-colors: active)": {
              borderColor: "CanvasText",
              bgcolor: index < filled ? "CanvasText" : "Canvas",
            },
          }}
        />
      ))}
    </Box>
  );
}
