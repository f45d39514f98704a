import { start } from "@/console/app/start";
import { loadTexts } from "./i18n/load-texts";
import { holdPage } from "./navigation";
import { createOwnerRouter } from "./routes";

void start({ holdPage, loadTexts, createRouter: createOwnerRouter });
