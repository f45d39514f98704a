import { useId, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { send, useMayWrite, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { SendingPane, isMoving } from "@/console/announcements";
import { Dialog, PaneSkeleton } from "@/console/ui";
import { AnnouncementFacts } from "./AnnouncementFacts";
import { StatusChip } from "./StatusChip";
import { countWithin } from "./model";
import type { SubjectType } from "./model";

/** Interval at which an announcement is read again while it is being sent or stopped. */
const EVERY_MS = 1000;

/** Shows one announcement. An admin can resend it to recipients whose mail failed. */
export function DetailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT();
  const titleId = useId();
  const { is_admin: isAdmin } = useSession();
  const queries = useQueryClient();
  const mayWrite = useMayWrite("office");
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ["announcement", id],
    queryFn: ({ signal }) => send("GET", "/owners/api/announcements/{id}", { path: { id: String(id) }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data.data.status) ? EVERY_MS : false),
  });
  const found = data?.data;
  const path = { id: String(id) };
  const calls = {
    stop: () => send("POST", "/owners/announcements/{id}/stop", { path }),
    resume: () => send("POST", "/owners/announcements/{id}/resume", { path }),
  };
  const readAgain = async () => {
    await refetch();
    await queries.invalidateQueries({ queryKey: ["announcements", "getList"] });
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t("announcement_detail.title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        {isPending && <PaneSkeleton />}
        {isError && <Alert severity="error">{t("console.fetch_failed")}</Alert>}
        {found && (
          <>
            <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
              <StatusChip announcement={found} />
              <Typography variant="h3" component="p">
                {t(`announcements.subjects.${found.subject_type as SubjectType}`)}
              </Typography>
            </Box>
            <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{found.body}</Typography>
            {found.progress !== null && (
              <SendingPane
                status={found.status}
                progress={found.progress}
                calls={calls}
                mayWrite={mayWrite}
                onChanged={readAgain}
              />
            )}
            <AnnouncementFacts announcement={found} />
            {found.remaining_count !== null && <ResendForm id={id} remaining={found.remaining_count} />}
          </>
        )}
      </DialogContent>
      <DialogActions>
        {isAdmin && (found?.status === "draft" || found?.status === "scheduled") && (
          <Button component="a" href={paths.adminRelease(id)}>
            {t("announcement_detail.release")}
          </Button>
        )}
        <Button onClick={onClose}>{t("console.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

function ResendForm({ id, remaining }: { id: number; remaining: number }) {
  const t = useT();
  const titleId = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const count = countWithin(typed, remaining);
  const range = t("announcement_detail.resend_range", { max: remaining });
  if (remaining === 0) return <Alert severity="info">{t("announcement_detail.resend_none")}</Alert>;
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (count !== null) void navigate(paths.resendReview(id, count));
      }}
      sx={{ display: "grid", gap: 1, p: 2, border: 1, borderColor: "divider" }}
    >
      <Typography id={titleId} variant="h4" component="h3">
        {t("announcement_detail.resend_title")}
      </Typography>
      <Typography>{t("announcement_detail.resend_remaining", { count: remaining })}</Typography>
      <TextField
        label={t("announcement_detail.resend_count")}
        type="number"
        value={typed}
        error={tried && count === null}
        helperText={tried && count === null ? range : undefined}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { min: 1, max: remaining, inputMode: "numeric" } }}
      />
      <Button type="submit" variant="outlined" sx={{ justifySelf: "start" }}>
        {t("announcement_detail.resend_review")}
      </Button>
    </Box>
  );
}
