export { PageProblem, addressInLocale, localePrefixOf, withoutLocalePrefix } from "@seki/shared/navigation";
export { useTitle } from "./use-title";
