import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useRouteError } from "react-router";
import { isMissingScript, useReloadOnReconnect } from "@seki/shared/navigation";
import { browser } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { PageProblem, useTitle } from "@/console/navigation";

/** Temporary responses of a proxy, or of a server without its database. */
const PASSING = new Set([502, 503, 504]);

interface Props {
  /** The target of the link; null without one. */
  home: string | null;
  /** The pages are about all restaurants, so that a missing one cannot belong to another restaurant. */
  isOfAllRestaurants?: boolean;
}

/** The page of a missing or broken page. It reloads when a disconnected server responds again. */
export function ErrorPage({ home, isOfAllRestaurants = false }: Props) {
  const t = useT();
  const error = useRouteError();
  const problem = error instanceof PageProblem ? error : null;
  const { title, text } = explain();
  const isUnanswered = problem === null ? isMissingScript(error) : isPassing(problem);
  useTitle(title);
  useReloadOnReconnect(isUnanswered, { polls: true });
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
    if (problem.status === 404) {
      const reason = t(isOfAllRestaurants ? "problem.not_found_anywhere" : "problem.not_found_text");
      return { title: t("problem.not_found"), text: reason };
    }
    if (problem.status === 422) {
      return { title: t("problem.invalid"), text: problem.detail ?? t("problem.invalid_text") };
    }
    return { title: problem.title ?? t("problem.internal"), text: problem.detail ?? t("problem.internal_text") };
  }
}

function isPassing({ status }: PageProblem): boolean {
  return status === null || PASSING.has(status);
}
