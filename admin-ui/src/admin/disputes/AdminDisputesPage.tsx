import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { Link } from "react-router";
import type { Schemas } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { Deadline } from "./Deadline";

type Dispute = Schemas["AdminDispute"];

const STATES = ["open", "closed", "all"] as const;

/** Disputed payments: unanswered disputes first, by deadline. */
export default function AdminDisputesPage() {
  const t = useT();
  const instant = useInstant();
  const { state, disputes } = usePageData<"admin_disputes">();
  return (
    <>
      <PageTitle title={t("disputes.title")} />
      <Box role="group" aria-label={t("disputes.show")} sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 2 }}>
        {STATES.map((one) => (
          <Button
            key={one}
            component={Link}
            to={paths.disputes(one)}
            variant={one === state ? "contained" : "outlined"}
            aria-current={one === state ? "page" : undefined}
          >
            {t(`disputes.filter.${one}`)}
          </Button>
        ))}
      </Box>
      <RowTable
        isNamed
        below="lg"
        label={t("disputes.title")}
        rows={disputes}
        keyOf={({ id }) => id}
        empty={t(`disputes.empty.${state}`)}
        columns={[
          { label: t("disputes.dispute"), cell: dispute, minWidth: 110 },
          { label: t("disputes.due"), cell: deadline, minWidth: 110 },
          { label: t("disputes.stage"), cell: stage },
          { label: t("disputes.amount"), cell: ({ amount }) => yen(amount), align: "right", isWhole: true },
          { label: t("disputes.payment"), cell: ({ payment_label: label }) => label, minWidth: 96 },
          { label: t("disputes.reason"), cell: ({ reason_label: label }) => label, minWidth: 96 },
          { label: t("disputes.reservation"), cell: reservation, minWidth: 120 },
          { label: t("disputes.opened"), cell: ({ opened_at: at }) => instant(at), minWidth: 110 },
        ]}
      />
    </>
  );
}

const deadline = (row: Dispute) => <Deadline dispute={row} />;
const stage = ({ stage_label: label }: Dispute) => <Chip size="small" label={label} />;
const dispute = ({ id }: Dispute) => (
  <AppLink to={paths.dispute(id)} sx={{ overflowWrap: "anywhere" }}>
    {id}
  </AppLink>
);

/** The booking of the payment and its restaurant. A subscription's payment has none. */
const reservation = (row: Dispute) => (
  <>
    {row.reservation_uid !== null && (
      <div>
        <AppLink to={paths.reservation(row.reservation_uid)}>{row.reservation_code}</AppLink>
      </div>
    )}
    {row.restaurant_slug !== null && (
      <AppLink to={paths.restaurant(row.restaurant_slug)}>{row.restaurant_name}</AppLink>
    )}
  </>
);
