export { CourseLine } from "./components/CourseLine";
export { Place } from "./components/Place";
export { RestaurantHead } from "./components/RestaurantHead";
