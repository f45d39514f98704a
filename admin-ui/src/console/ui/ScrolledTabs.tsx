import Tabs from "@mui/material/Tabs";
import type { TabsProps } from "@mui/material/Tabs";
import useMediaQuery from "@mui/material/useMediaQuery";

type Props = Omit<TabsProps, "variant" | "scrollButtons" | "allowScrollButtonsMobile">;

/**
 * Tabs that may be wider than a telephone. There the buttons beside them stand from the first: ones that come later take room from
 * tabs that MUI has scrolled already, and the selected one is cut off.
 */
export function ScrolledTabs(props: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", { noSsr: true });
  return <Tabs {...props} variant="scrollable" scrollButtons={isNarrow || "auto"} allowScrollButtonsMobile />;
}
