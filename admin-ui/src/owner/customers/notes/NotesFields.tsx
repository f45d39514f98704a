import { useState } from "react";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useT } from "@/owner/i18n/use-t";
import { chosenTags } from "./draft";
import type { NotesDraft } from "./draft";
import { useTags } from "./use-tags";
import type { CustomerTag } from "./use-tags";

interface Props {
  notes: NotesDraft;
  /** Texts of invalid fields, by the server's names. */
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<NotesDraft>) => void;
}

/** Fields for a guest's allergies, dislikes and tags. */
export function NotesFields({ notes, errors, onChange }: Props) {
  const t = useT();
  return (
    <>
      <TextField
        label={t("customer_form.allergies")}
        multiline
        maxRows={6}
        value={notes.noted_allergies}
        error={errors.noted_allergies !== undefined}
        helperText={errors.noted_allergies ?? t("customer_form.allergies_help")}
        onChange={(event) => onChange({ noted_allergies: event.target.value })}
      />
      <TextField
        label={t("customer_form.dislikes")}
        multiline
        maxRows={6}
        value={notes.noted_dislikes}
        error={errors.noted_dislikes !== undefined}
        helperText={errors.noted_dislikes}
        onChange={(event) => onChange({ noted_dislikes: event.target.value })}
      />
      <TagField notes={notes} errors={errors} onChange={onChange} />
    </>
  );
}

/** Chooses existing tags or accepts new ones. Typed text also becomes a tag when the field loses the focus. */
function TagField({ notes, errors, onChange }: Props) {
  const t = useT();
  const known = useTags();
  const [typed, setTyped] = useState("");
  const choose = (chosen: readonly (CustomerTag | string)[]) => onChange({ tags: chosenTags(chosen, known) });
  const leave = () => {
    if (typed.trim() !== "") choose([...notes.tags, typed]);
    setTyped("");
  };
  return (
    <Autocomplete
      multiple
      freeSolo
      filterSelectedOptions
      clearText={t("customer_form.tags_clear")}
      options={known}
      value={[...notes.tags]}
      getOptionLabel={(option) => (typeof option === "string" ? option : option.label)}
      getOptionKey={(option) => (typeof option === "string" ? option : option.tag)}
      isOptionEqualToValue={(one, other) => one.tag === other.tag}
      onChange={(_, chosen) => choose(chosen)}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onBlur={leave}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("customer_form.tags")}
          error={errors.tags !== undefined}
          helperText={errors.tags ?? t("customer_form.tags_help")}
        />
      )}
    />
  );
}
