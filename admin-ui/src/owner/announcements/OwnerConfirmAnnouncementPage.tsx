import Button from "@mui/material/Button";
import { leaving, send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, useFollow, usePage } from "@/owner/navigation";
import { useAsk, useWrite } from "@/console/ui";
import { Review } from "./Review";
import { dateTime } from "./model";
import { Writers } from "../rights";

/** Confirms an announcement before it is sent. */
export default function OwnerConfirmAnnouncementPage() {
  const t = useT();
  const ask = useAsk();
  const follow = useFollow();
  const { data } = usePage<"owner_confirm_announcement">();
  const { announcement, recipients_count: count } = data;
  const { busy, problem, write } = useWrite();
  const at = announcement.scheduled_at;

  const confirm = async () => {
    const question = announcement.include_unsubscribed_customers
      ? { title: t("announcement_confirm.ask_forced", { count }), text: t("announcement_confirm.ask_forced_text") }
      : { title: t("announcement_confirm.ask", { count }) };
    if (!(await ask(question))) return;
    await write(async () => {
      const { redirect_to } = await send("POST", "/owners/announcements/{id}/confirm", {
        path: { id: String(announcement.id) },
      });
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
