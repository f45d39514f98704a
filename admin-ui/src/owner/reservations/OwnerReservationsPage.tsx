import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { TextInput } from "react-admin";
import { PageTitle } from "@/console/ui";
import { inWindow, mayExport, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageRestaurant } from "../layout/PageRestaurant";
import { PageList } from "../lists";
import { Conditions } from "./Conditions";
import { ReservationRows, SORT_FIELDS, TABLE_WIDTH } from "./ReservationRows";
import { reservationsQuery } from "./search";
import type { ListFilter } from "./search";

type Listed = Schemas["ListedReservation"];

/** Lists reservations of all kinds. The filter is in the address, which can be saved and shared (owner §7, §9). */
export default function OwnerReservationsPage() {
  const t = useT();
  const { data } = usePage<"owner_reservations">();
  return (
    <>
      <PageTitle
        title={t("reservations.title")}
        actions={
          <>
            <PageRestaurant />
            <Downloads filter={data.filter} />
          </>
        }
      />
      <PageList<Listed>
        resource="reservations"
        rows={data.reservations}
        page={data.current_page}
        total={data.total}
        filter={data.filter}
        queryOf={reservationsQuery}
        filters={[
          <TextInput
            key="text"
            source="text"
            type="search"
            label={t("reservations.name_search")}
            sx={{ width: { sm: 320 } }}
            alwaysOn
          />,
        ]}
        sortFields={SORT_FIELDS}
        tableWidth={TABLE_WIDTH}
      >
        <Conditions presets={data.presets} />
        <ReservationRows />
      </PageList>
    </>
  );
}

/** The files with all reservations of the filter. */
function Downloads({ filter }: { filter: ListFilter }) {
  const t = useT();
  const { role } = useSession();
  if (!mayExport(role)) return null;
  const query = reservationsQuery(filter);
  return (["csv", "xlsx"] as const).map((kind) => (
    <Button
      key={kind}
      startIcon={<DownloadIcon />}
      component="a"
      href={inWindow(`${paths.reservations}.${kind}${query === "" ? "" : `?${query}`}`)}
      download
    >
      {t(kind === "csv" ? "reservations.csv" : "reservations.excel")}
    </Button>
  ));
}
