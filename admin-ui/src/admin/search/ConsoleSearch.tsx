import { useEffect, useState } from "react";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useT } from "@/admin/i18n/use-t";
import { Dialog, lazyPart, useSlashKey } from "@/console/ui";

const SearchField = lazyPart(async () => (await import("./SearchField")).SearchField);

/** Opens on the key "/" on any page: searches the whole console by one text. */
export function ConsoleSearch() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useMediaQuery("(min-width: 900px)", { noSsr: true });
  useSlashKey(() => setIsOpen(true));
  // After the first paint, and before the first press: a text typed right after the key is not lost.
  useEffect(() => SearchField.preload(), []);
  const button = { "aria-label": t("find.open"), "aria-keyshortcuts": "/", onClick: () => setIsOpen(true) };
  return (
    <>
      {isWide ? (
        <Button {...button} color="inherit" variant="outlined" startIcon={<SearchIcon />} sx={{ flexShrink: 0 }}>
          {t("find.button")}
          <Box
            component="kbd"
            aria-hidden
            sx={{ ml: 1, px: 0.75, border: 1, borderColor: "divider", borderRadius: 0.5 }}
          >
            /
          </Box>
        </Button>
      ) : (
        <IconButton {...button} color="inherit">
          <SearchIcon />
        </IconButton>
      )}
      <SearchDialog isOpen={isOpen} onDone={() => setIsOpen(false)} />
    </>
  );
}

function SearchDialog({ isOpen, onDone }: { isOpen: boolean; onDone: () => void }) {
  const t = useT();
  const isNarrow = useMediaQuery("(max-width: 600px)", { noSsr: true });
  return (
    <Dialog
      open={isOpen}
      onClose={onDone}
      slotProps={{ paper: { "aria-label": t("find.title") } }}
      fullWidth
      fullScreen={isNarrow}
      maxWidth="sm"
      isAtTop
    >
      <SearchField onDone={onDone} />
    </Dialog>
  );
}
