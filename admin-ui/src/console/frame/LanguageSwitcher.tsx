import LanguageIcon from "@mui/icons-material/Language";
import Box from "@mui/material/Box";
import NativeSelect from "@mui/material/NativeSelect";
import { browser, useShell } from "@/console/api";
import type { Locale } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { addressInLocale } from "@/console/navigation";

const LOCALES: Locale[] = ["ja", "en"];

/** A document navigation: the server stores the language and uses it in later responses. */
export function LanguageSwitcher() {
  const t = useT();
  const { locale } = useShell();
  return (
    <Box sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
      <LanguageIcon fontSize="small" sx={{ color: "text.secondary" }} />
      <NativeSelect
        disableUnderline
        value={locale}
        onChange={(event) => {
          const next = LOCALES.find((known) => known === event.target.value);
          if (next) browser.assign(addressInLocale(new URL(window.location.href), next));
        }}
        inputProps={{ "aria-label": t("console.language.label") }}
        sx={{ fontSize: "0.875rem", "& select": { minHeight: 32 } }}
      >
        {LOCALES.map((each) => (
          <option key={each} value={each} lang={each}>
            {t(`console.language.${each}`)}
          </option>
        ))}
      </NativeSelect>
    </Box>
  );
}
