export { setTestTime } from "./test-time";
export { resetPage } from "./reset-page";
export { setWindowWidth } from "./window-width";
export { type OwnImport, importsIn, importsInCircles, listImports } from "./imports";
export { type TextTree, flatten, placeholders } from "./texts";
