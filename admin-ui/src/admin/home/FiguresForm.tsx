import { useState } from "react";
import type { ChangeEvent, SyntheticEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { Link } from "react-router";
import { addDays } from "@seki/shared/civil-time";
import type { Schemas } from "@/admin/api";
import { useNarrowing } from "@/admin/navigation";
import { useHomeT } from "./i18n/use-home-t";
import { figuresAddress, ORDERS } from "./model";

type Shown = Pick<Schemas["AdminDayFigures"], "date" | "today" | "order" | "q">;

/** Chooses the day of the figures, the order of the restaurants, and words of a name. */
export function FiguresForm({ shown }: { shown: Shown }) {
  const h = useHomeT();
  const { refused, narrow } = useNarrowing();
  const [isBusy, setIsBusy] = useState(false);
  const [asked, setAsked] = useState<{ date: string; order: string; q: string }>(shown);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await narrow(figuresAddress(asked));
    setIsBusy(false);
  };
  const field = (name: keyof typeof asked) => ({
    size: "small" as const,
    value: asked[name],
    error: refused[name] !== undefined,
    helperText: refused[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setAsked({ ...asked, [name]: event.target.value }),
  });
  const dayLink = (label: string, date: string) => (
    <Button component={Link} to={figuresAddress({ ...shown, date })} size="small">
      {label}
    </Button>
  );
  return (
    <>
      <Box
        component="form"
        role="search"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "flex-start", mb: 1 }}
      >
        <TextField
          {...field("date")}
          type="date"
          label={h("figures.date")}
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ minWidth: 160 }}
        />
        <TextField
          {...field("order")}
          select
          label={h("figures.order")}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 200, maxWidth: "100%" }}
        >
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {h(`figures.by.${order}`)}
            </option>
          ))}
        </TextField>
        <TextField {...field("q")} type="search" label={h("figures.search")} sx={{ minWidth: 240, maxWidth: "100%" }} />
        <Button type="submit" variant="contained" loading={isBusy} sx={{ minHeight: 40 }}>
          {h("figures.show")}
        </Button>
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1 }}>
        {dayLink(h("figures.previous"), addDays(shown.date, -1))}
        {shown.date !== shown.today && dayLink(h("figures.today"), "")}
        {dayLink(h("figures.next"), addDays(shown.date, 1))}
      </Box>
    </>
  );
}
