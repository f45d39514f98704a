import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { PageData } from "@/api";
import type { ProofWay } from "@/features/accounts/components/ProofFields";
import { AppLink, browser, paths, usePageData, useTitle } from "@/navigation";
import { Notice, PageFrame, Panel, Stack, useAsk } from "@/ui";
import { usePlanLinks } from "../hooks/usePlanLinks";
import { FieldsForm } from "../components/FieldsForm";

/** Deletes the account: lists the retained data and the obstacles, and offers the data export. */
export default function AccountDeletionPage() {
  const { t } = useTranslation();
  const page = usePageData("account_deletion");
  useTitle(t("deletion.title"));
  return (
    <PageFrame narrow title={t("deletion.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Stack>
        <Panel>
          <Stack>
            <h2>{t("deletion.export_title")}</h2>
            <p>{t("deletion.export_text")}</p>
            <p>
              <a href="/users/profile/export" download>
                {t("deletion.export")}
              </a>
            </p>
          </Stack>
        </Panel>
        <Panel>
          <Stack>
            <h2>{t("deletion.what_happens")}</h2>
            <p>{t("deletion.erased")}</p>
            <p>{t("deletion.kept")}</p>
            <p>{t("deletion.final")}</p>
            {page.obstacles.length > 0 ? (
              <Notice kind="alert">
                <p>{t("deletion.obstacles")}</p>
                <ul>
                  {page.obstacles.map(({ kind, text }) => (
                    <li key={kind}>
                      {text} <ObstacleLinks kind={kind} />
                    </li>
                  ))}
                </ul>
              </Notice>
            ) : (
              <DeletionForm ways={page.proof_ways} />
            )}
          </Stack>
        </Panel>
      </Stack>
    </PageFrame>
  );
}

type ObstacleKind = PageData["account_deletion"]["obstacles"][number]["kind"];

/** Links to the pages on which an obstacle is shown or ended. */
function ObstacleLinks({ kind }: { kind: ObstacleKind }) {
  const { t } = useTranslation();
  const plans = usePlanLinks();
  const links = {
    bookings: [{ to: paths.upcoming_reservations, text: t("menu.reservations") }],
    holds: [{ to: paths.upcoming_reservations, text: t("menu.reservations") }],
    invitations: [{ to: paths.invited_reservations, text: t("menu.invitations") }],
    fees: [{ to: paths.payment_histories, text: t("receipts.title") }],
    subscriptions: plans.map(({ key, to }) => ({ to, text: t(`menu.${key}`) })),
    raffles: [{ to: paths.raffle, text: t("menu.raffles") }],
  }[kind];
  return links.map(({ to, text }) => (
    <Fragment key={text}>
      <AppLink to={to}>{text}</AppLink>{" "}
    </Fragment>
  ));
}

function DeletionForm({ ways }: { ways: readonly ProofWay[] }) {
  const { t } = useTranslation();
  const { ask } = useAsk();
  const end = async (proof: Record<string, string>) => {
    const confirmed = await ask({
      title: t("deletion.confirm"),
      body: <p>{t("deletion.final")}</p>,
      confirmLabel: t("deletion.submit"),
      cancelLabel: t("common.cancel"),
      danger: true,
    });
    if (!confirmed) return;
    const { redirect_to } = await send("DELETE", "/users/profile", { body: proof });
    browser.assign(redirect_to);
  };
  return <FieldsForm fields={[]} proofWays={ways} submit={t("deletion.submit")} onSubmit={end} />;
}
