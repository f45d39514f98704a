import type { Schemas } from "@/admin/api";

/** Props of every modal of a template. */
export interface ModalProps {
  slug: string;
  template: Schemas["RefillTemplate"];
  choices: Schemas["RefillChoices"];
  onClose: () => void;
  /** Called after saving: the page's data is reloaded. */
  onSaved: () => void;
}
