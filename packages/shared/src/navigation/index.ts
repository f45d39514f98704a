export { browser, hasUnsavedInput, isLeavingDocument } from "./browser";
export { useFocusOnPage, useFollowing } from "./hooks";
export { addressInLocale, localePrefixOf, withoutLocalePrefix } from "./locale-prefix";
export { isMissingScript } from "./missing-script";
export { registerRejectionFollower, followRejection } from "./rejections";
export { pageComponent } from "./page-component";
export { PageProblem, pageLoading } from "./page-loader";
export { useBackNavigation } from "./use-back-navigation";
export { useReloadOnReconnect } from "./use-reload-on-reconnect";
