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
import { ApiError, request, send, showFlash, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { PageTitle, useAsk, useLeaveGuard, useNoticedWrite, errorText } from "@/console/ui";
import { moved } from "./order";

type Picture = Schemas["AdminPicture"];

/** A restaurant's pictures; its cards show the first one. Order and texts are saved together. */
export default function AdminPicturesPage() {
  const t = useT();
  const ask = useAsk();
  const { slug, pictures: shown } = usePageData<"admin_pictures">();
  const [saved, setSaved] = useState(shown);
  const [pictures, setPictures] = useState(shown);
  useLeaveGuard(JSON.stringify(pictures) !== JSON.stringify(saved));
  const { busy, write: sendOnce } = useNoticedWrite({
    words: (error) =>
      (error instanceof ApiError && Object.values(error.problem.fields ?? {})[0]) || errorText(error, t),
  });
  const write = (call: () => Promise<Picture[]>, message: string) =>
    sendOnce(async () => {
      const answer = await call();
      setSaved(answer);
      setPictures(answer);
      showFlash({ kind: "notice", message, sticky: false });
    });
  const arrange = (next: Picture[], message: string) => {
    const body = { pictures: next.map(({ file, alt_ja, alt_en }) => ({ file, alt_ja, alt_en })) };
    return write(() => send("PUT", "/admin/api/r/{slug}/pictures", { path: { slug }, body }), message);
  };
  const upload = (file: File) =>
    write(async () => {
      const headers = { "Content-Type": file.type || "image/unknown" };
      const answer = await request(`/admin/api/r/${slug}/pictures`, { method: "POST", body: file, headers });
      return (await answer.json()) as Picture[];
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
          onClick={() => void arrange(pictures, t("masters.saved"))}
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
