export { AppLink } from "./AppLink";
export { useFollow, useLocale, usePageData, useTitle } from "./hooks";
export { browser } from "./leave";
export { addressInLocale, localePrefixOf, withoutLocalePrefix } from "./locale-prefix";
export { PageProblem, holdPage, missingPageLoader, pageLoader } from "./page-loader";
export { pagePatterns, paths } from "./paths";
