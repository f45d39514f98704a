import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useRouteError } from "react-router";
import { browser } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { PageProblem, useTitle } from "@/console/navigation";
import { useReturn } from "./use-return";

/** What a proxy, or a server without its database, answers for a while. */
const PASSING = new Set([502, 503, 504]);

/** A page that is not there, or that broke; one that was not answered comes back by itself. `home` is where it leads. */
export function ErrorPage({ home }: { home: string | null }) {
  const t = useT();
  const error = useRouteError();
  const problem = error instanceof PageProblem ? error : null;
  const { title, text } = explain();
  const isUnanswered = problem === null ? isMissingScript(error) : isPassing(problem);
  useTitle(title);
  useReturn(isUnanswered);
  return (
    <Box role="alert" sx={{ maxWidth: 560, mx: "auto", py: 6, display: "grid", gap: 2, justifyItems: "start" }}>
      {problem?.status != null && (
        <Typography color="text.secondary" sx={{ letterSpacing: "0.1em" }}>
          {problem.status}
        </Typography>
      )}
      <Typography variant="h1">{title}</Typography>
      <Typography>{text}</Typography>
      {isUnanswered && <Typography role="status">{t("problem.comes_back")}</Typography>}
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
    if (problem === null && isMissingScript(error))
      return { title: t("problem.network"), text: t("console.network_error") };
    if (problem === null) return { title: t("problem.internal"), text: t("problem.internal_text") };
    if (problem.status === null) return { title: t("problem.network"), text: t("console.network_error") };
    if (problem.status === 404) return { title: t("problem.not_found"), text: t("problem.not_found_text") };
    return { title: problem.title ?? t("problem.internal"), text: problem.detail ?? t("problem.internal_text") };
  }
}

function isPassing({ status }: PageProblem): boolean {
  return status === null || PASSING.has(status);
}

/** A page's script that did not come: each browser says it in its own words. */
function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && /import|module script|fetch/i.test(error.message);
}
