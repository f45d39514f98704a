export { type OwnImport, importsIn, listImports } from "./imports";
export { type TextTree, flatten, placeholders } from "./texts";
