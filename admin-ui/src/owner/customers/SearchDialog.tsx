import { useId, useState } from "react";
import Box from "@mui/material/Box";
import DialogTitle from "@mui/material/DialogTitle";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useT } from "@/owner/i18n/use-t";
import { Dialog } from "@/console/ui";
import { ExactSearch } from "./ExactSearch";
import { PartialSearch } from "./PartialSearch";
import type { SearchProps } from "./PartialSearch";

/** Searches customers by partial matches and ranges, or by exactly an email address or phone number. */
export function SearchDialog({ filter, groups, onSearch, onClose }: SearchProps) {
  const t = useT();
  const id = useId();
  const [tab, setTab] = useState(filter.user_email !== "" || filter.phone_local_number !== "" ? 1 : 0);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t("customer_search.title")}</DialogTitle>
      <Tabs value={tab} onChange={(_, next: number) => setTab(next)} aria-labelledby={id} variant="fullWidth">
        <Tab label={t("customer_search.partial")} id={`${id}-tab-0`} aria-controls={`${id}-panel`} />
        <Tab label={t("customer_search.exact")} id={`${id}-tab-1`} aria-controls={`${id}-panel`} />
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${tab}`}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0 }}
      >
        {tab === 0 ? (
          <PartialSearch filter={filter} groups={groups} onSearch={onSearch} onClose={onClose} />
        ) : (
          <ExactSearch filter={filter} onSearch={onSearch} onClose={onClose} />
        )}
      </Box>
    </Dialog>
  );
}
