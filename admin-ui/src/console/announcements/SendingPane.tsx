import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { showFlash } from "@/console/api";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { Facts, useAsk, useNoticedWrite } from "@/console/ui";

type Status = "sending" | "sent" | "stopping" | "stopped";
type Written = Promise<{ message: string }>;

/** A front end's calls about the announcement. */
interface SendingCalls {
  stop: () => Written;
  resume: () => Written;
}

interface Props {
  status: string;
  progress: Schemas["SendingProgress"];
  calls: SendingCalls;
  /** False hides the buttons. */
  mayWrite: boolean;
  /** Reloads the announcement. Also called after a rejection: it may have been sent meanwhile. */
  onChanged: () => Promise<unknown>;
}

/** Reports whether an announcement's progress changes without an action, so that its page must be reloaded. */
export function isMoving(status: string): boolean {
  return status === "sending" || status === "stopping";
}

/** The recipients of an announcement by the state of their mails, and the buttons that stop and resume it. */
export function SendingPane({ status, progress, calls, mayWrite, onChanged }: Props) {
  const t = useT();
  const { recipients, sent, left, stopped, failed, skipped } = progress;
  const people = (count: number) => t("sending.people", { count });
  const done = recipients === 0 ? 100 : Math.round(((recipients - left) / recipients) * 100);
  return (
    <Paper
      component="section"
      aria-label={t("sending.title")}
      variant="outlined"
      sx={{ p: 2, display: "grid", gap: 1.5, justifyItems: "start" }}
    >
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {t(`sending.status.${status as Status}`, { sent, count: recipients })}
      </Typography>
      {isMoving(status) && (
        <LinearProgress variant="determinate" value={done} aria-label={t("sending.title")} sx={{ width: 1 }} />
      )}
      <Facts
        facts={[
          [t("sending.sent"), people(sent)],
          [t("sending.left"), people(left)],
          [t("sending.stopped"), people(stopped)],
          [t("sending.failed"), failed > 0 && people(failed)],
          [t("sending.skipped"), skipped > 0 && people(skipped)],
        ]}
      />
      {mayWrite && <SendingButtons status={status} progress={progress} calls={calls} onChanged={onChanged} />}
    </Paper>
  );
}

function SendingButtons({ status, progress, calls, onChanged }: Omit<Props, "mayWrite">) {
  const t = useT();
  const ask = useAsk();
  const { busy, write } = useNoticedWrite();
  const { sent, left, stopped } = progress;
  const act = async (call: () => Written) => {
    await write(async () => {
      const { message } = await call();
      showFlash({ kind: "notice", message, sticky: false });
    });
    await onChanged();
  };
  const stop = async () => {
    const question = { title: t("sending.ask_stop"), text: t("sending.ask_stop_text", { left, sent }) };
    if (await ask({ ...question, agree: t("sending.stop"), danger: true })) await act(calls.stop);
  };
  const resume = async () => {
    const question = { title: t("sending.ask_resume"), text: t("sending.ask_resume_text", { count: stopped }) };
    if (await ask({ ...question, agree: t("sending.resume") })) await act(calls.resume);
  };
  if (status === "sending") {
    return (
      <Button variant="contained" color="secondary" loading={busy} onClick={() => void stop()}>
        {t("sending.stop")}
      </Button>
    );
  }
  if (status !== "stopped" || stopped === 0) return null;
  return (
    <Button variant="outlined" loading={busy} onClick={() => void resume()}>
      {t("sending.resume")}
    </Button>
  );
}
