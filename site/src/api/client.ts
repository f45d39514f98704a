import { callsOver, pagesOver, request } from "@seki/shared/api";
import { isFollowed } from "@seki/shared/navigation";
import { rememberPage } from "./site-state";
import type { Page } from "./types";

export const send = callsOver(request, isFollowed);
export const fetchPage = pagesOver<Page>(request, rememberPage);
