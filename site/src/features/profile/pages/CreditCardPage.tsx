import { useTranslation } from "react-i18next";
import { CardForm, SavedCardLine } from "@/features/payment";
import { AppLink, browser, paths, useFollow, usePageData, useTitle } from "@/navigation";
import { PageFrame, Panel, Stack } from "@/ui";

export default function CreditCardPage() {
  const { t } = useTranslation();
  const { card, next } = usePageData("credit_card_edit");
  const follow = useFollow();
  useTitle(t("card.title"));

  const registered = (redirectUrl: string | null) => {
    const target = redirectUrl ?? next;
    if (target) follow(target);
    else browser.reload();
  };

  return (
    <PageFrame narrow title={t("card.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Stack>
        {card && (
          <Panel>
            <Stack>
              <h2>{t("card.current")}</h2>
              <SavedCardLine card={card} />
            </Stack>
          </Panel>
        )}
        <Panel>
          <Stack>
            <h2>{card ? t("card.new") : t("card.register")}</h2>
            <CardForm next={next} onRegistered={registered} />
          </Stack>
        </Panel>
      </Stack>
    </PageFrame>
  );
}
