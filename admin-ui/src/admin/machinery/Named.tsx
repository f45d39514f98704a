import Box from "@mui/material/Box";
import { useT } from "@/admin/i18n/use-t";

type Kind = "queue" | "sweeper" | "schedule";

/** The words for parts of the machinery; where there are none, its name. */
export function useWords(kind: Kind): (name: string) => string {
  const t = useT();
  return (name) => t(`machinery.named.${kind}.${name as never}`, { _: name });
}

/** A part of the machinery in words, with the name that commands and logs know it by. */
export function Named({ kind, name }: { kind: Kind; name: string }) {
  const t = useT();
  const word = t(`machinery.named.${kind}.${name as never}`, { _: "" });
  return (
    <>
      {word !== "" && `${word} `}
      <Box component="code" sx={{ fontSize: "0.8em", color: "text.secondary" }}>
        {name}
      </Box>
    </>
  );
}
