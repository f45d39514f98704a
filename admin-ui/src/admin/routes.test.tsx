import { expect, it } from "vitest";
import { loadTexts } from "./i18n/load-texts";
import { createAdminRouter } from "./routes";

it("have unique ids", async () => {
  const router = createAdminRouter("/admin/sign_in", await loadTexts("ja"));
  expect(router.routes.length).toBeGreaterThan(0);
  router.dispose();
});
