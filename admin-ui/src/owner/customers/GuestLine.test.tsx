import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import { hitOf } from "@/owner/customers/testing/hit";
import { loadTexts } from "@/owner/i18n/load-texts";
import { GuestLine } from "./GuestLine";

async function show(hit: Parameters<typeof hitOf>[0]) {
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <div data-testid="line">
        <GuestLine guest={hitOf(hit)} />
      </div>
    </CoreAdminContext>,
  );
  return screen.getByTestId("line");
}

it("shows all that staff must know of a guest", async () => {
  const line = await show({
    display_fullname: "高橋 一郎",
    kana: "タカハシ イチロウ",
    label: "常連",
    tags: [
      { tag: "vip", label: "VIP" },
      { tag: "窓側", label: "窓側" },
    ],
    allergy_description: "えび\nそば",
    dislikes: "納豆",
    internal_memo: "左利き\n\nカウンターの端",
    display_phone_number: "09055550102",
    visit_count: 3,
    last_visited_at: "2026-11-20T20:00:00+09:00",
    no_show_count: 2,
    is_blacklisted: true,
  });
  for (const text of [
    "高橋 一郎（タカハシ イチロウ）",
    "常連",
    "ブラックリスト",
    "無断2回",
    "アレルギー：えび、そば",
    "VIP・窓側 / 来店3回 / 最終来店 2026年11月20日 / 090-5555-0102 / 苦手なもの：納豆",
    "左利き、カウンターの端",
  ])
    expect(line).toHaveTextContent(text);
});

it("shows nothing about what is unknown", async () => {
  const line = await show({ display_fullname: "" });
  expect(line).toHaveTextContent(/^（お名前なし）来店・電話来店0回$/);
});
