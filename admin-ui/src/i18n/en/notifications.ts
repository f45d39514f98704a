import type { notifications as source } from "../ja/notifications";

export const notifications: typeof source = {};
