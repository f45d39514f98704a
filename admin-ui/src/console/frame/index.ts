export { Brand, Seal } from "./Brand";
export { ErrorPage } from "./ErrorPage";
export { Frame } from "./Frame";
export { LanguageSwitcher } from "./LanguageSwitcher";
export { isAt } from "./menu";
export type { MenuEntry, MenuGroup } from "./menu";
