export { LegalLinks } from "./components/LegalLinks";
export { LegalSections } from "./components/LegalSections";
