import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Careers } from "@/api";
import { Button, Dialog, Facts } from "@/ui";

export function CareersContact({ careers, name }: { careers: Careers; name: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const facts = [
    { label: t("restaurant.phone"), value: careers.phone && <a href={`tel:${careers.phone}`}>{careers.phone}</a> },
    { label: t("restaurant.email"), value: careers.email && <a href={`mailto:${careers.email}`}>{careers.email}</a> },
    { label: t("restaurant.site"), value: careers.url && <a href={careers.url}>{careers.url}</a> },
    { label: t("careers.remarks"), value: careers.remarks },
  ].filter(({ value }) => value);
  return (
    <section>
      <Button onClick={() => setOpen(true)}>{t("careers.open")}</Button>
      <Dialog title={t("careers.title", { name })} open={open} onClose={() => setOpen(false)}>
        <Facts facts={facts} />
      </Dialog>
    </section>
  );
}
