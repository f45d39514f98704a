import { useTranslation } from "react-i18next";
import { send } from "@/api";
import { useFollow, usePageData, useTitle } from "@/navigation";
import { Button, ErrorText, PageFrame, Panel, Stack, useWrite } from "@/ui";

/** Target of the link in a restaurant's announcement or standby mail: ends such mails, and resumes them. */
export default function AnnouncementSubscriptionPage() {
  const { t } = useTranslation();
  const follow = useFollow();
  const { kind, restaurant_name, is_subscribed, token } = usePageData("announcement_subscription");
  const changing = useWrite();
  useTitle(t("announcement_subscription.title"));

  const change = () =>
    changing.write(async () => {
      const body = { token, is_subscribed: !is_subscribed };
      const { redirect_to } = await send("POST", "/announcement_subscription", { body });
      follow(redirect_to);
    });

  return (
    <PageFrame narrow title={t("announcement_subscription.title")}>
      <Panel>
        <Stack>
          <p>
            {t(`announcement_subscription.${kind}.${is_subscribed ? "is_on" : "is_off"}`, {
              restaurant: restaurant_name,
            })}
          </p>
          <Button disabled={changing.busy} onClick={() => void change()}>
            {t(`announcement_subscription.${kind}.${is_subscribed ? "stop" : "resume"}`)}
          </Button>
          {changing.error && <ErrorText>{t("announcement_subscription.failed")}</ErrorText>}
        </Stack>
      </Panel>
    </PageFrame>
  );
}
