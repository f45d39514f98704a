import { start } from "@/console/app/start";
import { loadTexts } from "./i18n/load-texts";
import { holdPage } from "./navigation";
import { createAdminRouter } from "./routes";

void start({ holdPage, loadTexts, createRouter: createAdminRouter });
