import { useState } from "react";
import type { ReactNode } from "react";
import { QueryClient } from "@tanstack/react-query";
import type { AuthProvider, DataProvider, I18nProvider } from "ra-core";
import { AdminContext } from "react-admin";
import { ApiError } from "@/console/api";
import { AskProvider, UndoProvider } from "@/console/ui";
import { theme } from "@/console/ui/theme";
import { routerProvider } from "./router-provider";
import { browserStore } from "./store";

/** Settings of a front end for react-admin. */
export interface FrontEnd {
  /** Prefix of the front end's addresses. */
  basename: string;
  dataProvider: DataProvider;
  authProvider: AuthProvider;
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Offline, a query fails immediately and shows an error, instead of waiting silently.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
      // Offline, a write fails immediately. It is not sent later, when its user may have abandoned it.
      mutations: { networkMode: "always" },
    },
  });
}

interface ProvidersProps {
  frontEnd: FrontEnd;
  i18nProvider: I18nProvider;
  children: ReactNode;
}

/** react-admin's context, and the context of our questions and offers to undo. */
export function Providers({ frontEnd, i18nProvider, children }: ProvidersProps) {
  const [queryClient] = useState(newQueryClient);
  const [store] = useState(() => browserStore(frontEnd.basename));
  return (
    <AdminContext
      {...frontEnd}
      routerProvider={routerProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      theme={theme}
      darkTheme={null}
    >
      <AskProvider>
        <UndoProvider>{children}</UndoProvider>
      </AskProvider>
    </AdminContext>
  );
}
