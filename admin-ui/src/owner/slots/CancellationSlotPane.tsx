import type { ReactNode } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { joiner } from "@/console/i18n/page-language";
import { send, useShell, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { Facts, FetchProblem, PaneSkeleton, useAsk } from "@/console/ui";
import { formatInstant, formatTime } from "@seki/shared/civil-time";
import { useSave } from "./use-save";
import { Writers } from "../rights";

interface Props {
  uid: string;
  /** Called after the slot was released or deleted. The page must be read again. */
  onDone: () => void;
  /** Shown below the releases. */
  children?: ReactNode;
}

/**
 * Shows a slot freed by a cancellation: when it opens to which group. Staff release or delete it (owner §2). While it
 * is offered to groups, that ends the offer.
 */
export function CancellationSlotPane({ uid, onDone, children }: Props) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ["cancellation-slot", uid],
    queryFn: ({ signal }) => send("GET", "/owners/api/online_cancellations/{uid}", { path: { uid }, signal }),
    staleTime: 0,
  });
  if (isPending) return <PaneSkeleton />;
  if (isError) {
    return <FetchProblem onRetry={() => void refetch()} />;
  }
  return (
    <Slot slot={data.data} onDone={onDone}>
      {children}
    </Slot>
  );
}

interface SlotProps extends Omit<Props, "uid"> {
  slot: Schemas["CancellationSlot"];
}

function Slot({ slot, onDone, children }: SlotProps) {
  const t = useT();
  const { locale } = useShell();
  const { time_zone } = useSession().restaurant;
  const { starts_at, ends_at } = slot.reservation;
  const time = `${formatInstant(starts_at, locale, time_zone)}〜${formatTime(ends_at, locale, time_zone)}`;
  const seats = `${slot.inventory_group_title} ${slot.inventory_item_labels.join(joiner())}`;
  const isOffered = slot.releases.length > 0;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Facts
        facts={[
          [t("cancellation_slot.time"), time],
          [t("cancellation_slot.seats"), seats],
        ]}
      />
      {isOffered ? (
        <Releases releases={slot.releases} />
      ) : (
        <Alert severity="warning">
          <strong>{t("cancellation_slot.stopped")}</strong>
          <br />
          {t("cancellation_slot.stopped_text")}
        </Alert>
      )}
      {slot.is_open && children}
      {!slot.is_open && <Alert severity="info">{t("cancellation_slot.ended")}</Alert>}
      {slot.is_open && (
        <>
          {isOffered && <Typography color="text.secondary">{t("cancellation_slot.offered_text")}</Typography>}
          <Decision uid={slot.uid} what={`${time} ${seats}`} isOffered={isOffered} onDone={onDone} />
        </>
      )}
    </Box>
  );
}

function Releases({ releases }: { releases: Schemas["SlotRelease"][] }) {
  const t = useT();
  const { locale } = useShell();
  const { time_zone } = useSession().restaurant;
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t("cancellation_slot.releases")}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1 }}>
        {releases.map(({ customer_group_id, customer_group_label, releasable_at, released_at }) => (
          <Box
            component="li"
            key={customer_group_id}
            sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}
          >
            <Box component="span" sx={{ fontWeight: 600, minWidth: "5em" }}>
              {customer_group_label}
            </Box>
            {released_at === null ? (
              <span>{t("cancellation_slot.scheduled", { at: formatInstant(releasable_at, locale, time_zone) })}</span>
            ) : (
              <>
                <Chip size="small" color="success" label={t("cancellation_slot.published")} />
                <span>
                  {t("cancellation_slot.published_at", { at: formatInstant(released_at, locale, time_zone) })}
                </span>
              </>
            )}
          </Box>
        ))}
      </Box>
    </section>
  );
}

interface DecisionProps extends Omit<Props, "children"> {
  what: string;
  isOffered: boolean;
}

function Decision({ uid, what, isOffered, onDone }: DecisionProps) {
  const t = useT();
  const ask = useAsk();
  const { busy, problem, save } = useSave();
  const decide = async (type: "release" | "delete") => {
    const agreed = await ask({
      title: t(`cancellation_slot.ask_${type}`),
      text: [t(`cancellation_slot.ask_${type}_text`, { what }), isOffered ? t("cancellation_slot.ask_end_offer") : ""]
        .filter((part) => part !== "")
        .join(" "),
      agree: t(`cancellation_slot.${type}`),
      danger: type === "delete",
    });
    if (!agreed) return;
    const call = { path: { uid }, query: { type, ...(isOffered ? { end_offer: true } : {}) } };
    if (await save(() => send("DELETE", "/owners/api/online_cancellations/{uid}", call))) onDone();
  };
  return (
    <>
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      <Writers of="floor">
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          <Button variant="contained" disabled={busy} onClick={() => void decide("release")}>
            {t("cancellation_slot.release")}
          </Button>
          <Button variant="outlined" color="secondary" disabled={busy} onClick={() => void decide("delete")}>
            {t("cancellation_slot.delete")}
          </Button>
        </Box>
      </Writers>
    </>
  );
}
