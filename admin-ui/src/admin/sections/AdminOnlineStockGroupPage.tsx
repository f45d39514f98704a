import Button from "@mui/material/Button";
import { Link } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { paths, useOwnerPages, usePageData, useSlug } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { SlotFacts } from "./SlotFacts";

/** One slot, read-only. */
export default function AdminOnlineStockGroupPage() {
  const t = useT();
  const slug = useSlug();
  const hasOwnerPages = useOwnerPages(slug);
  const { online_stock_group: slot } = usePageData<"admin_online_stock_group">();
  return (
    <>
      <PageTitle
        title={t("sections.slot.title")}
        actions={
          <>
            {slot.gold && (
              <Button
                variant="contained"
                component={Link}
                to={paths.goldAllocation(slug, slot.uid, slot.gold.allocation_uid)}
              >
                {t("sections.slots.gold", { round: slot.gold.round_title })}
              </Button>
            )}
            {hasOwnerPages && (
              <Button component="a" href={paths.ownersDay(slug, slot.date)}>
                {t("sections.slot.calendar")}
              </Button>
            )}
            <Button component={Link} to={paths.onlineStockGroups(slug)}>
              {t("sections.slot.back")}
            </Button>
          </>
        }
      />
      <SlotFacts slot={slot} />
    </>
  );
}
