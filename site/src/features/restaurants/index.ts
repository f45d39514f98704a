export { CourseLine } from "./components/CourseLine";
export { RestaurantCards } from "./components/RestaurantCards";
