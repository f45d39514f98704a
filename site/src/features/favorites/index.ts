export { FavoriteButtons } from "./components/FavoriteButtons";
