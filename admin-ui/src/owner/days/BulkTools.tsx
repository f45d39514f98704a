import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useAsk, useNoticedWrite, useUndo } from "@/console/ui";
import { stayingText } from "./staying";
import { TagDot } from "./TagDot";

interface Props {
  days: Schemas["MonthDay"][];
  chosen: string[];
  onChoose: (dates: string[]) => void;
  tags: Schemas["CalendarTag"][];
  /** Called after a change. The page must be read again. */
  onDone: () => void;
}

const tag = (body: Schemas["TaggedDays"]) =>
  send("POST", "/owners/api/restaurant_calendar_dates_tags/bulk_update_tags", { body });

const close = (date_list: string[], is_closed: boolean) =>
  send("POST", "/owners/api/restaurant_calendar_dates/bulk_update_is_closed", { body: { date_list, is_closed } });

/**
 * Opens, closes and tags the chosen days together. Undo affects only the days that the change affected: it restores the
 * tags that each day had, and reopens only days that were open.
 */
export function BulkTools({ days, chosen, onChoose, tags, onDone }: Props) {
  const t = useT();
  const ask = useAsk();
  const { offer } = useUndo();
  const { busy, write } = useNoticedWrite();
  const [tagIds, setTagIds] = useState<number[]>([]);
  const finish = async (call: () => Promise<unknown>) => {
    if (!(await write(call))) return;
    showFlash({ kind: "notice", message: t("days.bulk_done", { count: chosen.length }), sticky: false });
    onDone();
  };
  const setClosed = async (is_closed: boolean) => {
    const text = t("days.ask_open_text");
    if (!is_closed && !(await ask({ title: t("days.ask_open"), text, agree: t("days.bulk_open") }))) return;
    const isSwitched = ({ date, is_closed: before }: Schemas["MonthDay"]) =>
      chosen.includes(date) && before !== is_closed;
    const switched = days.filter(isSwitched).map(({ date }) => date);
    const undo = async () => {
      if (await write(() => close(switched, !is_closed))) onDone();
    };
    await write(async () => {
      const staying = stayingText(await close(chosen, is_closed), t);
      const named = t("days.days_count", { count: chosen.length });
      const message = is_closed
        ? t("days.was_closed", { days: named, staying })
        : t("days.was_opened", { days: named });
      offer({ message, ...(switched.length > 0 && { undo }) });
      onDone();
    });
  };
  const untag = async () => {
    const body = { date_list: chosen, calendar_tag_ids: tagIds };
    const path = "/owners/api/restaurant_calendar_dates_tags/bulk_destroy_tags";
    if (!(await write(() => send("POST", path, { body })))) return;
    const taken = tagIds.map((id) => ({
      date_list: days
        .filter(({ date, tag_ids }) => chosen.includes(date) && tag_ids.includes(id))
        .map(({ date }) => date),
      calendar_tag_ids: [id],
    }));
    const putBack = async () => {
      const calls = taken.filter(({ date_list }) => date_list.length > 0);
      if (await write(() => Promise.all(calls.map(tag)))) onDone();
    };
    offer({ message: t("days.bulk_untagged", { count: chosen.length }), undo: putBack });
    onDone();
  };
  const nothing = busy || chosen.length === 0;
  const turn = (id: number) =>
    setTagIds(tagIds.includes(id) ? tagIds.filter((other) => other !== id) : [...tagIds, id]);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={t("days.bulk")}
      sx={{ p: 2, mb: 2, display: "grid", gap: 1.5 }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography role="status">
          {chosen.length === 0 ? t("days.bulk_hint") : t("days.selected", { count: chosen.length })}
        </Typography>
        <Button size="small" onClick={() => onChoose(days.map(({ date }) => date))}>
          {t("days.select_all")}
        </Button>
        <Button size="small" disabled={chosen.length === 0} onClick={() => onChoose([])}>
          {t("days.clear")}
        </Button>
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="outlined" color="secondary" disabled={nothing} onClick={() => void setClosed(true)}>
          {t("days.bulk_close")}
        </Button>
        <Button variant="outlined" disabled={nothing} onClick={() => void setClosed(false)}>
          {t("days.bulk_open")}
        </Button>
      </Box>
      {tags.length > 0 && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <Box role="group" aria-label={t("days.bulk_tags_label")} sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
            {tags.map(({ id, label, color }) => (
              <Chip
                key={id}
                component="button"
                type="button"
                clickable
                aria-pressed={tagIds.includes(id)}
                variant={tagIds.includes(id) ? "filled" : "outlined"}
                icon={<TagDot color={color} />}
                label={label}
                onClick={() => turn(id)}
                sx={{ height: 36, ...(tagIds.includes(id) && { boxShadow: `inset 0 0 0 2px ${color}` }) }}
              />
            ))}
          </Box>
          <Button
            variant="outlined"
            disabled={nothing || tagIds.length === 0}
            onClick={() => void finish(() => tag({ date_list: chosen, calendar_tag_ids: tagIds }))}
          >
            {t("days.bulk_tag")}
          </Button>
          <Button variant="outlined" disabled={nothing || tagIds.length === 0} onClick={() => void untag()}>
            {t("days.bulk_untag")}
          </Button>
        </Box>
      )}
    </Paper>
  );
}
