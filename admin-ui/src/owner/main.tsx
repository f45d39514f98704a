import { start } from "@/console/app/start";
import { loadTexts } from "./i18n/load-texts";
import { holdDay, revivePage } from "./offline/cached-pages";
import { createOwnerRouter } from "./routes";

void start({ revive: revivePage, holdPage: holdDay, loadTexts, createRouter: createOwnerRouter });
