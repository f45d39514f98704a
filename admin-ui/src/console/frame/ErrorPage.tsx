import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useRouteError } from "react-router";
import { browser } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { PageProblem, useTitle } from "@/console/navigation";

/** A page that is not there, or that broke. `home` is where it leads. */
export function ErrorPage({ home }: { home: string | null }) {
  const t = useT();
  const error = useRouteError();
  const problem = error instanceof PageProblem ? error : null;
  const { title, text } = explain();
  useTitle(title);
  return (
    <Box role="alert" sx={{ maxWidth: 560, mx: "auto", py: 6, display: "grid", gap: 2, justifyItems: "start" }}>
      {problem?.status != null && (
        <Typography color="text.secondary" sx={{ letterSpacing: "0.1em" }}>
          {problem.status}
        </Typography>
      )}
      <Typography variant="h1">{title}</Typography>
      <Typography>{text}</Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {home !== null && (
          <Button variant="contained" component={Link} to={home}>
            {t("problem.home")}
          </Button>
        )}
        <Button variant="outlined" onClick={() => browser.reload()}>
          {t("console.retry")}
        </Button>
      </Box>
    </Box>
  );

  function explain(): { title: string; text: string } {
    if (problem === null) return { title: t("problem.internal"), text: t("problem.internal_text") };
    if (problem.status === null) return { title: t("problem.network"), text: t("console.network_error") };
    if (problem.status === 404) return { title: t("problem.not_found"), text: t("problem.not_found_text") };
    return { title: problem.title ?? t("problem.internal"), text: problem.detail ?? t("problem.internal_text") };
  }
}
