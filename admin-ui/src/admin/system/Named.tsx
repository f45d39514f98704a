import Box from "@mui/material/Box";
import { useT } from "@/admin/i18n/use-t";

type Kind = "queue" | "sweeper" | "schedule";

/** Returns the labels of system parts; without a label, the part's name. */
export function useWords(kind: Kind): (name: string) => string {
  const t = useT();
  return (name) => t(`system.named.${kind}.${name as never}`, { _: name });
}

/** The label of a system part, with its name in commands and logs. */
export function Named({ kind, name }: { kind: Kind; name: string }) {
  const t = useT();
  const word = t(`system.named.${kind}.${name as never}`, { _: "" });
  return (
    <>
      {word !== "" && `${word} `}
      <Box component="code" sx={{ fontSize: "0.8em", color: "text.secondary" }}>
        {name}
      </Box>
    </>
  );
}
