import Box from "@mui/material/Box";
import { useT } from "@/admin/i18n/use-t";

type Kind = "queue" | "sweeper" | "schedule";

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
