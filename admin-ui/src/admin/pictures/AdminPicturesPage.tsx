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
import type { Schemas } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { PageTitle, useAsk, useLeaveGuard, useNoticedWrite, errorText } from "@/console/ui";
import { useTheirs } from "@/console/ui/forms";
import { inOrderOf, moved, reconciled } from "./order";

type Picture = Schemas["AdminPicture"];

/** A restaurant's pictures; its cards show the first one. Order and texts are saved together. */
export default function AdminPicturesPage() {
  const t = useT();
  const ask = useAsk();
  const { slug, pictures: shown } = usePageData<"admin_pictures">();
  const { revalidate } = useRevalidator();
  const theirs = useTheirs();
  const [edited, setPictures] = useState<Picture[] | null>(null);
  const pictures = edited === null ? shown : reconciled(edited, shown);
  useLeaveGuard(JSON.stringify(pictures) !== JSON.stringify(shown));
  const { busy, write: sendOnce } = useNoticedWrite({
    words: (error) =>
      (error instanceof ApiError && Object.values(error.problem.fields ?? {})[0]) || errorText(error, t),
  });
  const write = (call: () => Promise<unknown>, message: string) =>
    sendOnce(async () => {
      try {
        await call();
      } catch (error) {
        // The edits stay, and the next save replaces the pictures that are read now.
        if (theirs.read(error)) await revalidate();
        throw error;
      }
      await revalidate();
      showFlash({ kind: "notice", message, sticky: false });
    });
  const arrange = async (next: Picture[], message: string) => {
    const placed = next.map(({ file, alt_ja, alt_en }) => ({ file, alt_ja, alt_en }));
    const body = { pictures: placed, expected: { order: shown.map(({ file }) => file), texts: textsOf(shown) } };
    const done = await write(() => send("PUT", "/admin/api/r/{slug}/pictures", { path: { slug }, body }), message);
    if (done) setPictures(null);
  };
  const upload = (file: File) =>
    write(() => {
      const headers = { "Content-Type": file.type || "image/unknown" };
      return request(`/admin/api/r/${slug}/pictures`, { method: "POST", body: file, headers });
    }, t("pictures.added"));
  const remove = async (picture: Picture, number: number) => {
    if (!(await ask({ title: t("pictures.remove_ask", { number }), agree: t("masters.remove"), danger: true }))) return;
    await arrange(
      pictures.filter(({ file }) => file !== picture.file),
      t("masters.removed"),
    );
  };
  return (
    <Box sx={{ maxWidth: 900 }}>
      <PageTitle title={t("pictures.title")} actions={<Upload busy={busy} onFile={(file) => void upload(file)} />} />
      <Typography sx={{ mb: 2 }}>{t("pictures.lead")}</Typography>
      <Box sx={{ display: "grid", gap: 1, mb: theirs.undecided.length > 0 ? 2 : 0 }}>
        <FormConflicts
          theirs={theirs}
          fields={{
            order: {
              label: t("pictures.order"),
              text: () => shown.map((one, index) => `${index + 1}. ${one.alt_ja || one.alt_en || one.file}`).join("\n"),
              take: () => setPictures(inOrderOf(pictures, shown)),
            },
            texts: {
              label: t("pictures.texts"),
              text: () => shown.map(({ alt_ja, alt_en }, index) => `${index + 1}. ${alt_ja} / ${alt_en}`).join("\n"),
              take: () => setPictures(inOrderOf(shown, pictures)),
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
            onMove={(by) => setPictures(moved(pictures, index, by))}
            onChange={(next) => setPictures(pictures.map((each) => (each.file === next.file ? next : each)))}
            onRemove={() => void remove(picture, index + 1)}
          />
        ))}
      </Box>
      {pictures.length > 0 && (
        <Button
          variant="contained"
          sx={{ mt: 2 }}
          loading={busy}
          disabled={theirs.undecided.length > 0}
          onClick={() => void arrange(pictures, t("masters.saved"))}
        >
          {t("console.save")}
        </Button>
      )}
    </Box>
  );
}

/** Returns the descriptions of the pictures that have one, by file. */
function textsOf(pictures: readonly Picture[]) {
  const described = pictures.filter(({ alt_ja, alt_en }) => alt_ja !== "" || alt_en !== "");
  return Object.fromEntries(described.map(({ file, alt_ja, alt_en }) => [file, { alt_ja, alt_en }]));
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
  onMove: (by: number) => void;
  onChange: (picture: Picture) => void;
  onRemove: () => void;
}

function PictureItem({ picture, number, isLast, onMove, onChange, onRemove }: ItemProps) {
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
        <Button color="secondary" aria-label={t("pictures.remove_one", { number })} onClick={onRemove}>
          {t("masters.remove")}
        </Button>
      </Box>
    </Paper>
  );
}
