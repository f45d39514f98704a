import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useNavigate } from "react-router";
import { send, showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { PageTitle, useAsk, useNoticedWrite } from "@/console/ui";
import { EmailSubscriptionForm } from "./EmailSubscriptionForm";

const MEMBER = "/admin/restaurants/{slug}/restaurant_email_subscriptions/{id}";

export default function AdminEditEmailSubscriptionPage() {
  const t = useT();
  const ask = useAsk();
  const navigate = useNavigate();
  const { slug, restaurant_name, subscription } = usePageData<"admin_edit_email_subscription">();
  const path = { slug, id: String(subscription.id) };
  const removing = useNoticedWrite();
  const remove = async () => {
    if (
      !(await ask({
        title: t("email_subscription.remove_ask"),
        text: subscription.email,
        agree: t("email_subscription.remove"),
        danger: true,
      }))
    )
      return;
    await removing.write(async () => {
      const { redirect_to, message } = await send("DELETE", MEMBER, { path });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
      await navigate(redirect_to);
    });
  };
  return (
    <Box sx={{ maxWidth: 560 }}>
      <PageTitle
        title={t("email_subscription.edit_title")}
        actions={
          <Button color="secondary" onClick={() => void remove()}>
            {t("email_subscription.remove")}
          </Button>
        }
      />
      <EmailSubscriptionForm
        slug={slug}
        restaurantName={restaurant_name}
        email={subscription.email}
        save={(email, shown) => {
          const body = { restaurant_email_subscription: { email }, expected: { email: shown } };
          return send("PATCH", MEMBER, { path, body });
        }}
      />
    </Box>
  );
}
