import { useRef, useState } from "react";
import type { ChangeEvent } from "react";
import AddPhotoAlternateIcon from "@mui/icons-material/AddPhotoAlternate";
import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { ApiError, request, send, showFlash, useShell } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { PageTitle, useAsk, useLeaveGuard, useNoticedWrite, errorText } from "@/console/ui";
import { theirsIn, useTheirs } from "@/console/ui/forms";
import { editOf, knowing, picturesOf } from "./edit";
import type { Picture, PicturesEdit } from "./edit";
import { inOrderOf, moved } from "./order";

/** A restaurant's pictures; its cards show the first one. Order and texts are saved together. */
export default function AdminPicturesPage() {
  const t = useT();
  const ask = useAsk();
  const { slug, pictures: shown } = usePageData<"admin_pictures">();
  const { revalidate } = useRevalidator();
  const theirs = useTheirs();
  const isUndecided = theirs.undecided.length > 0;
  const [edit, setEdit] = useState<PicturesEdit | null>(null);
  const form = edit ?? editOf(shown);
  const pictures = picturesOf(form, shown);
  const change = (part: Partial<PicturesEdit>) => setEdit({ ...form, ...part });
  useLeaveGuard(JSON.stringify(pictures) !== JSON.stringify(shown));
  const { busy, write: sendOnce } = useNoticedWrite({
    words: (error) =>
      (error instanceof ApiError && Object.values(error.problem.fields ?? {})[0]) || errorText(error, t),
  });
  const write = (call: () => Promise<unknown>, message: string) =>
    sendOnce(async () => {
      await call();
      await revalidate();
      showFlash({ kind: "notice", message, sticky: false });
    });
  /** Saves an edit. Returns whether it is saved, or waits for the user's decision about a conflict. */
  const arrange = async (next: PicturesEdit, message: string) => {
    const placed = picturesOf(next, shown).map(({ file, alt_ja, alt_en }) => ({ file, alt_ja, alt_en }));
    const body = { pictures: placed, expected: { ...next.known } };
    const answer = { isConflict: false };
    setEdit(next);
    const isSaved = await write(async () => {
      try {
        await send("PUT", "/admin/api/r/{slug}/pictures", { path: { slug }, body });
      } catch (error) {
        const changed = theirsIn(error);
        // The edit stays, and the next save has seen the pictures of the conflict, which the page shows.
        if (changed !== null) {
          setEdit((began) => began && knowing(began, changed));
          await revalidate();
        }
        answer.isConflict = theirs.read(error);
        throw error;
      }
    }, message);
    if (isSaved) {
      setEdit(null);
      theirs.reset();
    }
    return isSaved === true || answer.isConflict;
  };
  const upload = (file: File) =>
    write(async () => {
      const headers = { "Content-Type": file.type || "image/unknown" };
      const response = await request(`/admin/api/r/${slug}/pictures`, { method: "POST", body: file, headers });
      const added = ((await response.json()) as Picture[]).at(-1);
      // The user of an edit knows the own file, and no other change since the edit began.
      if (added) setEdit((began) => began && knowing(began, { order: [...began.known.order, added.file] }));
    }, t("pictures.added"));
  const remove = async ({ file }: Picture, number: number) => {
    if (!(await ask({ title: t("pictures.remove_ask", { number }), agree: t("masters.remove"), danger: true }))) return;
    if (await arrange({ ...form, removed: [...form.removed, file] }, t("masters.removed"))) return;
    setEdit((began) => began && { ...began, removed: began.removed.filter((other) => other !== file) });
  };
  return (
    <Box sx={{ maxWidth: 900 }}>
      <PageTitle title={t("pictures.title")} actions={<Upload busy={busy} onFile={(file) => void upload(file)} />} />
      <Typography sx={{ mb: 2 }}>{t("pictures.lead")}</Typography>
      <Box sx={{ display: "grid", gap: 1, mb: isUndecided ? 2 : 0 }}>
        <FormConflicts
          theirs={theirs}
          fields={{
            order: {
              label: t("pictures.order"),
              text: () => shown.map((one, index) => `${index + 1}. ${one.alt_ja || one.alt_en || one.file}`).join("\n"),
              take: () => change({ pictures: inOrderOf(form.pictures, shown), removed: [] }),
            },
            texts: {
              label: t("pictures.texts"),
              text: () => shown.map(({ alt_ja, alt_en }, index) => `${index + 1}. ${alt_ja} / ${alt_en}`).join("\n"),
              take: () => change({ pictures: inOrderOf(shown, pictures) }),
            },
          }}
        />
      </Box>
      {pictures.length === 0 && <Typography color="text.secondary">{t("console.empty")}</Typography>}
      <Box component="ol" sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1.5 }}>
        {pictures.map((picture, index) => (
          <PictureItem
            key={picture.file}
            picture={picture}
            number={index + 1}
            isLast={index === pictures.length - 1}
            mayRemove={!isUndecided}
            onMove={(by) => change({ pictures: moved(pictures, index, by) })}
            onChange={(next) => change({ pictures: pictures.map((each) => (each.file === next.file ? next : each)) })}
            onRemove={() => void remove(picture, index + 1)}
          />
        ))}
      </Box>
      {(pictures.length > 0 || edit !== null) && (
        <Button
          variant="contained"
          sx={{ mt: 2 }}
          loading={busy}
          disabled={isUndecided}
          onClick={() => void arrange(form, t("masters.saved"))}
        >
          {t("console.save")}
        </Button>
      )}
    </Box>
  );
}

function Upload({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file !== undefined) onFile(file);
    target.value = "";
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t("pictures.file")}
        hidden
        onChange={take}
      />
      <Button
        variant="contained"
        startIcon={<AddPhotoAlternateIcon />}
        loading={busy}
        onClick={() => input.current?.click()}
      >
        {t("pictures.add")}
      </Button>
    </>
  );
}

interface ItemProps {
  picture: Picture;
  number: number;
  isLast: boolean;
  mayRemove: boolean;
  onMove: (by: number) => void;
  onChange: (picture: Picture) => void;
  onRemove: () => void;
}

function PictureItem({ picture, number, isLast, mayRemove, onMove, onChange, onRemove }: ItemProps) {
  const t = useT();
  const { locale } = useShell();
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, display: "flex", flexWrap: "wrap", gap: 2 }}>
      <Box
        component="img"
        src={picture.small_url}
        alt={locale === "en" ? picture.alt_en || picture.alt_ja : picture.alt_ja || picture.alt_en}
        sx={{ width: 160, height: 100, objectFit: "cover", borderRadius: 1 }}
      />
      <Box sx={{ flex: 1, minWidth: 200, display: "grid", gap: 1 }}>
        {(["alt_ja", "alt_en"] as const).map((name) => (
          <TextField
            key={name}
            size="small"
            label={t(`pictures.${name}`, { number })}
            value={picture[name]}
            onChange={(event) => onChange({ ...picture, [name]: event.target.value })}
          />
        ))}
      </Box>
      <Box sx={{ display: "flex", alignItems: "center" }}>
        <IconButton aria-label={t("pictures.up", { number })} disabled={number === 1} onClick={() => onMove(-1)}>
          <ArrowUpwardIcon />
        </IconButton>
        <IconButton aria-label={t("pictures.down", { number })} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDownwardIcon />
        </IconButton>
        <Button
          color="secondary"
          aria-label={t("pictures.remove_one", { number })}
          disabled={!mayRemove}
          onClick={onRemove}
        >
          {t("masters.remove")}
        </Button>
      </Box>
    </Paper>
  );
}
