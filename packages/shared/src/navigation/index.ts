export { browser } from "./browser";
export { useFocusOnPage, useFollowing } from "./hooks";
export { addressInLocale, localePrefixOf, withoutLocalePrefix } from "./locale-prefix";
export { PageProblem, pageLoading } from "./page-loader";
