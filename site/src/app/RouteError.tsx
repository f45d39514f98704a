import { isRouteErrorResponse, useRouteError } from "react-router";
import { useTranslation } from "react-i18next";
import { isMissingScript, useReloadOnReconnect } from "@seki/shared/navigation";
import { PageProblem, browser, paths, useTitle } from "@/navigation";
import { Button, ButtonLink } from "@/ui";
import styles from "./RouteError.module.css";

type Kind = "missing" | "forbidden" | "refused" | "offline" | "busy" | "away" | "broken";

function kindOf(status: number | null): Kind {
  if (status === null) return "offline";
  if (status === 404) return "missing";
  if (status === 403) return "forbidden";
  if (status === 429) return "busy";
  if (status === 503) return "away";
  return status < 500 ? "refused" : "broken";
}

/** Returns the error of a route as a problem with a status; null is the status without a connection. */
function problemOf(error: unknown): PageProblem {
  if (error instanceof PageProblem) return error;
  if (isMissingScript(error)) return new PageProblem(null);
  return new PageProblem(isRouteErrorResponse(error) ? error.status : 500);
}

/**
 * Shown if a route's page could not be read or drawn: a heading, a sentence in the reader's language, and a link.
 * Without a connection, it reloads when there is one again.
 */
export function RouteError() {
  const { t } = useTranslation();
  const problem = problemOf(useRouteError());
  const kind = kindOf(problem.status);
  useReloadOnReconnect(kind === "offline");
  const title = t(`error.${kind}.title`);
  useTitle(title);
  return (
    <div className={styles.page}>
      <p className={styles.mark} aria-hidden="true" lang="ja">
        {kind === "missing" ? "無" : "休"}
      </p>
      <div className={styles.text}>
        {problem.status !== null && <p className={styles.code}>{problem.status}</p>}
        <h1>{title}</h1>
        <p>{problem.detail ?? t(`error.${kind}.text`)}</p>
        <div className={styles.actions}>
          <ButtonLink kind="primary" to={paths.home}>
            {t("error.home")}
          </ButtonLink>
          {kind !== "missing" && <Button onClick={() => browser.reload()}>{t("error.again")}</Button>}
        </div>
      </div>
    </div>
  );
}
