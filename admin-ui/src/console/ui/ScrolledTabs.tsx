import Tabs from "@mui/material/Tabs";
import type { TabsProps } from "@mui/material/Tabs";
import useMediaQuery from "@mui/material/useMediaQuery";

type Props = Omit<TabsProps, "variant" | "scrollButtons" | "allowScrollButtonsMobile">;

/**
 * Tabs that may be wider than a phone. The scroll buttons are always drawn: buttons that appear later would take space
 * from tabs that MUI has scrolled already, and cut off the selected one.
 */
export function ScrolledTabs(props: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", { noSsr: true });
  return <Tabs {...props} variant="scrollable" scrollButtons={isNarrow || "auto"} allowScrollButtonsMobile />;
}
