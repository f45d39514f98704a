import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { joiner, listJoiner, plainDate } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";

/**
 * Shows a guest in a list of results: the name with its reading and the marks that staff must not miss, allergies in red, and
 * what distinguishes namesakes.
 */
export function GuestLine({ guest }: { guest: Schemas["CustomerHit"] }) {
  const t = useT();
  const name = guest.display_fullname || t("reservation_dialog.nameless");
  const facts = [
    guest.tags.map(({ label }) => label).join(joiner()),
    t("reservation_dialog.visits", { count: guest.visit_count }),
    guest.last_visited_at !== null && t("customer.hit.last_visit", { date: plainDate(guest.last_visited_at) }),
    withHyphens(guest.display_phone_number),
    guest.email ?? guest.invitation_email,
    guest.dislikes !== "" && t("customer.hit.dislikes", { text: inOneLine(guest.dislikes) }),
  ];
  return (
    <Box sx={{ minWidth: 0, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", overflowWrap: "anywhere" }}>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {guest.kana === "" ? name : t("customer.hit.name", { name, kana: guest.kana })}
        </Typography>
        <Chip size="small" variant="outlined" label={t(`reservation_dialog.type.${guest.type}`)} />
        {guest.label !== "" && <Chip size="small" label={guest.label} />}
        {guest.is_blacklisted && <Chip size="small" color="error" label={t("reservation_dialog.blacklisted")} />}
        {guest.no_show_count > 0 && (
          <Chip size="small" color="warning" label={t("calendar.no_shows", { count: guest.no_show_count })} />
        )}
      </Box>
      {guest.allergy_description !== "" && (
        <Typography variant="body2" sx={{ color: "error.dark", fontWeight: 700 }}>
          {t("customer.hit.allergies", { text: inOneLine(guest.allergy_description) })}
        </Typography>
      )}
      <Typography variant="body2" color="text.secondary">
        {facts.filter(Boolean).join(" / ")}
      </Typography>
      {guest.internal_memo !== "" && (
        <Typography variant="body2" color="text.secondary" noWrap>
          {t("customer.hit.memo", { text: inOneLine(guest.internal_memo) })}
        </Typography>
      )}
    </Box>
  );
}

function inOneLine(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join(listJoiner());
}
