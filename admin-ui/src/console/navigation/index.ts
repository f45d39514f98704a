export { PageProblem, addressInLocale, localePrefixOf } from "@seki/shared/navigation";
export { useTitle } from "./use-title";
