export { RestaurantCards } from "./components/RestaurantCards";
