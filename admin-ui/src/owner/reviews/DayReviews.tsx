import RateReviewIcon from "@mui/icons-material/RateReview";
import Button from "@mui/material/Button";
import { useT } from "@/owner/i18n/use-t";
import { ReviewDialog } from "./ReviewDialog";
import { useReviewModal } from "./use-reviews";

/** The reviews of a day: the dialog opens by itself while visits wait for one, and by a button with their number. */
export function DayReviews({ date, isServing }: { date: string; isServing: boolean }) {
  const t = useT();
  const { count, isOpen, open, close } = useReviewModal(date, isServing);
  return (
    <>
      {count > 0 && (
        <Button startIcon={<RateReviewIcon />} variant="outlined" onClick={open} sx={{ displayPrint: "none" }}>
          {t("reviews.open", { count })}
        </Button>
      )}
      {isOpen && <ReviewDialog date={date} onClose={close} />}
    </>
  );
}
