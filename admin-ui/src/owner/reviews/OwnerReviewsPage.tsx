import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import { DataTable } from "react-admin";
import { formatShortInstant } from "@seki/shared/civil-time";
import { plainDate } from "@/console/i18n/page-language";
import { ConsoleList, ListTable } from "@/console/lists";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { AppLink, PageTitle } from "@/console/ui";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { FileActions } from "../lists";
import { RATINGS } from "./model";
import type { Rating, Reason } from "./model";

type Review = Schemas["OwnerReviewEntry"];
const Col = DataTable.Col<Review>;

const NEWEST_FIRST = { field: "id", order: "DESC" } as const;
const SORT_FIELDS = ["id", "starts_at", "guest_name", "rating", "updated_at"];

/** The ratings that staff gave to guests after their visits. */
export default function OwnerReviewsPage() {
  const t = useT();
  const { data } = usePage<"owner_reviews">();
  return (
    <>
      <PageTitle title={t("menu.reviews")} />
      <Typography sx={{ mb: 2 }}>{t("review_list.lead")}</Typography>
      <ConsoleList<Review>
        resource="reviews"
        sort={NEWEST_FIRST}
        perPage={25}
        first={{ data: data.reviews, total: data.total }}
        filters={useFilters()}
        actions={<FileActions sortFields={SORT_FIELDS} />}
      >
        <Reviews />
      </ConsoleList>
    </>
  );
}

function useFilters() {
  const t = useT();
  const { choice, text, days } = useFilterInputs();
  return [
    text("guest_name", true),
    choice(
      "rating",
      RATINGS.map((rating) => [rating, t(`reviews.ratings.${rating}`)]),
      true,
    ),
    ...days("date"),
    text("reviewed_by"),
  ];
}

function Reviews() {
  const t = useT();
  const { locale } = usePage<"owner_reviews">();
  const { filterValues } = useListContext();
  const isNarrowed = Object.keys(filterValues as object).length > 0;
  return (
    <ListTable
      label={t("menu.reviews")}
      empty={t(isNarrowed ? "review_list.none_found" : "review_list.none")}
      sx={STYLES}
    >
      <Col
        source="starts_at"
        sortByOrder="DESC"
        render={({ reservation_uid, starts_at }) => (
          <AppLink to={paths.reservation(reservation_uid)}>{formatShortInstant(starts_at, locale)}</AppLink>
        )}
      />
      <Col
        source="guest_name"
        render={({ customer_uid, guest_name }) =>
          customer_uid === null ? guest_name : <AppLink to={paths.customer(customer_uid)}>{guest_name}</AppLink>
        }
      />
      <Col source="guests_count" render={({ guests_count }) => t("console.guests", { count: guests_count })} />
      <Col source="rating" render={({ rating }) => t(`reviews.ratings.${rating as Rating}`)} />
      <Col
        source="reasons"
        disableSort
        render={({ reasons }) =>
          reasons.map((reason) => t(`reviews.reasons.${reason as Reason}`)).join(t("customer_merge.separator"))
        }
      />
      <Col source="reviewed_by" />
      <Col source="updated_at" sortByOrder="DESC" render={({ updated_at }) => plainDate(updated_at)} />
    </ListTable>
  );
}

const STYLES = {
  "& td": { overflowWrap: "anywhere" },
  "& td.column-starts_at, & td.column-guests_count, & td.column-rating, & td.column-updated_at": {
    whiteSpace: "nowrap",
  },
} as const;
