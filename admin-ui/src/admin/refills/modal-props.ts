import type { Schemas } from "@/admin/api";

/** What every modal of a template is given. */
export interface ModalProps {
  slug: string;
  template: Schemas["RefillTemplate"];
  choices: Schemas["RefillChoices"];
  onClose: () => void;
  /** It is saved: read the page again. */
  onSaved: () => void;
}
