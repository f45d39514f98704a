export { FavoriteButtons } from "./components/FavoriteButtons";
export { OptInDialog } from "./components/OptInDialog";
export { isSignedOut, signInForFavorite } from "./model/sign-in";
