export { FavoriteButtons } from "./components/FavoriteButtons";
export { NotificationsButton } from "./components/NotificationsButton";
export { RemoveButton } from "./components/RemoveButton";
export { useFavorite } from "./hooks/useFavorite";
