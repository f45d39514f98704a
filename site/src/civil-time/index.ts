export * from "./civil-date";
export * from "./format";
export * from "./countdown";
