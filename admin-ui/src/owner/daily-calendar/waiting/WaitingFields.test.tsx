import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { WaitingFields } from "./WaitingFields";
import { emptyDraft } from "./model";
import type { WaitingDraft } from "./model";

const TODAY = "2026-12-08";
/** 18:05 in Tokyo. */
const OPENED = new Date("2026-12-08T09:05:00Z");
const MEALS = {
  operations: [
    { name: "dinner", label: "ディナー", from: "17:00", till: "21:00", default_stay_minutes: 120, stays: [] },
  ],
} as Pick<Schemas["OwnerDailyCalendarPage"], "operations">;

function Form({ onDraft }: { onDraft: (draft: WaitingDraft) => void }) {
  const [draft, setDraft] = useState(() => emptyDraft(MEALS, TODAY, 18 * 60 + 5));
  onDraft(draft);
  return <WaitingFields meals={MEALS} draft={draft} onChange={setDraft} opened={OPENED} />;
}

async function open(): Promise<() => WaitingDraft | null> {
  const restaurant = { today: TODAY, time_zone: "Asia/Tokyo" };
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant } as never);
  let current: WaitingDraft | null = null;
  const keep = (draft: WaitingDraft) => {
    current = draft;
  };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <Form onDraft={keep} />
    </CoreAdminContext>,
  );
  return () => current;
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choices = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

beforeEach(() => void vi.restoreAllMocks());

it("a party of today waits until its latest start, or one of the quarter hours before it", async () => {
  const draft = await open();
  expect(draft()).toMatchObject({ from: "18:15", till: "20:45", until: "" });
  type("開始（遅くて）", "19:00");
  expect(choices("いつまで待つか")).toEqual(["ご希望の時刻まで", "18:15", "18:30", "18:45"]);
  type("いつまで待つか", "18:45");
  expect(draft()?.until).toBe("18:45");
  type("開始（遅くて）", "18:45");
  expect(draft()?.until, "the wait would end later").toBe("");
});

it("a party of a later day waits until a date and time, and keeps its start times", async () => {
  const draft = await open();
  type("開始（早くて）", "18:30");
  type("いつまで待つか", "19:00");
  type("日付", "2026-12-09");
  expect(draft()).toMatchObject({ date: "2026-12-09", from: "18:30", till: "20:45", until: "" });
  expect(choices("開始（早くて）")[0], "no hour of that day has passed").toBe("17:00");
  expect(screen.getByLabelText("いつまで待つか")).toHaveAttribute("max", "2026-12-09T20:45");
  type("いつまで待つか", "2026-12-08T22:00");
  expect(draft()?.until).toBe("2026-12-08T22:00");
});
