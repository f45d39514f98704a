export { AdvancedSearchDoor } from "./components/AdvancedSearchDoor";
export { PremiumDoor } from "./components/PremiumDoor";
export { VacancyLabel } from "./components/VacancyLabel";
export { useVacancies } from "./hooks/useVacancies";
