import { Fragment } from "react";
import type { ReactNode } from "react";
import { useT } from "@/admin/i18n/use-t";
import { Instant } from "@/admin/lists/cells";
import { paths } from "@/admin/navigation";
import { yen } from "@/console/i18n/page-language";
import { AppLink } from "@/console/ui";

export function timeCell(at: string | null): ReactNode {
  return at !== null && <Instant at={at} />;
}

/** An amount; nothing for zero. */
export function amountCell(amount: number): ReactNode {
  return amount !== 0 && yen(amount);
}

interface OfRestaurant {
  restaurant_slug: string | null;
  restaurant_name: string | null;
}

export function restaurantCell({ restaurant_slug: slug, restaurant_name: name }: OfRestaurant): ReactNode {
  return slug !== null && <AppLink to={paths.restaurant(slug)}>{name ?? slug}</AppLink>;
}

interface OfReservation {
  reservation_uid: string | null;
  reservation_code: string | null;
}

/** A reservation by its code, with a link to its page. */
export function reservationCell({ reservation_uid: uid, reservation_code: code }: OfReservation): ReactNode {
  return uid !== null && <AppLink to={paths.reservation(uid)}>{code ?? uid}</AppLink>;
}

/** A reservation by its code, with a link to its payments. */
export function paymentsCell({ reservation_uid: uid, reservation_code: code }: OfReservation): ReactNode {
  return uid !== null && <AppLink to={paths.charges(uid)}>{code ?? uid}</AppLink>;
}

export function userCell(uid: string | null): ReactNode {
  return uid !== null && <AppLink to={paths.user(uid)}>{uid}</AppLink>;
}

/** An email address that wraps in front of `@` and `.`. */
export function emailCell(email: string | null): ReactNode {
  return email?.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

export function flagCell(flag: boolean): ReactNode {
  return <YesOrNo flag={flag} />;
}

function YesOrNo({ flag }: { flag: boolean }) {
  return useT()(flag ? "restaurants.yes" : "restaurants.no");
}
