export { PageProblem, addressInLocale, browser, localePrefixOf } from "@seki/shared/navigation";
export { AppLink } from "./AppLink";
export { useFollow, useLocale, usePageData, useTitle, useTitleState } from "./hooks";
export { holdPage, missingPageLoader, pageLoader } from "./page-loader";
export { LEGAL_KINDS, WELCOME_BY_DOT, pagePatterns, paths } from "./paths";
export type { LegalKind } from "./paths";
export { useBackgroundRefresh, useRenewal } from "./use-renewal";
