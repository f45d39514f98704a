export { FavoriteButtons } from "./components/FavoriteButtons";
export { NotificationsButton } from "./components/NotificationsButton";
export { useFavorite } from "./hooks/useFavorite";
