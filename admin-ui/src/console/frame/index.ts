export { AccountMenu } from "./AccountMenu";
export { Brand, Seal } from "./Brand";
export { ErrorPage } from "./ErrorPage";
export { Frame } from "./Frame";
export { LanguageSwitcher } from "./LanguageSwitcher";
export type { MenuEntry, MenuGroup } from "./menu";
