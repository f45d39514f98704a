import { useState } from "react";
import type { ComponentProps } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Divider from "@mui/material/Divider";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { Link } from "react-router";
import { useMayWrite, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { NeedsConnection } from "../offline/NeedsConnection";
import { NextVisit, NotesEditor, ReservationForms } from "../lazy-parts";
import { useMinute } from "../live/use-now";
import { ServiceSteps } from "../service/ServiceSteps";
import { isVisit } from "../service/steps";
import { AddToWaitingList } from "../waiting/AddToWaitingList";
import { ChooseGuest } from "../walk-in/ChooseGuest";
import type { CalendarItem } from "../model/blocks";
import { useNotesFirst } from "../../customers/notes/use-notes-first";
import { GoldFacts, NoShowFee, ReservationFacts } from "../../reservation-detail";

type Detail = Schemas["ReservationDetail"];

interface Props {
  reservation: Detail;
  item: CalendarItem;
  customerGroups: readonly Schemas["CustomerGroupChoice"][];
  /** Called after a change. Pane and day must be read again. */
  onDone: () => void;
}

/** The pane of a reservation of any kind. A gold candidate's preferences are on a second tab. */
export function ReservationPane({ reservation, item, customerGroups, onDone }: Props) {
  const t = useT();
  const { restaurant } = useSession();
  const mayWrite = useMayWrite("floor");
  const [today = ""] = useMinute(restaurant.time_zone).split(" ");
  const [tab, setTab] = useState<"reservation" | "gold">("reservation");
  const { saving, saveFirst } = useNotesFirst(reservation.customer_uid);
  const hasGold = item.is_gold_candidate && reservation.gold_user_profile !== null;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {hasGold && (
        <Tabs value={tab} onChange={(_, next: typeof tab) => setTab(next)} aria-label={t("pane.tabs")}>
          <Tab value="reservation" label={t("pane.tab_reservation")} id="tab-reservation" aria-controls="panel" />
          <Tab value="gold" label={t("pane.tab_gold")} id="tab-gold" aria-controls="panel" />
        </Tabs>
      )}
      <Box
        {...(hasGold ? { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${tab}` } : {})}
        sx={{ display: "grid", gap: 2 }}
      >
        {hasGold && tab === "gold" ? (
          <GoldFacts reservation={reservation} />
        ) : (
          <>
            {isVisit(item) && <ServiceSteps item={item} hasBegun={reservation.date <= today} onDone={onDone} />}
            {reservation.no_show_fee && (
              <NeedsConnection>
                <NoShowFee uid={reservation.uid} fee={reservation.no_show_fee} onDone={onDone} />
              </NeedsConnection>
            )}
            {reservation.type === "offline_reservation" && reservation.status === "accepted" && (
              <NeedsConnection>
                <ChooseGuest reservation={reservation} onDone={onDone} />
              </NeedsConnection>
            )}
            <Summary reservation={reservation} isGoldCandidate={item.is_gold_candidate} onDone={onDone} />
            {mayWrite && reservation.customer_uid !== null && (
              <NeedsConnection>
                <NotesEditor
                  key={reservation.customer_uid}
                  uid={reservation.customer_uid}
                  reservationUid={reservation.uid}
                  saving={saving}
                  onDone={onDone}
                />
              </NeedsConnection>
            )}
            <Divider />
            <NeedsConnection>
              <ReservationForms
                reservation={reservation}
                customerGroups={customerGroups}
                beforeUpdate={saveFirst}
                onDone={onDone}
              />
            </NeedsConnection>
          </>
        )}
      </Box>
    </Box>
  );
}

interface SummaryProps {
  reservation: Detail;
  isGoldCandidate: boolean;
  onDone: () => void;
}

function Summary({ reservation, isGoldCandidate, onDone }: SummaryProps) {
  const t = useT();
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        <Chip
          size="small"
          label={reservation.status_label}
          color={reservation.status === "accepted" ? "primary" : "default"}
        />
        {reservation.is_prepaid && <Chip size="small" color="success" label={t("calendar.prepaid")} />}
        {isGoldCandidate && <Chip size="small" color="warning" label={t("calendar.gold_candidate")} />}
        {reservation.is_blacklisted && <Chip size="small" color="secondary" label={t("pane.blacklisted")} />}
      </Box>
      {reservation.cancel_request && <Alert severity="warning">{t("pane.cancel_requested")}</Alert>}
      {reservation.requested_guests_count !== null && (
        <Alert severity="info">{t("pane.wanted_guests", { count: reservation.requested_guests_count })}</Alert>
      )}
      <ReservationFacts reservation={reservation} />
      <Links reservation={reservation} onDone={onDone} />
    </>
  );
}

function Links({ reservation, onDone }: Pick<SummaryProps, "reservation" | "onDone">) {
  const t = useT();
  const mayWrite = useMayWrite("floor");
  const { customer_uid: customerUid } = reservation;
  const [waiting, setWaiting] = useState<Pick<ComponentProps<typeof AddToWaitingList>, "day" | "party"> | null>(null);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      <Button size="small" variant="outlined" component={Link} to={paths.reservation(reservation.uid)}>
        {t("pane.open_reservation")}
      </Button>
      {customerUid !== null && (
        <Button size="small" variant="outlined" component={Link} to={paths.customer(customerUid)}>
          {t("pane.open_customer")}
        </Button>
      )}
      {customerUid !== null && mayWrite && (
        <NeedsConnection>
          <NextVisit
            key={customerUid}
            customerUid={customerUid}
            visit={reservation}
            onDone={onDone}
            onWait={(day, party) => setWaiting({ day, party })}
          />
        </NeedsConnection>
      )}
      {waiting && (
        <AddToWaitingList
          {...waiting}
          onClose={() => setWaiting(null)}
          onAdded={() => {
            setWaiting(null);
            onDone();
          }}
        />
      )}
    </Box>
  );
}
