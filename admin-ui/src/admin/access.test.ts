import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ACCESS, mayDo } from "./access";

const LISTS = join(import.meta.dirname, "../../../web-server/src/admin/lists.rs");
const READER = /^ {4}\w+ "(\w+)": (None|Some\(AdminFlag::\w+\)), (None|Some\(AdminFlag::\w+\)), (?:true|false);$/gm;

/** The permission of the server's table as a flag: `Some(AdminFlag::PrivacyExport)` as `privacy_export`. */
function flagsIn(permission: string): string[] | undefined {
  const name = /AdminFlag::(\w+)/.exec(permission)?.[1];
  return name === undefined ? undefined : [name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()];
}

it("has the permissions that the server requires", () => {
  const lists = [...readFileSync(LISTS, "utf8").matchAll(READER)];
  const required = lists.map(([, name = "", read = "", exported = ""]) => ({
    name,
    read: flagsIn(read),
    export: flagsIn(exported),
  }));
  expect(required.length).toBeGreaterThan(10);
  const known = required.map(({ name }) => ({ name, read: ACCESS[name]?.read, export: ACCESS[name]?.export }));
  expect(known).toEqual(required);
});

const may = (flags: object) => ["list", "export"].map((action) => mayDo(flags, action, "privacy"));

it("lets one of a resource's permissions read it, and requires the one of its files for them", () => {
  expect(may({})).toEqual([false, false]);
  expect(may({ privacy_erase: true })).toEqual([true, false]);
  expect(may({ privacy_export: true })).toEqual([true, true]);
  expect(mayDo(undefined, "export", "raffle_rounds")).toBe(true);
});
