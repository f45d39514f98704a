import useMediaQuery from "@mui/material/useMediaQuery";

/** Whether cards replace the tables of lists: on phones and tablets. */
export function useIsNarrow(): boolean {
  return useMediaQuery("(max-width: 1199.95px)", { noSsr: true });
}
