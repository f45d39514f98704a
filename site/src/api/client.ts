import { callsOver, pagesOver, request } from "@seki/shared/api";
import { followRejection } from "@seki/shared/navigation";
import { rememberPage } from "./site-state";
import type { Page } from "./types";

export const send = callsOver(request, followRejection);
export const fetchPage = pagesOver<Page>(request, rememberPage);
