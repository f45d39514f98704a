import { useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "./Button";
import { Notice } from "./Notice";
import { EmptyState } from "./Surface";

/** Shown when the server ignored unknown values of a search, of an old address for instance (gaps G076). */
export function IgnoredConditions({ names }: { names: string[] }) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <Notice live>
      <p>{t("common.ignored_conditions")}</p>
    </Notice>
  );
}

/** Shown on a page of results beyond the last, with a link to the first page of the same search. */
export function BeyondLastPage({ path }: { path: string }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const first = new URLSearchParams(params);
  first.delete("page");
  const query = first.toString();
  return (
    <EmptyState title={t("pager.beyond")}>
      <p>{t("pager.beyond_text")}</p>
      <ButtonLink to={query ? `${path}?${query}` : path}>{t("pager.first")}</ButtonLink>
    </EmptyState>
  );
}
