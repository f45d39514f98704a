import Box from "@mui/material/Box";
import { Link } from "react-router";
import { palette } from "@/app/theme";
import { useT } from "@/i18n/use-t";
import { paths } from "@/navigation";

/** The seal and the word, as on the diners' site; on a phone the seal alone. */
export function Brand() {
  const t = useT();
  return (
    <Box
      component={Link}
      to={paths.home}
      aria-label={`${t("console.site_name")} ${t("home.title")}`}
      sx={{ display: "inline-flex", alignItems: "center", gap: 1, color: "inherit", textDecoration: "none", py: 0.5 }}
    >
      <Seal />
      <Box
        component="span"
        aria-hidden="true"
        sx={{ display: { xs: "none", md: "inline" }, typography: "h3", whiteSpace: "nowrap" }}
      >
        {t("console.brand")}
      </Box>
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
