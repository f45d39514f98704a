export { holdPage, missingPageLoader, pageLoader } from "./page-loader";
export { paths } from "./paths";
export { useFollow } from "./use-follow";
export { useNarrowing } from "./use-narrowing";
export { useOwnerPages } from "./use-owner-pages";
export { usePageData } from "./use-page-data";
export { useInstant } from "./use-instant";
export { useSlug } from "./use-place";
