import { callsOver, pagesOver, request } from "@seki/shared/api";
import { rememberPage } from "./site-state";
import type { Page } from "./types";

export const send = callsOver(request);
export const fetchPage = pagesOver<Page>(request, rememberPage);
