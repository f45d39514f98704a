import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { LanguageSwitcher, Seal } from "@/console/frame";
import { useTitle } from "@/console/navigation";

interface Props {
  title: string;
  lead?: string;
  /** The text of the link to the diners' site. */
  diners?: string;
  children: ReactNode;
}

/** The frame of the pages before the console: sign-in and related pages. */
export function SignInFrame({ title, lead, diners, children }: Props) {
  useTitle(title);
  return (
    <Box sx={{ maxWidth: 440, mx: "auto", pt: { xs: 3, sm: 8 }, display: "grid", gap: 3 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <Seal />
        <Typography variant="h1">{title}</Typography>
      </Box>
      <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 } }}>
        {lead !== undefined && <Typography sx={{ mb: 3 }}>{lead}</Typography>}
        {children}
      </Paper>
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
        {diners === undefined ? <span /> : <Link href="/">{diners}</Link>}
        <LanguageSwitcher />
      </Box>
    </Box>
  );
}
