import { useState } from "react";
import type { ReactNode } from "react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { CoreAdminContext } from "ra-core";
import type { I18nProvider } from "ra-core";
import { ApiError, useOffice } from "@/api";
import { AskProvider } from "@/ui/Ask";
import { UndoProvider } from "@/ui/Undo";
import { officeAuthProvider } from "./auth-provider";
import { dataProvider } from "./data-provider";
import { theme } from "./theme";

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
}

/** What react-admin's and our own components need around them. */
export function Providers({ i18nProvider, children }: { i18nProvider: I18nProvider; children: ReactNode }) {
  const { session } = useOffice();
  const [queryClient] = useState(newQueryClient);
  return (
    <CoreAdminContext
      basename="/owners"
      dataProvider={dataProvider}
      authProvider={officeAuthProvider(() => session)}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
    >
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <AskProvider>
          <UndoProvider>{children}</UndoProvider>
        </AskProvider>
      </ThemeProvider>
    </CoreAdminContext>
  );
}
