import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useParams, useRevalidator } from "react-router";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle, useAsk } from "@/console/ui";
import { CoursesModal } from "./CoursesModal";
import { GuestsModal } from "./GuestsModal";
import { RefillModal } from "./RefillModal";
import { ScheduleModal } from "./ScheduleModal";
import { TemplateCard } from "./TemplateCard";
import type { Part } from "./TemplateCard";
import { TimesModal } from "./TimesModal";
import { useSave } from "./use-save";

const MODALS = { guests: GuestsModal, times: TimesModal, courses: CoursesModal, schedule: ScheduleModal };

/** The refill templates of a restaurant: their offers, their nightly schedule, and manual refills. */
export default function AdminRefillTemplatesPage() {
  const t = useT();
  const ask = useAsk();
  const { slug = "" } = useParams();
  const { revalidate } = useRevalidator();
  const { refusal, save } = useSave();
  const { templates, choices, today } = usePageData<"admin_refill_templates">();
  const [opened, setOpened] = useState<{ id: number; part: Part } | null>(null);
  const template = templates.find(({ id }) => id === opened?.id);
  const close = () => setOpened(null);
  const saved = () => {
    close();
    void revalidate();
  };
  const remove = async ({ id, title }: Schemas["RefillTemplate"]) => {
    const agreed = await ask({
      title: t("refills.ask_delete", { template: title }),
      text: t("refills.ask_delete_text"),
      agree: t("refills.delete"),
      danger: true,
    });
    if (!agreed) return;
    const call = { path: { slug, id: String(id) } };
    if (await save(() => send("DELETE", "/admin/r/{slug}/online_stock_refillment_templates/{id}", call))) saved();
  };
  const props = template && { slug, template, choices, onClose: close, onSaved: saved };
  const Modal = opened !== null && opened.part !== "refill" ? MODALS[opened.part] : null;
  return (
    <>
      <PageTitle
        title={t("refills.title")}
        actions={
          <Button variant="contained" component={Link} to={paths.newRefillTemplate(slug)}>
            {t("refills.new")}
          </Button>
        }
      />
      <Typography sx={{ mb: 2, maxWidth: 900 }}>{t("refills.lead")}</Typography>
      <Box sx={{ display: "grid", gap: 2 }}>
        {refusal.length > 0 && <Alert severity="error">{refusal.join(" ")}</Alert>}
        {templates.length === 0 && <Alert severity="info">{t("refills.empty")}</Alert>}
        {templates.map((each) => (
          <TemplateCard
            key={each.id}
            slug={slug}
            template={each}
            choices={choices}
            onOpen={(part) => setOpened({ id: each.id, part })}
            onDelete={() => void remove(each)}
          />
        ))}
      </Box>
      {props && Modal && <Modal {...props} />}
      {props && opened?.part === "refill" && <RefillModal {...props} today={today} />}
    </>
  );
}
