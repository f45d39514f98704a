export { FavoriteActions } from "./components/FavoriteActions";
export { FavoriteButtons } from "./components/FavoriteButtons";
export { useFavorite } from "./hooks/useFavorite";
