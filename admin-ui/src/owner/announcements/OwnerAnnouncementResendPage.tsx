import { useState } from "react";
import Button from "@mui/material/Button";
import { send } from "@/owner/api";
import { refusalOf } from "@/console/app/data-provider";
import { useOneAtATime } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { paths, useFollow, usePage } from "@/owner/navigation";
import { Review } from "./Review";
import { Writers } from "../rights";

/** The last look before an announcement goes to more customers. */
export default function OwnerAnnouncementResendPage() {
  const t = useT();
  const follow = useFollow();
  const { data } = usePage<"owner_announcement_resend">();
  const { announcement, resend_count, remaining_count } = data;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const once = useOneAtATime();
  const resend = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { redirect_to } = await send("POST", "/owners/announcements/{id}/resend", {
        path: { id: String(announcement.id) },
        body: { resend_count },
      });
      follow(redirect_to);
    } catch (error) {
      setProblem(refusalOf(error, t("console.network_error")).message);
      setBusy(false);
    }
  };

  return (
    <Review
      title={t("announcement_resend.title")}
      lead={t("announcement_resend.lead", { count: resend_count, remaining: remaining_count })}
      announcement={announcement}
      problem={problem}
      back={paths.announcements}
      submit={
        <Writers of="office">
          <Button variant="contained" loading={busy} onClick={() => void once(resend)}>
            {t("announcement_resend.send")}
          </Button>
        </Writers>
      }
    />
  );
}
