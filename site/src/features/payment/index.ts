export { CardForm } from "./components/CardForm";
export { CardVerificationFailed } from "./components/CardVerificationFailed";
export { SavedCardLine } from "./components/SavedCardLine";
export { useThreeDSecure } from "./hooks/useThreeDSecure";
export { refundText } from "./model/refund-text";
