import { useEffect, useMemo, useState } from "react";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useNavigate } from "react-router";
import type { Schemas } from "@/owner/api";
import { paths, usePage } from "@/owner/navigation";
import { ConnectionBar } from "../daily-calendar/offline/ConnectionBar";
import { OfflineContext, useNotedDay, useSending } from "../daily-calendar/offline/use-offline";
import { DayHeader } from "../daily-calendar/DayHeader";
import { preloadParts } from "../daily-calendar/lazy-parts";
import { useFreshFloor } from "../daily-calendar/live/use-fresh-day";
import { useLiveConnection } from "../daily-calendar/live/use-live-connection";
import { rowsOf } from "../daily-calendar/model/geometry";
import { NextToPane } from "../daily-calendar/pane/NextToPane";
import { useDetails } from "../daily-calendar/use-details";
import { useView } from "../daily-calendar/use-view";
import { useMatchNotice } from "../daily-calendar/waiting/use-match-notice";
import { LiveFloor } from "./LiveFloor";
import { PlanEditor } from "./edit/PlanEditor";

type FloorPage = Schemas["OwnerFloorPlanPage"];

/** A day of a restaurant on its floor plan: the parties at their tables, and the editor of the plan. */
export default function OwnerFloorPlanPage() {
  const { session } = usePage<"owner_floor_plan">();
  const { data, read, since } = useFreshFloor();
  useEffect(preloadParts, []);
  return <FloorView key={`${session.restaurant.slug} ${data.day.date}`} data={data} read={read} since={since} />;
}

interface Props {
  data: FloorPage;
  read: (signal: AbortSignal) => Promise<boolean>;
  since: number | undefined;
}

function FloorView({ data, read, since }: Props) {
  const { day: known } = data;
  const day = useNotedDay(known);
  // The plan that was saved here is newer than the page until the page is read again.
  const [saved, setSaved] = useState(data.plan);
  const plan = saved.version > data.plan.version ? saved : data.plan;
  const [, setView] = useView();
  const navigate = useNavigate();
  const { connection, refresh, reload } = useLiveConnection(known.date, read, since);
  useSending(day.date, connection, refresh);
  useMatchNotice(day);
  const isDisconnected = connection.state === "offline";
  const offline = useMemo(() => ({ isDisconnected, day: known }), [isDisconnected, known]);
  const rows = useMemo(() => rowsOf(day.inventory_groups), [day.inventory_groups]);
  const [isEditing, setEditing] = useState(false);
  const details = useDetails();
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"), { noSsr: true });
  return (
    <OfflineContext value={offline}>
      <NextToPane>
        <DayHeader
          day={day}
          connection={connection}
          view="floor"
          {...(isPhone && { details })}
          onView={(next) => {
            if (next === "floor") return;
            setView(next);
            void navigate(paths.day(day.date));
          }}
        />
      </NextToPane>
      {isEditing ? (
        <PlanEditor
          rows={rows}
          plan={plan}
          onSaved={(next) => {
            setSaved(next);
            setEditing(false);
          }}
          onLeave={() => setEditing(false)}
        />
      ) : (
        <LiveFloor
          day={day}
          rows={rows}
          plan={plan}
          reload={reload}
          onEdit={() => setEditing(true)}
          isShort={isPhone && !details.isShown}
        />
      )}
      <ConnectionBar day={known} connection={connection} onRetry={() => void reload()} />
    </OfflineContext>
  );
}
