import { useEffect, useRef } from "react";
import OpenWithIcon from "@mui/icons-material/OpenWith";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { FetchProblem, PaneSkeleton } from "@/console/ui";
import { isUnsentUid } from "../../offline";
import { CachedPane } from "../offline/CachedPane";
import { useOffline } from "../offline/use-offline";
import { CancellationSlotPane } from "../lazy-parts";
import { isFreed } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";
import { reachOf } from "../model/moving";
import { FittingParties } from "../waiting/FittingParties";
import { Writers } from "../../rights";
import { ReservationPane } from "./ReservationPane";
import { SidePane } from "./SidePane";
import { fetchDetail } from "./fetch-detail";

interface Props {
  item: CalendarItem | null;
  /** The pane fetches its details again after each change of the day. */
  day: Schemas["OwnerDailyCalendarPage"];
  onClose: () => void;
  /** Starts to move the item on the grid. */
  onMove: (item: CalendarItem) => void;
  reload: () => Promise<void>;
}

/** The side pane of an item, specific to its type (owner §2). The calendar next to it remains usable. */
export function ItemPane({ item, day, onClose, onMove, reload }: Props) {
  const t = useT();
  const uid = item?.uid ?? null;
  useEffect(() => {
    // The grid shrinks for the pane: scroll the opened item into view.
    if (uid !== null) {
      document
        .querySelector(`[data-item="${CSS.escape(uid)}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }, [uid]);

  return (
    <SidePane
      shown={uid}
      about={item && t(`calendar.type.${item.calendar_item_type}`)}
      title={item?.title ?? ""}
      closeLabel={t("pane.close")}
      onClose={onClose}
    >
      {item && <Content key={item.uid} item={item} day={day} onClose={onClose} onMove={onMove} reload={reload} />}
    </SidePane>
  );
}

function Content({ item, day, onClose, onMove, reload }: Props & { item: CalendarItem }) {
  const t = useT();
  if (item.calendar_item_type === "Pending") {
    return (
      <Alert severity="info">
        <strong>{t("pane.holding")}</strong>
        <br />
        {t("pane.holding_text")}
      </Alert>
    );
  }
  if (isFreed(item)) {
    const done = () => {
      onClose();
      void reload();
    };
    return (
      <CancellationSlotPane uid={item.uid} onDone={done}>
        <FittingParties day={day} from={item.start_time} till={item.end_time} onChanged={() => void reload()} />
      </CancellationSlotPane>
    );
  }
  if (isUnsentUid(item.uid)) return <CachedPane item={item} day={day} onDone={() => void reload()} />;
  return <Reservation item={item} day={day} onMove={onMove} reload={reload} />;
}

function Reservation({ item, day, onMove, reload }: Pick<Props, "day" | "onMove" | "reload"> & { item: CalendarItem }) {
  const t = useT();
  const { data, isPending, refetch } = useQuery({
    queryKey: ["calendar-item", item.calendar_item_type, item.uid],
    queryFn: ({ signal }) => fetchDetail(item, signal),
    staleTime: 0,
  });
  const seen = useRef(day);
  useEffect(() => {
    if (seen.current === day) return;
    seen.current = day;
    void refetch();
  }, [day, refetch]);

  const { isDisconnected } = useOffline();
  if (!data && isDisconnected) return <CachedPane item={item} day={day} onDone={() => void reload()} />;
  if (isPending) return <PaneSkeleton />;
  // After a later failed read the form stays, since staff may be typing.
  if (!data) {
    return <FetchProblem text={t("pane.failed")} onRetry={() => void refetch()} />;
  }
  const done = () => {
    void refetch();
    void reload();
  };
  return (
    <>
      {reachOf(item) !== null && (
        <Writers of="floor">
          <Button
            variant="outlined"
            disabled={isDisconnected}
            startIcon={<OpenWithIcon />}
            onClick={() => onMove(item)}
            sx={{ mb: 2, minHeight: 44 }}
          >
            {t("move.start")}
          </Button>
        </Writers>
      )}
      <ReservationPane reservation={data} item={item} customerGroups={day.customer_groups} onDone={done} />
    </>
  );
}
