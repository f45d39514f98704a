import Button from "@mui/material/Button";
import { leaving, send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, useFollow, usePage } from "@/owner/navigation";
import { expectedOf } from "@/console/announcements";
import { errorText, useAsk, useWrite } from "@/console/ui";
import { theirsIn } from "@/console/ui/forms";
import { Review } from "./Review";
import { dateTime } from "./model";
import { sendEdit } from "../drafts";
import { Writers } from "../rights";

/** Confirms an announcement before it is sent. A colleague's change meanwhile is shown first (gaps G318). */
export default function OwnerConfirmAnnouncementPage() {
  const t = useT();
  const ask = useAsk();
  const follow = useFollow();
  const { data, reload } = usePage<"owner_confirm_announcement">();
  const { announcement, recipients_count: count } = data;
  const { busy, problem, write } = useWrite({
    words: (error) => (theirsIn(error) === null ? errorText(error, t) : t("announcement_confirm.changed")),
  });
  const at = announcement.scheduled_at;

  const confirm = async () => {
    const question = announcement.include_unsubscribed_customers
      ? { title: t("announcement_confirm.ask_forced", { count }), text: t("announcement_confirm.ask_forced_text") }
      : { title: t("announcement_confirm.ask", { count }) };
    if (!(await ask(question))) return;
    const call = { path: { id: String(announcement.id) }, body: { expected: expectedOf(announcement) } };
    const post = () => send("POST", "/owners/announcements/{id}/confirm", call);
    await write(async () => {
      const { redirect_to } = await sendEdit(post, reload);
      follow(redirect_to);
      await leaving();
    });
  };

  return (
    <Review
      title={t("announcement_confirm.title")}
      lead={
        at === null
          ? t("announcement_confirm.lead", { count })
          : t("announcement_confirm.lead_scheduled", { count, at: dateTime(at) })
      }
      announcement={announcement}
      problem={problem}
      back={paths.editAnnouncement(announcement.id)}
      submit={
        <Writers of="office">
          <Button variant="contained" loading={busy} disabled={count === 0} onClick={() => void confirm()}>
            {t(at === null ? "announcement_confirm.send" : "announcement_confirm.schedule")}
          </Button>
        </Writers>
      }
    />
  );
}
