import { callsOver, pagesOver } from "@seki/shared/api";
import { rememberPage, request } from "@/console/api";
import type { Page } from "./types";

export const send = callsOver(request);
export const fetchPage = pagesOver<Page>(request, rememberPage);
