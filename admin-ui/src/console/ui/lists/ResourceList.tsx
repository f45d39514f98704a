import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { HttpError, ListBase, useListContext } from "ra-core";
import type { RaRecord, SortPayload } from "ra-core";
import { Link, useLocation } from "react-router";
import { useT } from "@/console/i18n/use-t";
import { PaneSkeleton } from "../Skeletons";
import { LIST_PARAMETERS } from "./address";

interface Props<Row extends RaRecord> {
  resource: string;
  sort: SortPayload;
  perPage: number;
  /** A fixed filter in addition to the list's own filters. */
  filter?: Record<string, string>;
  /** The first rows, which came with the page. When the page is reloaded, the list is reloaded too. */
  first: { data: readonly Row[]; total: number };
  children: ReactNode;
}

/** A list of the data provider. Its page, sorting and filter are in the address. */
export function ResourceList<Row extends RaRecord>({
  resource,
  sort,
  perPage,
  filter = {},
  first,
  children,
}: Props<Row>) {
  const queryClient = useQueryClient();
  const { search } = useLocation();
  useState(() => {
    if (LIST_PARAMETERS.some((name) => new URLSearchParams(search).has(name))) return;
    const data = first.data.slice(0, perPage);
    const asked = { pagination: { page: 1, perPage }, sort, filter };
    queryClient.setQueryData([resource, "getList", asked], { data, total: first.total });
  });
  const known = useRef(first.data);
  useEffect(() => {
    if (known.current === first.data) return;
    known.current = first.data;
    void queryClient.invalidateQueries({ queryKey: [resource, "getList"] });
  }, [queryClient, resource, first.data]);
  return (
    <ListBase
      resource={resource}
      sort={sort}
      perPage={perPage}
      filter={filter}
      storeKey={false}
      exporter={false}
      disableAuthentication
      queryOptions={{ onError: () => undefined }}
    >
      {children}
    </ListBase>
  );
}

/**
 * The rows, or their replacement: a skeleton while they load, an error if they cannot be loaded or the address is
 * rejected, or the empty text.
 */
export function Rows({ empty, children }: { empty: string; children: ReactNode }) {
  const t = useT();
  const { data, error, isPending, isPlaceholderData, refetch } = useListContext();
  const { pathname } = useLocation();
  if (error) {
    const wasRefused = error instanceof HttpError && error.status < 500;
    return (
      <Alert
        severity="error"
        action={
          wasRefused ? (
            <Button color="inherit" size="small" component={Link} to={pathname}>
              {t("console.whole_list")}
            </Button>
          ) : (
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {t("console.retry")}
            </Button>
          )
        }
      >
        {t("console.fetch_failed")}
      </Alert>
    );
  }
  if (isPending) return <PaneSkeleton />;
  if (data.length === 0) {
    return (
      <Typography color="text.secondary" sx={{ py: 4, textAlign: "center" }}>
        {empty}
      </Typography>
    );
  }
  return (
    <Box aria-busy={isPlaceholderData || undefined} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      {children}
    </Box>
  );
}
