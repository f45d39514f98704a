import type { ReactNode } from "react";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import type { SlotForm } from "./form";

export interface SectionProps {
  form: SlotForm;
  onChange: (change: Partial<SlotForm>) => void;
}

/** A collapsible part of the slot dialog. Its title is followed by a summary of its content. */
export function Section(props: { title: string; summary?: string; open?: boolean; children: ReactNode }) {
  const { title, summary, open = true, children } = props;
  return (
    <Accordion defaultExpanded={open} disableGutters variant="outlined" slotProps={{ heading: { component: "h3" } }}>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Box component="span" sx={{ fontWeight: 600, flexShrink: 0, mr: 2 }}>
          {title}
        </Box>
        {summary !== undefined && (
          <Box component="span" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
            {summary}
          </Box>
        )}
      </AccordionSummary>
      <AccordionDetails sx={{ display: "grid", gap: 1.5 }}>{children}</AccordionDetails>
    </Accordion>
  );
}
