import Button from "@mui/material/Button";
import { leaving, send } from "@/owner/api";
import { useWrite } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { paths, useFollow, usePage } from "@/owner/navigation";
import { Review } from "./Review";
import { Writers } from "../rights";

/** Confirms an announcement before it is sent to further customers. */
export default function OwnerAnnouncementResendPage() {
  const t = useT();
  const follow = useFollow();
  const { data } = usePage<"owner_announcement_resend">();
  const { announcement, resend_count, remaining_count } = data;
  const { busy, problem, write } = useWrite();

  const resend = () =>
    write(async () => {
      const { redirect_to } = await send("POST", "/owners/announcements/{id}/resend", {
        path: { id: String(announcement.id) },
        body: { resend_count },
      });
      follow(redirect_to);
      await leaving();
    });

  return (
    <Review
      title={t("announcement_resend.title")}
      lead={t("announcement_resend.lead", { count: resend_count, remaining: remaining_count })}
      announcement={announcement}
      problem={problem}
      back={paths.announcements}
      submit={
        <Writers of="office">
          <Button variant="contained" loading={busy} onClick={() => void resend()}>
            {t("announcement_resend.send")}
          </Button>
        </Writers>
      }
    />
  );
}
