import { act, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { ImpersonationBanner } from "./ImpersonationBanner";

const NOW = Date.parse("2026-12-01T10:00:00+09:00");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(impersonation: { admin_nickname: string; until: string } | null): Promise<void> {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const session = { impersonation, nickname: "神楽", restaurant: { slug: "sushi-kagura" } };
  vi.spyOn(api, "useSession").mockReturnValue(session as never);
  const i18nProvider = await loadTexts("ja");
  render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <ImpersonationBanner />
    </CoreAdminContext>,
  );
}

it("shows admin, owner and end of an impersonation, and links back after it", async () => {
  await open({ admin_nickname: "運営 太郎", until: "2026-12-01T10:30:00+09:00" });
  const banner = screen.getByRole("region", { name: "代理ログイン" });
  expect(banner).toHaveTextContent("運営の運営 太郎が神楽として表示しています（10:30まで）");
  expect(screen.getByRole("button", { name: "終了する" })).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(30 * 60_000));
  expect(banner).toHaveTextContent("代理ログインは終了しました。");
  expect(screen.getByRole("link")).toHaveAttribute("href", "/admin/restaurants/sushi-kagura");
});

it("is hidden from the owner", async () => {
  await open(null);
  expect(screen.queryByRole("region")).toBeNull();
});
