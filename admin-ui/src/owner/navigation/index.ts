export * from "@/console/navigation";
export { missingPageLoader, pageLoader } from "./page-loader";
export { paths } from "./paths";
export { useFollow, usePage } from "./use-page";
export type { PageView } from "./use-page";
