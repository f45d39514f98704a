import { useEffect, useEffectEvent } from "react";
import type { CoreLayoutProps } from "ra-core";
import { useShell } from "@/console/api";
import { Brand, Frame } from "@/console/frame";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { NotificationBell } from "../notifications/NotificationBell";
import { QuickSearch } from "../quick-search/QuickSearch";
import { ImpersonationBanner } from "./ImpersonationBanner";
import { OwnerAccountMenu } from "./OwnerAccountMenu";
import { RestaurantSwitcher } from "./RestaurantSwitcher";
import { TermsDialog } from "./TermsDialog";
import { menuOf } from "./menu";

/** The frame of an owner's pages. The sign-in page has no frame. */
export function OwnerLayout({ children }: CoreLayoutProps) {
  const t = useT();
  const { session } = useShell();
  useOfflineData();
  const start = (
    <>
      <Brand home={{ to: paths.home, label: t("home.title") }} />
      <RestaurantSwitcher />
    </>
  );
  const tools = (
    <>
      <QuickSearch />
      <NotificationBell />
      <OwnerAccountMenu />
    </>
  );
  const banner = session?.impersonation && <ImpersonationBanner />;
  return (
    <>
      <Frame header={session && { start, tools, banner }} menu={session ? menuOf(session, t) : []}>
        {children}
      </Frame>
      {session && <TermsDialog />}
    </>
  );
}

/** Maintains this browser's offline data for the signed-in user. */
function useOfflineData(): void {
  const { session, locale } = useShell();
  const whose = session && `${session.email} ${session.is_impersonated}`;
  const watch = useEffectEvent(async () => {
    const { maintainOfflineData } = await import("../offline");
    return session === null ? () => undefined : maintainOfflineData(session, locale);
  });
  useEffect(() => {
    if (whose === null) return undefined;
    const watching = watch().catch(() => () => undefined);
    return () => void watching.then((stop) => stop());
  }, [whose]);
}
