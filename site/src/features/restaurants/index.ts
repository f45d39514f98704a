export { CourseLine } from "./components/CourseLine";
export { RestaurantHead } from "./components/RestaurantHead";
