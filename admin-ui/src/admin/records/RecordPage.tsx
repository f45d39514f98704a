import type { ReactNode } from "react";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import type { RaRecord } from "ra-core";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { RecordPane } from "@/console/lists";
import { PageTitle } from "@/console/ui";

interface Props {
  resource: string;
  title: string;
  record: RaRecord;
  /** The page of the list, and its name. */
  list: { to: string; title: string };
  actions?: ReactNode;
  /** The columns of the list. */
  children: ReactNode;
}

/** The page of a record of a list: all its columns. */
export function RecordPage({ resource, title, record, list, actions, children }: Props) {
  return (
    <>
      <PageTitle
        title={title}
        actions={
          <>
            {actions}
            <Button component={Link} to={list.to}>
              {list.title}
            </Button>
          </>
        }
      />
      <RecordPane resource={resource} record={record}>
        {children}
      </RecordPane>
    </>
  );
}

/** A link to the page on which a payment is refunded or corrected. */
export function PaymentActions({ reservation, user }: { reservation: string | null; user: string | null }) {
  const t = useT();
  if (reservation === null && user === null) return null;
  return (
    <Button
      component={Link}
      to={reservation === null ? paths.user(user ?? "") : paths.charges(reservation)}
      variant="outlined"
    >
      {t(reservation === null ? "records.to_user" : "records.to_reservation")}
    </Button>
  );
}
