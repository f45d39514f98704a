import type { ReactNode } from "react";
import Box from "@mui/material/Box";

export type Fact = readonly [label: string, value: ReactNode];

/** Names and values, one below the other. Facts without a value are omitted. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false);
  return (
    <Box
      component="dl"
      sx={{
        display: "grid",
        gridTemplateColumns: "minmax(6.5rem, max-content) minmax(0, 1fr)",
        columnGap: 2,
        rowGap: 1,
        m: 0,
        fontSize: "0.9rem",
        "& dt": { color: "text.secondary" },
        "& dd": { m: 0, overflowWrap: "anywhere", whiteSpace: "pre-line" },
      }}
    >
      {known.map(([label, value]) => (
        <Box key={label} sx={{ display: "contents" }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}
