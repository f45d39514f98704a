import Box from "@mui/material/Box";
import Pagination from "@mui/material/Pagination";
import PaginationItem from "@mui/material/PaginationItem";
import { useListContext } from "ra-core";
import { Link, useLocation } from "react-router";

/** Links to the list's other pages; nothing for a single page. */
export function ListPages({ label }: { label: string }) {
  const { page, perPage, total = 0 } = useListContext();
  const { search } = useLocation();
  const count = Math.ceil(total / perPage);
  if (count <= 1) return null;
  const addressOf = (target: number) => {
    const parameters = new URLSearchParams(search);
    parameters.set("page", String(target));
    return `?${parameters}`;
  };
  return (
    <Box sx={{ display: "flex", justifyContent: "center", mt: 2 }}>
      <Pagination
        count={count}
        page={page}
        aria-label={label}
        renderItem={(item) => <PaginationItem component={Link} to={addressOf(item.page ?? 1)} {...item} />}
      />
    </Box>
  );
}
