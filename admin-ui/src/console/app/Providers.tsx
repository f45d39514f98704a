import { useState } from "react";
import type { ReactNode } from "react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { CoreAdminContext } from "ra-core";
import type { AuthProvider, DataProvider, I18nProvider } from "ra-core";
import { ApiError } from "@/console/api";
import { AskProvider, UndoProvider } from "@/console/ui";
import { theme } from "@/console/ui/theme";

/** Settings of a front end for react-admin. */
export interface FrontEnd {
  /** Prefix of the front end's addresses. */
  basename: string;
  dataProvider?: DataProvider;
  authProvider?: AuthProvider;
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

/** Provides the context for react-admin's components and ours. */
export function Providers({ frontEnd, i18nProvider, children }: ProvidersProps) {
  const [queryClient] = useState(newQueryClient);
  return (
    <CoreAdminContext {...frontEnd} i18nProvider={i18nProvider} queryClient={queryClient}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <AskProvider>
          <UndoProvider>{children}</UndoProvider>
        </AskProvider>
      </ThemeProvider>
    </CoreAdminContext>
  );
}
