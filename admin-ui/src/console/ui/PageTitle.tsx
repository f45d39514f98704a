import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTitle } from "@/console/navigation";

/** A page's only `h1`, its part of the document's title, and the actions of the whole page. */
export function PageTitle({ title, actions }: { title: string; actions?: ReactNode }) {
  useTitle(title);
  return (
    <Box
      component="header"
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", justifyContent: "space-between", mb: 2 }}
    >
      <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {title}
      </Typography>
      {actions !== undefined && <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>{actions}</Box>}
    </Box>
  );
}
