import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { texts as en } from "./i18n/en";
import { later as enLater } from "./i18n/en/later";
import { texts as ja } from "./i18n/ja";
import { later as jaLater } from "./i18n/ja/later";
import { kinds } from "./masters/kinds";

/** Groups of the server's words, which mails, evidence and the command line print, and the texts of this console for the same codes. */
const GROUPS = {
  charge_status: "reservation.state",
  dispute_state: "disputes.state",
  dispute_bearer: "disputes.bearer",
  adjustment_status: "adjustment.status",
  borne_by: "adjustment.bearer",
  mail: "user.mail",
  cancel_request_status: "cancel_requests.status",
  end_cause: "cancel_requests.cause",
  no_show_fee_status: "no_show_fees.status",
  queue: "system.named.queue",
  job_state: "system.state",
  job_kind: "system.kind",
  schedule: "system.named.schedule",
  plan_kind: "rounds.kind",
  announcement_status: "release.status",
  announcement_subject: "release.subjects",
  actor: "audit.kind",
  holding_fate: "privacy.fate",
  holding: "privacy.table",
  action: "audit.action",
  transfer_kind: "records.transfer_kind",
  ledger_account: "records.ledger_account",
  grade: "value.grade",
};

/** The same for texts that the server has outside its words. */
const LABELS = {
  charge: "lists.charge_kind",
  "dispute.stage": "lists.dispute_stage",
  "dispute.reason": "lists.dispute_reason",
};

type Texts = { [key: string]: string | Texts };

function at(texts: Texts, path: string) {
  return path.split(".").reduce<Texts>((part, key) => part[key] as Texts, texts);
}

function wordsOf(locale: string): Record<string, string> {
  const file = resolve(import.meta.dirname, `../../../domain/locales/${locale}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

it.each(Object.entries({ ja: { ...ja, ...jaLater }, en: { ...en, ...enLater } }))(
  "the console and the server have the same words (%s)",
  (locale, texts) => {
    const words = wordsOf(locale);
    for (const [group, path] of Object.entries(GROUPS)) {
      for (const [code, text] of Object.entries(at(texts as unknown as Texts, path))) {
        expect(words[`word.${group}.${code.replaceAll("__", ".")}`], `${group} ${code}`).toBe(text);
      }
    }
  },
);

it.each(Object.entries({ ja: jaLater, en: enLater }))("lists and server have the same labels (%s)", (locale, lists) => {
  const words = wordsOf(locale);
  for (const [group, path] of Object.entries(LABELS)) {
    for (const [code, text] of Object.entries(at(lists as unknown as Texts, path))) {
      expect(words[`${group}.${code}`], `${group} ${code}`).toBe((text as string).replaceAll("%{", "{"));
    }
  }
});

/** Columns whose cell on the page is another one than in the file: a name or a link instead of a code. */
const OTHER_CELLS = new Set([
  "reservations.restaurant_slug",
  "audit_events.actor",
  "gold_plan_change_requests.plan_amount",
  "cancel_requests.delete_os",
]);

it.each(Object.entries({ ja: { ...ja, ...jaLater }, en: { ...en, ...enLater } }))(
  "the heads of a list and of its file are the same (%s)",
  (locale, texts) => {
    const words = wordsOf(locale);
    const lists = Object.entries(texts.resources).flatMap(([list, { fields }]) =>
      Object.entries(fields as Record<string, unknown>).map(([field, text]) => ({ list, field, text })),
    );
    const masters = Object.entries(kinds).flatMap(([list, fields]) =>
      fields.map(({ name }) => ({ list, field: name as string, text: texts.field[name] as unknown })),
    );
    for (const { list, field, text } of [...lists, ...masters]) {
      const head = words[`lists.csv.${list}.${field}`] ?? words[`lists.csv.${field}`];
      if (head === undefined || typeof text !== "string" || OTHER_CELLS.has(`${list}.${field}`)) continue;
      expect(head, `${list} ${field}`).toBe(text);
    }
  },
);
