import Button from "@mui/material/Button";
import { Link } from "react-router";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

/** Restaurants' requests to cancel without a fee. The reservation's page decides on a request. */
export default function AdminCancelRequestsPage() {
  const t = useT();
  const instant = useInstant();
  const { is_all, requests } = usePageData<"admin_cancel_requests">();
  return (
    <>
      <PageTitle
        title={t("cancel_requests.title")}
        actions={
          <Button component={Link} to={is_all ? paths.cancelRequests : `${paths.cancelRequests}?all=1`}>
            {t(is_all ? "cancel_requests.only_waiting" : "cancel_requests.all")}
          </Button>
        }
      />
      <RowTable
        isNamed
        below="md"
        label={t("cancel_requests.title")}
        rows={requests}
        keyOf={({ uid }) => uid}
        empty={t(is_all ? "cancel_requests.none_ever" : "cancel_requests.none")}
        columns={[
          {
            label: t("cancel_requests.reservation"),
            cell: reservation,
            isWhole: true,
          },
          {
            label: t("cancel_requests.restaurant"),
            cell: restaurant,
          },
          {
            label: t("cancel_requests.visit"),
            cell: ({ display_time, guests_count: count }) =>
              `${display_time} ${t("cancel_requests.guests", { count })}`,
            isWhole: true,
          },
          { label: t("cancel_requests.reason"), cell: ({ reason }) => t(`cancel_requests.cause.${reason}`) },
          { label: t("cancel_requests.filed"), cell: ({ created_at }) => instant(created_at), isWhole: true },
          {
            label: t("cancel_requests.state"),
            cell: ({ status }) => t(`cancel_requests.status.${status as "pending"}`),
          },
        ]}
      />
    </>
  );
}

type Request = Schemas["AdminCancelRequest"];

const reservation = (request: Request) => (
  <AppLink to={paths.reservation(request.reservation_uid)}>{request.reservation_code}</AppLink>
);
const restaurant = ({ restaurant_slug: slug, restaurant_name: name }: Request) => (
  <AppLink to={paths.restaurant(slug)}>{name}</AppLink>
);
