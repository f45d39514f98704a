import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { texts as en } from "@/admin/i18n/en";
import { later as enLater } from "@/admin/i18n/en/later";
import { texts as ja } from "@/admin/i18n/ja";
import { later as jaLater } from "@/admin/i18n/ja/later";

const ROOT = join(import.meta.dirname, "../../../..");
const DOMAIN = join(ROOT, "domain/src");

type Words = Record<string, string>;

/** Enumerations whose values no row of the audit log has. */
const UNAUDITED = new Set([
  "Alert",
  "BalanceKind",
  "Category",
  "Channel",
  "ChargeStatus",
  "CheckSubject",
  "ChecklistStep",
  "DayFigure",
  "DeletionObstacle",
  "DisputeFilter",
  "DisputeStage",
  "DisputeState",
  "DocumentKind",
  "DocumentType",
  "HoldingFate",
  "InterestType",
  "InviteType",
  "JobState",
  "LedgerAccount",
  "Level",
  "ObstacleRecordKind",
  "PeriodLength",
  "PlaceState",
  "PlanWarning",
  "ProviderList",
  "RoundProgress",
  "RowOutcome",
  "SlotState",
  "Source",
  "Stage",
  "TableShape",
  "TaskSubject",
  "TransferKind",
  "TrialRefusal",
  "VerificationStatus",
]);

/** Returns the texts of the Rust files in a folder of the domain. */
function sources(folder: string): string[] {
  const files = readdirSync(join(DOMAIN, folder), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".rs")).map((file) => readFileSync(join(DOMAIN, folder, file), "utf8"));
}

/** Returns the words of the page of the audit log, as `Detail` reads them. */
function wordsOf({ first, later }: typeof LANGUAGES.ja): { keys: Words; values: Words } {
  const lists = Object.entries(later.resources).map(([list, { name }]) => [list, name.split(" |||| ").at(-1)!]);
  const values = {
    ...first.features.name,
    ...first.risky_settings.name,
    ...(Object.fromEntries(lists) as Words),
    ...first.field,
    ...first.masters.kind,
    ...later.audit.value,
  };
  return { keys: { ...first.field, ...later.audit.key }, values };
}

const LANGUAGES = {
  ja: { first: ja, later: jaLater },
  en: { first: en as typeof ja, later: enLater as typeof jaLater },
};

it.each(["ja", "en"] as const)("(%s) the server's files have the same words", (language) => {
  const texts = JSON.parse(readFileSync(join(ROOT, `domain/locales/${language}.json`), "utf8")) as Words;
  const group = (prefix: string) =>
    Object.fromEntries(
      Object.entries(texts)
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, text]) => [key.slice(prefix.length), text]),
    );
  const { keys, values } = wordsOf(LANGUAGES[language]);
  expect(group("word.audit_key.")).toEqual(keys);
  expect(group("word.audit_value.")).toEqual(values);
});

it("each value that the audit log may have has a word", () => {
  const { values } = wordsOf(LANGUAGES.ja);
  const missing = sources("").flatMap((text) =>
    [...text.matchAll(/text_enum! \{(.*?)\n\}/gs)].flatMap(([, body = ""]) => {
      const name = /enum (\w+)/.exec(body)?.[1] ?? "";
      const codes = [...body.matchAll(/ = "([^"]+)"/g)].map(([, code = ""]) => code);
      return UNAUDITED.has(name) ? [] : codes.filter((code) => !(code in values)).map((code) => `${name}: ${code}`);
    }),
  );
  expect(missing).toEqual([]);
});

it("each field of a restaurant and of master data has a label", () => {
  const { keys } = wordsOf(LANGUAGES.ja);
  const records = [...sources("masters"), ...sources("restaurants")].flatMap((text) => [
    ...text.matchAll(/pub struct (?:\w+Record|Profile|FeeTier) \{(.*?)\n\}/gs),
  ]);
  const fields = records.flatMap(([, body = ""]) =>
    [...body.matchAll(/^ {4}pub (\w+):/gm)].map(([, name = ""]) => name),
  );
  expect(fields.length).toBeGreaterThan(100);
  expect([...new Set(fields)].filter((field) => !(field in keys))).toEqual([]);
});
