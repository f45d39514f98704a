export { CardForm } from "./components/CardForm";
export { SavedCardLine } from "./components/SavedCardLine";
export { useThreeDSecure } from "./hooks/useThreeDSecure";
