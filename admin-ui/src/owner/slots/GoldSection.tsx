import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { Section } from "./Section";
import type { SectionProps } from "./Section";

interface GoldProps extends SectionProps {
  rounds: Schemas["GoldRoundOption"][];
}

/** Lets admins restrict a slot to gold members (owner §6). */
export function GoldSection({ form: { gold }, onChange, rounds }: GoldProps) {
  const t = useT();
  const put = (change: Partial<typeof gold>) => onChange({ gold: { ...gold, ...change } });
  return (
    <Section title={t("slots.gold")} open={false}>
      <FormControlLabel
        control={<Switch checked={gold.on} onChange={(_, on) => put({ on })} />}
        label={t("slots.gold_on")}
      />
      {gold.on && (
        <>
          <TextField
            select
            required
            size="small"
            label={t("slots.gold_round")}
            value={gold.round}
            onChange={(event) => put({ round: event.target.value })}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">{t("slots.choose")}</option>
            {rounds.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </TextField>
          <TextField
            size="small"
            type="datetime-local"
            label={t("slots.gold_listed_from")}
            value={gold.listedFrom}
            onChange={(event) => put({ listedFrom: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            size="small"
            type="datetime-local"
            label={t("slots.gold_second_from")}
            value={gold.secondFrom}
            onChange={(event) => put({ secondFrom: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </>
      )}
    </Section>
  );
}
