import type { calendar as source } from "../ja/calendar";

export const calendar: typeof source = {};
