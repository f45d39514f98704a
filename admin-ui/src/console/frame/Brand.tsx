import Box from "@mui/material/Box";
import { Link } from "react-router";
import { useT } from "@/console/i18n/use-t";
import { palette } from "@/console/ui/theme";

const words = {
  display: "inline-flex",
  alignItems: "center",
  gap: 1,
  color: "inherit",
  textDecoration: "none",
  py: 0.5,
} as const;

/**
 * The logo and the front end's name, as on the diners' site; on a phone only the logo. It links to the front end's
 * first page.
 */
export function Brand({ home }: { home: { to: string; label: string } | null }) {
  const t = useT();
  const content = (
    <>
      <Seal />
      <Box
        component="span"
        aria-hidden="true"
        sx={{ display: { xs: "none", md: "inline" }, typography: "h3", whiteSpace: "nowrap" }}
      >
        {t("front_end.brand")}
      </Box>
    </>
  );
  if (home === null) {
    return (
      <Box role="img" aria-label={t("front_end.site_name")} sx={words}>
        {content}
      </Box>
    );
  }
  return (
    <Box component={Link} to={home.to} aria-label={`${t("front_end.site_name")} ${home.label}`} sx={words}>
      {content}
    </Box>
  );
}

export function Seal() {
  return (
    <Box
      component="span"
      aria-hidden="true"
      lang="ja"
      sx={{
        display: "grid",
        placeItems: "center",
        width: 34,
        height: 34,
        borderRadius: "4px 3px 5px 3px",
        bgcolor: palette.shu,
        color: "#fbf6ea",
        typography: "h2",
        fontWeight: 700,
        lineHeight: 1,
      }}
    >
      席
    </Box>
  );
}
