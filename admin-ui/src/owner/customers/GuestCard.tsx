import { useState } from "react";
import type { ReactNode } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { plainDate, yen } from "@/console/i18n/page-language";
import { send, showFlash } from "@/owner/api";
import type { PageData } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { PhoneLink } from "../phone/PhoneLink";
import { Facts, useNoticedWrite, usePrefecture } from "@/console/ui";
import { CustomerMarks } from "./CustomerMarks";
import { GroupSelect } from "./GroupSelect";
import { Writers } from "../rights";

interface Props {
  data: PageData["owner_customer"];
  onChanged: () => Promise<void>;
}

/** Shows a guest at a glance: visits, no-shows, allergies, contact details, and the restaurant's notes. */
export function GuestCard({ data, onChanged }: Props) {
  const t = useT();
  const prefecture = usePrefecture();
  const { customer, upcoming_count, cancelled_count, no_show_count, spent, allergy_description, dislikes } = data;
  const times = (count: number) => t("customer.times", { count });
  const last = customer.last_visited_at;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t("customer.card")}
      sx={{ p: 2, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}
    >
      <CustomerMarks customer={customer} />
      {customer.is_blacklisted && <Alert severity="error">{t("customer.blacklisted")}</Alert>}
      <Box
        component="dl"
        sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, minmax(0, 1fr))" }, gap: 1, m: 0 }}
      >
        <Figure label={t("customer.visits")}>{times(customer.visit_count)}</Figure>
        <Figure label={t("customer.upcoming")}>{times(upcoming_count)}</Figure>
        <Figure label={t("customer.cancelled")}>{times(cancelled_count)}</Figure>
        <Figure label={t("customer.no_shows")} alarming={no_show_count > 0}>
          {times(no_show_count)}
        </Figure>
        <Figure label={t("customer.spent")} whole>
          {yen(spent)}
        </Figure>
      </Box>
      {allergy_description !== "" && (
        <Alert severity="error">
          <strong>{t("customer.allergy")}</strong>
          <Box sx={{ whiteSpace: "pre-line", color: "error.dark", fontWeight: 600 }}>{allergy_description}</Box>
        </Alert>
      )}
      <Facts
        facts={[
          [t("customer.dislikes"), dislikes],
          [t("customer.last_visit"), last === null ? t("customer.first_time") : plainDate(last)],
          [t("customer.kana"), customer.kana.trim()],
          [t("customer.nickname"), customer.nickname === customer.display_fullname ? "" : customer.nickname],
          [
            t("customer.phone"),
            customer.display_phone_number !== "" && <PhoneLink key="phone" number={customer.display_phone_number} />,
          ],
          [t("customer.further_phones"), customer.further_phone_numbers.map(withHyphens).join(" / ")],
          [t("customer.email"), customer.email],
          [t("customer.invitation_email"), customer.invitation_email],
          [t("customer.further_emails"), customer.further_emails.join(" / ")],
          [t("customer.prefecture"), customer.prefecture === "overseas" ? "" : prefecture(customer.prefecture)],
          [t("customer.grade"), customer.premium_grade],
          [
            t("customer.announcements"),
            customer.type === "OnlineCustomer" &&
              t(data.receives_announcements ? "customer.subscribed" : "customer.unsubscribed"),
          ],
          [
            t("customer.standby"),
            data.notifications &&
              t(data.notifications.subscribe_to_standby ? "customer.subscribed" : "customer.unsubscribed"),
          ],
          [
            t("customer.premium_calendar"),
            data.notifications &&
              t(data.notifications.show_in_premium_calendar ? "customer.shown" : "customer.not_shown"),
          ],
          [t("customer.receipt_title"), customer.receipt_title],
          [t("customer.memo"), customer.internal_memo],
          [t("customer.since"), plainDate(customer.created_at)],
        ]}
      />
      <GroupForm key={customer.customer_group_id} data={data} onChanged={onChanged} />
    </Paper>
  );
}

interface FigureProps {
  label: string;
  alarming?: boolean;
  /** Whether the field takes the full width. */
  whole?: boolean;
  children: ReactNode;
}

function Figure({ label, alarming = false, whole = false, children }: FigureProps) {
  return (
    <Box
      sx={{
        gridColumn: whole ? "1 / -1" : undefined,
        display: "flex",
        flexDirection: "column-reverse",
        justifyContent: "flex-end",
        textAlign: "center",
        bgcolor: "background.default",
        px: 0.25,
        py: 1,
      }}
    >
      <Typography component="dt" color="text.secondary" sx={{ fontSize: "0.75rem" }}>
        {label}
      </Typography>
      <Typography
        component="dd"
        sx={{ m: 0, fontWeight: 700, fontSize: "1.1rem" }}
        color={alarming ? "error.main" : "text.primary"}
      >
        {children}
      </Typography>
    </Box>
  );
}

/** Changes the group without the whole form. */
function GroupForm({ data, onChanged }: Props) {
  const t = useT();
  const { customer, groups } = data;
  const [group, setGroup] = useState(customer.customer_group_id);
  const { busy, write } = useNoticedWrite({ words: () => t("customer.group_failed") });
  const save = () =>
    write(async () => {
      const { message } = await send("PATCH", "/owners/api/customers/{uid}", {
        path: { uid: customer.uid },
        body: { customer: { customer_group_id: group } },
      });
      showFlash({ kind: "notice", message, sticky: false });
      await onChanged();
    });
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
      <GroupSelect label={t("customer.group")} groups={groups} value={group} onChange={setGroup} />
      <Writers of="floor">
        <Button
          variant="outlined"
          loading={busy}
          disabled={group === customer.customer_group_id}
          onClick={() => void save()}
        >
          {t("customer.group_save")}
        </Button>
      </Writers>
    </Box>
  );
}
