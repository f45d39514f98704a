import { useEffect, useRef, useState } from "react";
import { ThemeProvider } from "@mui/material/styles";
import type { Theme } from "@mui/material/styles";
import { FilterButton } from "react-admin";
import { useT } from "@/console/i18n/use-t";

/** Characters of a saved query's name. */
const MAX_NAME = 60;

/** Further filters and saved queries. Names of saved queries are limited, and wrap in the menu. */
export function FiltersButton() {
  return (
    <ThemeProvider theme={withShortNames}>
      <FilterButton />
    </ThemeProvider>
  );
}

/** react-admin's button takes no properties for its menu and for the field of the name. */
function withShortNames(outer: Theme): Theme {
  const { MuiMenu, MuiMenuItem, ...others } = outer.components ?? {};
  return {
    ...outer,
    components: {
      ...others,
      MuiMenu: { ...MuiMenu, styleOverrides: { paper: { maxWidth: "min(calc(100% - 32px), 480px)" } } },
      MuiMenuItem: {
        ...MuiMenuItem,
        styleOverrides: {
          root: [MuiMenuItem?.styleOverrides?.root, { whiteSpace: "normal", overflowWrap: "anywhere" }],
        },
      },
      MuiTextField: {
        defaultProps: { helperText: <NameLength />, slotProps: { htmlInput: { maxLength: MAX_NAME } } },
      },
    },
  };
}

/** The number of characters in the field around it. */
function NameLength() {
  const t = useT();
  const text = useRef<HTMLSpanElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const input = text.current?.closest(".MuiFormControl-root")?.querySelector("input");
    const read = () => setCount(input?.value.length ?? 0);
    read();
    input?.addEventListener("input", read);
    return () => input?.removeEventListener("input", read);
  }, []);
  return <span ref={text}>{t("console.name_length", { count, max: MAX_NAME })}</span>;
}
