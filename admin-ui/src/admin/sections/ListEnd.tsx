import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link, useLocation } from "react-router";
import { useT } from "@/admin/i18n/use-t";

/** Links to a list's next rows and back to its first ones; nothing if all rows are shown. */
export function ListEnd({ next }: { next: string | null }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search);
  const isFirst = !asked.has("after");
  if (next === null && isFirst) return null;
  const addressOf = (after: string | null) => {
    const parameters = new URLSearchParams(search);
    if (after === null) parameters.delete("after");
    else parameters.set("after", after);
    return `${pathname}?${parameters}`;
  };
  return (
    <Box
      component="nav"
      aria-label={t("sections.pages")}
      sx={{ display: "flex", justifyContent: "center", gap: 1, mt: 2 }}
    >
      {!isFirst && (
        <Button component={Link} to={addressOf(null)}>
          {t("sections.first")}
        </Button>
      )}
      {next !== null && (
        <Button variant="outlined" component={Link} to={addressOf(next)}>
          {t("sections.next")}
        </Button>
      )}
    </Box>
  );
}
