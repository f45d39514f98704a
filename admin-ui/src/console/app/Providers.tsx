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

/** What react-admin needs to know of a wing. */
export interface FrontEnd {
  /** Where the wing's addresses begin. */
  basename: string;
  dataProvider?: DataProvider;
  authProvider?: AuthProvider;
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a line a question fails and is said to, instead of waiting without a word.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
      // What cannot be sent is said at once, and is not sent later, when it may have been given up.
      mutations: { networkMode: "always" },
    },
  });
}

interface ProvidersProps {
  frontEnd: FrontEnd;
  i18nProvider: I18nProvider;
  children: ReactNode;
}

/** What react-admin's and our own components need around them. */
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
