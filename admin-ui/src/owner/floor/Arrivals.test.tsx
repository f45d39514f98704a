import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import { GROUPS, item } from "../daily-calendar/testing/sheet";
import type { LateItems } from "../daily-calendar/service/steps";
import { Arrivals } from "./Arrivals";

const PARTY = item({ title: "山田", start_time: "19:00", end_time: "21:00", guests_count: 2 });

it.each<[string, LateItems, RegExp]>([
  ["a party in time", new Map(), /^19:00 山田 2名 C1$/],
  ["an awaited party", new Map([["r1", "awaited"]]), /^19:00 山田 2名 C1 来店待ち$/],
])("says in words whether an arrival is late: %s", async (_, late, name) => {
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <Arrivals parties={[PARTY]} groups={GROUPS} late={late} openUid={null} onOpen={() => undefined} />
    </CoreAdminContext>,
  );
  expect(await screen.findByRole("button")).toHaveAccessibleName(name);
});
