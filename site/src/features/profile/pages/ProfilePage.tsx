import { useTranslation } from "react-i18next";
import { withHyphens } from "@seki/shared/phone";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { SavedCardLine } from "@/features/payment";
import { Facts, PageFrame, Panel, Stack } from "@/ui";
import { PreviousGoldProfile } from "../components/PreviousGoldProfile";
import { GoldProfilePanel } from "../components/GoldProfilePanel";
import { PreferencesPanel } from "../components/PreferencesPanel";
import { usePlanLinks } from "../hooks/usePlanLinks";
import styles from "./ProfilePage.module.css";

export default function ProfilePage() {
  const { t } = useTranslation();
  const profile = usePageData("profile");
  const plans = usePlanLinks();
  useTitle(t("profile.title"));
  const kana = [profile.kana_last, profile.kana_first].filter(Boolean).join(" ");
  return (
    <PageFrame title={t("profile.title")}>
      <div className={styles.grid}>
        <Stack>
          <Panel>
            <Stack>
              <h2>{t("profile.about_you")}</h2>
              <Facts
                facts={[
                  { label: t("profile.name"), value: `${profile.name_last} ${profile.name_first}` },
                  { label: t("profile.kana"), value: kana },
                  { label: t("profile.email"), value: profile.email },
                  { label: t("profile.phone"), value: withHyphens(profile.phone_display) },
                  { label: t("profile.prefecture"), value: profile.prefecture_label },
                ].filter(({ value }) => value)}
              />
              <p>
                {t("profile.fixed")} <AppLink to={paths.legalOf("contact")}>{t("legal.contact")}</AppLink>
              </p>
              <ul className={styles.links}>
                <li>
                  <AppLink to={paths.email_edit}>{t("menu.email")}</AppLink>
                </li>
                <li>
                  <AppLink to={paths.accountTab("tel")}>{t("phone.edit.open")}</AppLink>
                </li>
                <li>
                  <AppLink to={paths.accountTab("password")}>{t("security.password")}</AppLink>
                </li>
              </ul>
            </Stack>
          </Panel>
          <PreferencesPanel
            saved={{
              allergy_description: profile.allergy_description,
              dislikes: profile.dislikes,
            }}
          />
          {profile.gold_user_profile &&
            (profile.may_edit_gold_profile ? (
              <GoldProfilePanel saved={profile.gold_user_profile} />
            ) : (
              <PreviousGoldProfile saved={profile.gold_user_profile} />
            ))}
        </Stack>
        <Stack>
          <Panel>
            <Stack>
              <h2>{t("card.title")}</h2>
              {profile.card ? <SavedCardLine card={profile.card} /> : <p>{t("card.none")}</p>}
              <AppLink to={paths.credit_card_edit}>{profile.card ? t("card.change") : t("card.register")}</AppLink>
            </Stack>
          </Panel>
          <Panel>
            <Stack>
              <h2>{t("security.title")}</h2>
              <p>{profile.two_factor_with_email_enabled ? t("security.is_on") : t("security.is_off")}</p>
              <AppLink to={paths.security_settings}>{t("security.open")}</AppLink>
            </Stack>
          </Panel>
          <Panel>
            <ul className={styles.links}>
              <li>
                <AppLink to={paths.upcoming_reservations}>{t("menu.reservations")}</AppLink>
              </li>
              {plans.map(({ key, to }) => (
                <li key={key}>
                  <AppLink to={to}>{t(`menu.${key}`)}</AppLink>
                </li>
              ))}
              <li>
                <AppLink to={paths.payment_histories}>{t("receipts.title")}</AppLink>
              </li>
              <li>
                <AppLink to={paths.customers}>{t("menu.favorites")}</AppLink>
              </li>
              <li>
                <AppLink to={paths.interest_tags_edit}>{t("interests.title")}</AppLink>
              </li>
              <li>
                <AppLink to={paths.account_deletion}>{t("deletion.open")}</AppLink>
              </li>
            </ul>
          </Panel>
        </Stack>
      </div>
    </PageFrame>
  );
}
