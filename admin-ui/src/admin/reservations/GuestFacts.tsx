import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { phoneText } from "@seki/shared/phone";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink, Facts } from "@/console/ui";

interface Props {
  /** Null without the permission for guests of this kind. */
  guest: Schemas["AdminReservationGuest"] | null;
  /** The account of the guest, if any. */
  userUid: string | null;
}

/** The guest of a reservation, with links to the account and to the phone. */
export function GuestFacts({ guest, userUid }: Props) {
  const t = useT();
  if (guest === null) return <Typography color="text.secondary">{t("booking.guest_hidden")}</Typography>;
  const name = guest.name === "" ? t("booking.no_name") : guest.name;
  return (
    <Facts
      facts={[
        [
          t("booking.name"),
          userUid === null ? (
            name
          ) : (
            <AppLink key="name" to={paths.user(userUid)}>
              {name}
            </AppLink>
          ),
        ],
        [
          t("booking.phone"),
          guest.phone !== "" && (
            <MuiLink key="phone" href={`tel:${guest.phone.replaceAll(" ", "")}`}>
              {phoneText(guest.phone)}
            </MuiLink>
          ),
        ],
        [t("booking.email"), guest.email],
      ]}
    />
  );
}
