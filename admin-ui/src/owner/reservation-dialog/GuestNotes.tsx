import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { useQuery } from "@tanstack/react-query";
import { plainDate } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { Facts } from "@/console/ui";
import type { Fact } from "@/console/ui";
import { guestNotes } from "../customers/notes/guest-notes";

interface Props {
  uid: string;
  /** Shows only allergies, tags and dislikes. */
  isBrief?: boolean;
}

/** Shows the restaurant's notes about a guest: allergies first, then the last visit, no-shows and the memo. */
export function GuestNotes({ uid, isBrief = false }: Props) {
  const t = useT();
  const { data: guest } = useQuery(guestNotes(uid));
  if (!guest) return null;
  const { customer, allergy_description, dislikes, no_show_count, cancelled_count } = guest;
  const last = customer.last_visited_at;
  const needs: Fact[] = [[t("customer.dislikes"), dislikes]];
  return (
    <>
      {allergy_description !== "" && (
        <Alert severity="error">
          <strong>{t("customer.allergy")}</strong>
          <Box sx={{ whiteSpace: "pre-line" }}>{allergy_description}</Box>
        </Alert>
      )}
      {customer.tags.length > 0 && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }} role="group" aria-label={t("customer_form.tags")}>
          {customer.tags.map(({ tag, label }) => (
            <Chip key={tag} size="small" variant="outlined" label={label} />
          ))}
        </Box>
      )}
      <Facts
        facts={
          isBrief
            ? needs
            : [
                [t("customer.kana"), customer.kana.trim()],
                [t("customer.last_visit"), last === null ? t("customer.first_time") : plainDate(last)],
                [t("customer.no_shows"), no_show_count > 0 && t("customer.times", { count: no_show_count })],
                [t("customer.cancelled"), cancelled_count > 0 && t("customer.times", { count: cancelled_count })],
                ...needs,
                [t("customer.memo"), customer.internal_memo],
              ]
        }
      />
    </>
  );
}
