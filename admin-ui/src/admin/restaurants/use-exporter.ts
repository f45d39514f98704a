import type { Exporter } from "ra-core";
import { formatShortInstant } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { exporterOf } from "@/console/lists";
import type { Listed } from "./list-address";
import { RESTAURANTS } from "./list-address";

/** Returns the exporter of the list's restaurants. */
export function useExporter(): Exporter<Listed> {
  const t = useT();
  const { locale } = useShell();
  const name = (field: "id" | "slug" | "restaurant_name" | "visibility" | "is_noindex" | "email_subscriptions") =>
    t(`resources.restaurants.fields.${field}`);
  const yes = (is: boolean) => t(is ? "restaurants.yes" : "restaurants.no");
  return exporterOf<Listed>(RESTAURANTS, [
    [name("id"), ({ id }) => id],
    [name("slug"), ({ slug }) => slug],
    [name("restaurant_name"), ({ restaurant_name }) => restaurant_name],
    [
      t("resources.restaurants.fields.has_stripe_account"),
      ({ has_stripe_account }) => t(has_stripe_account ? "restaurants.stripe.yes" : "restaurants.stripe.no"),
    ],
    [t("resources.restaurants.fields.owner.nickname"), ({ owner }) => owner?.nickname],
    [
      t("resources.restaurants.fields.operation.or_starts_at"),
      ({ operation }) => formatShortInstant(operation.or_starts_at, locale),
    ],
    [name("email_subscriptions"), ({ email_subscriptions }) => email_subscriptions.map(({ email }) => email).join(" ")],
    [name("visibility"), ({ visibility }) => t(`restaurants.visibility.${visibility}`)],
    [name("is_noindex"), ({ is_noindex }) => yes(is_noindex)],
  ]);
}
