import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});

it("an upgrade deletes the cached days and keeps the unsent notes", async () => {
  const before = await openDB("seki_owner", 1, {
    upgrade(database) {
      database.createObjectStore("days", { keyPath: ["slug", "date"] });
      database.createObjectStore("notes", { keyPath: "id", autoIncrement: true });
    },
  });
  await before.add("days", { slug: "kagura", date: "2026-12-08" });
  await before.add("notes", { key: "k1" });
  before.close();
  const { openDatabase } = await import("./store");
  const database = await openDatabase();
  expect(await database.count("days")).toBe(0);
  expect(await database.getAll("notes")).toMatchObject([{ key: "k1" }]);
});

it("a window gives way to a newer version of the database", async () => {
  const { openDatabase } = await import("./store");
  await openDatabase();
  const next = await openDB("seki_owner", 99);
  expect(next.version).toBe(99);
  next.close();
});
