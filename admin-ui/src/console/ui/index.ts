export { AppLink } from "./AppLink";
export { AskProvider, useAsk } from "./Ask";
export { Facts } from "./Facts";
export type { Fact } from "./Facts";
export { PageTitle } from "./PageTitle";
export { PageSkeleton, PaneSkeleton } from "./Skeletons";
export { UndoProvider, useUndo } from "./Undo";
export { wordsOf } from "./words-of";
export { useListKeys } from "./use-list-keys";
