import { useEffect, useEffectEvent, useMemo } from "react";
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

const START = <Start />;
const TOOLS = (
  <>
    <QuickSearch />
    <NotificationBell />
    <OwnerAccountMenu />
  </>
);
const BANNER = <ImpersonationBanner />;

/** The frame of an owner's pages. The sign-in page has no frame. */
export function OwnerLayout({ children }: CoreLayoutProps) {
  const t = useT();
  const { session } = useShell();
  useOfflineData();
  const menu = useMemo(() => (session ? menuOf(session, t) : []), [session, t]);
  return (
    <>
      <Frame header={session && { start: START, tools: TOOLS, banner: session.impersonation && BANNER }} menu={menu}>
        {children}
      </Frame>
      {session && <TermsDialog />}
    </>
  );
}

function Start() {
  const t = useT();
  return (
    <>
      <Brand home={{ to: paths.home, label: t("home.title") }} />
      <RestaurantSwitcher />
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
