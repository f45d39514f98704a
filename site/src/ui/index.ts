export { AskProvider, useAsk } from "./Ask";
export { Button, ButtonLink } from "./Button";
export { Dialog } from "./Dialog";
export { Checkbox, ErrorText, Field, SelectField, TextAreaField, TextField } from "./Field";
export { Icon } from "./Icon";
export { Notice } from "./Notice";
export { EmptyState, Facts, PageFrame, PageSkeleton, Panel, Skeleton, Stack } from "./Surface";
export { cx } from "./cx";
export { Pager } from "./Pager";
