export { useUnusualDay } from "./use-unusual-day";
