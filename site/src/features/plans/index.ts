export { AdvancedSearchButton } from "./components/AdvancedSearchButton";
export { PremiumButton } from "./components/PremiumButton";
export { VacancyLabel } from "./components/VacancyLabel";
export { useVacancies } from "./hooks/useVacancies";
