export { PageProblem, holdPage, missingPageLoader, pageLoader } from "./page-loader";
export { paths } from "./paths";
export { useFollow, usePage, useTitle } from "./use-page";
export type { PageView } from "./use-page";
export { addressInLocale, localePrefixOf, withoutLocalePrefix } from "@site/navigation/locale-prefix";
