export { holdPage, missingPageLoader, pageLoader } from "./page-loader";
export { paths } from "./paths";
export { usePageData } from "./use-page-data";
