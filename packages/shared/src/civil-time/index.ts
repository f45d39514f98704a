export * from "./civil-date";
export * from "./format";
