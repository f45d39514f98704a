import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RestaurantDetail } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Facts } from "@/ui";
import { Place } from "./Place";
import styles from "./About.module.css";

export function About({ restaurant }: { restaurant: RestaurantDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ordering = restaurant.is_delivery_only;
  const facts: { label: string; value: ReactNode }[] = [
    { label: t("restaurant.address"), value: restaurant.address && <Place restaurant={restaurant} /> },
    { label: t("restaurant.access"), value: restaurant.access },
    {
      label: t("restaurant.hours_label"),
      value: restaurant.operations
        .map(({ label, from, till }) => `${label} ${t("restaurant.hours", { from, till })}`)
        .join(" / "),
    },
    {
      label: t("restaurant.facilities"),
      value: restaurant.facilities.map(({ label }) => label).join(locale === "ja" ? "、" : ", "),
    },
    {
      label: t("restaurant.phone"),
      value: restaurant.phone && <a href={`tel:${restaurant.phone}`}>{restaurant.phone}</a>,
    },
    {
      label: t("restaurant.email"),
      value: restaurant.email && <a href={`mailto:${restaurant.email}`}>{restaurant.email}</a>,
    },
    { label: t("restaurant.site"), value: restaurant.url && <a href={restaurant.url}>{restaurant.url}</a> },
    { label: t(ordering ? "restaurant.chef_order" : "restaurant.chef"), value: restaurant.chef },
    {
      label: t(ordering ? "restaurant.cut_off_order" : "restaurant.cut_off"),
      value: t(ordering ? "restaurant.cut_off_hours_order" : "restaurant.cut_off_hours", {
        count: restaurant.cut_off_hours,
      }),
    },
  ];
  const noShow = Math.max(0, ...restaurant.cancellation_policy.map(({ percent }) => percent));
  return (
    <>
      {!ordering && restaurant.seats.length > 0 && (
        <section className={styles.section} aria-labelledby="seats">
          <h2 id="seats">{t("restaurant.seats")}</h2>
          <Facts facts={restaurant.seats.map((seat) => ({ label: seat.title, value: seat.capacity_text }))} />
        </section>
      )}
      <section className={styles.section} aria-labelledby="policy">
        <h2 id="policy">{t("restaurant.policy")}</h2>
        {restaurant.cancellation_policy.length === 0 && (
          <p className={styles.text}>{restaurant.cancellation_policy_text}</p>
        )}
        <Facts
          facts={[
            ...restaurant.cancellation_policy.map((tier) => ({
              label:
                tier.days_before === 0 ? t("policy.same_day") : t("policy.days_before", { count: tier.days_before }),
              value: t("policy.percent", { percent: tier.percent }),
            })),
            ...(noShow > 0 ? [{ label: t("policy.no_show"), value: t("policy.percent", { percent: noShow }) }] : []),
          ]}
        />
        {!ordering && restaurant.reservation_fee > 0 && (
          <p className={styles.fee}>
            {t("restaurant.reservation_fee", { fee: formatYen(restaurant.reservation_fee, locale) })}
          </p>
        )}
      </section>
      <section className={styles.section} aria-labelledby="about">
        <h2 id="about">{t("restaurant.about")}</h2>
        <Facts facts={facts.filter(({ value }) => value)} />
      </section>
    </>
  );
}
