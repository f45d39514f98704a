import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useNavigate, useSearchParams } from "react-router";
import { plainDate, yen } from "@/console/i18n/page-language";
import { PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { InvoiceList } from "./InvoiceList";
import { useMonthName } from "./use-month-name";

/** Lists the restaurant's charge invoices by month. */
export default function OwnerChargeInvoicesPage() {
  const t = useT();
  const named = useMonthName();
  const navigate = useNavigate();
  const { data } = usePage<"owner_charge_invoices">();
  const { invoices, months, total, registration_number, tax_percent } = data;
  const selected = useSearchParams()[0].get("selected_month") ?? "";
  return (
    <>
      <PageTitle title={t("invoices.title")} />
      <TextField
        select
        size="small"
        label={t("invoices.period")}
        value={selected}
        onChange={(event) => void navigate(`${paths.invoices}?selected_month=${event.target.value}`)}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ mb: 2, minWidth: 200 }}
      >
        <option value="">{t("invoices.all")}</option>
        {months.map((month) => (
          <option key={month} value={month}>
            {named(month)}
          </option>
        ))}
        {selected !== "" && !months.includes(selected) && <option value={selected}>{named(selected)}</option>}
      </TextField>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {t("invoices.rate", { percent: tax_percent })}
        {registration_number !== "" && ` ${t("invoices.registration_number", { number: registration_number })}`}
      </Typography>
      <InvoiceList month={selected} first={{ data: invoices, total }} />
      {data.lost_disputes.length > 0 && <LostDisputes disputes={data.lost_disputes} />}
      {data.adjustments.length > 0 && <Adjustments adjustments={data.adjustments} />}
    </>
  );
}

/** Payments that banks returned to cardholders, and who bears the loss. */
function LostDisputes({ disputes }: { disputes: readonly Schemas["LostDispute"][] }) {
  const t = useT();
  return (
    <Box component="section" sx={{ mt: 4, display: "grid", gap: 2 }}>
      <Typography variant="h2">{t("invoices.lost.title")}</Typography>
      <Typography color="text.secondary">{t("invoices.lost.lead")}</Typography>
      <RowTable
        isNamed
        below="md"
        label={t("invoices.lost.title")}
        rows={disputes.map((dispute, place) => ({ ...dispute, place }))}
        keyOf={({ place }) => place}
        empty={t("invoices.none")}
        columns={[
          { label: t("invoices.lost.reservation"), cell: ({ reservation_code: code }) => code, isWhole: true },
          { label: t("invoices.lost.payment"), cell: ({ payment_label: label }) => label },
          {
            label: t("resources.restaurant_charge_invoices.fields.amount"),
            cell: ({ amount }) => yen(amount),
            align: "right",
            isWhole: true,
          },
          { label: t("invoices.lost.reason"), cell: ({ reason_label: label }) => label },
          { label: t("invoices.lost.borne_by"), cell: ({ borne_by: bearer }) => t(`invoices.lost.bearer.${bearer}`) },
          {
            label: t("invoices.lost.closed"),
            cell: ({ closed_at: at }) => at !== null && plainDate(at),
            isWhole: true,
          },
        ]}
      />
    </Box>
  );
}

/** Refunds and corrections that the platform made manually, and who bears or receives them. */
function Adjustments({ adjustments }: { adjustments: readonly Schemas["OwnerAdjustment"][] }) {
  const t = useT();
  return (
    <Box component="section" sx={{ mt: 4, display: "grid", gap: 2 }}>
      <Typography variant="h2">{t("invoices.adjusted.title")}</Typography>
      <Typography color="text.secondary">{t("invoices.adjusted.lead")}</Typography>
      <RowTable
        isNamed
        below="md"
        label={t("invoices.adjusted.title")}
        rows={adjustments.map((adjustment, place) => ({ ...adjustment, place }))}
        keyOf={({ place }) => place}
        empty={t("invoices.none")}
        columns={[
          { label: t("invoices.adjusted.kind"), cell: ({ kind }) => t(`invoices.adjusted.kinds.${kind}`) },
          { label: t("invoices.lost.reservation"), cell: ({ reservation_code: code }) => code, isWhole: true },
          { label: t("invoices.lost.payment"), cell: ({ payment_label: label }) => label },
          {
            label: t("resources.restaurant_charge_invoices.fields.amount"),
            cell: ({ amount }) => yen(amount),
            align: "right",
            isWhole: true,
          },
          { label: t("invoices.lost.reason"), cell: ({ reason }) => reason },
          {
            label: t("invoices.adjusted.borne_by"),
            cell: ({ borne_by: side }) => t(`invoices.adjusted.bearer.${side}`),
          },
          {
            label: t("invoices.adjusted.finished"),
            cell: ({ finished_at: at }) => at !== null && plainDate(at),
            isWhole: true,
          },
        ]}
      />
    </Box>
  );
}
