export { browser } from "./browser";
export { useFocusOnPage, useFollowing } from "./hooks";
export { addressInLocale, localePrefixOf, withoutLocalePrefix } from "./locale-prefix";
export { followingRefusals, isFollowed } from "./refusals";
export { pageComponent } from "./page-component";
export { PageProblem, pageLoading } from "./page-loader";
export { useCameBack } from "./use-came-back";
