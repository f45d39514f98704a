import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { send, useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useNoticedWrite, useUndo } from "@/console/ui";
import { TagDot } from "./TagDot";

export interface TagOfDay {
  id: number;
  label: string;
  /** #rrggbb */
  color: string;
  is_attached: boolean;
}

export interface DayTagsEditorProps {
  /** YYYY-MM-DD */
  date: string;
  /** All tags of the restaurant. The day's tags are marked. */
  tags: TagOfDay[];
  onChanged: () => void;
}

/** Adds tags to a day and removes them, with one click each. */
export function DayTagsEditor({ date, tags, onChanged }: DayTagsEditorProps) {
  const t = useT();
  const { busy, write } = useNoticedWrite({ failed: t("days.tag_failed") });
  const { offer } = useUndo();
  const mayTag = useMayWrite("floor");
  const set = async ({ id }: TagOfDay, attach: boolean) => {
    const call = { path: { date, tag_id: String(id) } };
    const path = "/owners/api/dates/{date}/tags/{tag_id}";
    const done = await write(() => (attach ? send("POST", path, call) : send("DELETE", path, call)));
    if (done) onChanged();
    return done;
  };
  const turn = async (tag: TagOfDay) => {
    if (!(await set(tag, !tag.is_attached)) || !tag.is_attached) return;
    offer({ message: t("days.tag_removed", { label: tag.label }), undo: () => set(tag, true) });
  };
  if (tags.length === 0) return <Typography color="text.secondary">{t("days.no_tags")}</Typography>;
  return (
    <Box role="group" aria-label={t("days.tags")} sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {tags.map((tag) => (
        <Chip
          key={tag.id}
          component="button"
          type="button"
          clickable
          disabled={busy || !mayTag}
          aria-pressed={tag.is_attached}
          variant={tag.is_attached ? "filled" : "outlined"}
          icon={tag.is_attached ? <CheckIcon fontSize="small" /> : <TagDot color={tag.color} />}
          label={tag.label}
          onClick={() => void turn(tag)}
          sx={{
            height: 36,
            ...(tag.is_attached && { boxShadow: `inset 0 0 0 2px ${tag.color}`, bgcolor: "background.paper" }),
          }}
        />
      ))}
    </Box>
  );
}
