export { FavoriteButtons } from "./components/FavoriteButtons";
export { NotificationsButton } from "./components/NotificationsButton";
export { OptInDialog } from "./components/OptInDialog";
export { isSignedOut, signInForFavorite } from "./model/sign-in";
