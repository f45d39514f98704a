export { FavoriteButtons } from "./components/FavoriteButtons";
export { OptInDialog } from "./components/OptInDialog";
