import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTitle } from "@/console/navigation";

/** A page's one `h1`, its place in the document's title, and what can be done with the page as a whole. */
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
