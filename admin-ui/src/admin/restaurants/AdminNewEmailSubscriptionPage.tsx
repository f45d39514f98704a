import { send } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { EmailSubscriptionForm } from "./EmailSubscriptionForm";

export default function AdminNewEmailSubscriptionPage() {
  const t = useT();
  const { slug, restaurant_name } = usePageData<"admin_new_email_subscription">();
  return (
    <>
      <PageTitle title={t("email_subscription.new_title")} />
      <EmailSubscriptionForm
        slug={slug}
        restaurantName={restaurant_name}
        email=""
        save={(email) =>
          send("POST", "/admin/restaurants/{slug}/restaurant_email_subscriptions", {
            path: { slug },
            body: { restaurant_email_subscription: { email } },
          })
        }
      />
    </>
  );
}
