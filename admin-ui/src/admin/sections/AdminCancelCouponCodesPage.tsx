import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData, useSlug } from "@/admin/navigation";
import { PageTitle, useAsk, useLeaveGuard } from "@/console/ui";
import { useSubmit } from "./use-submit";

/** Cancels coupon codes, one per line. */
export default function AdminCancelCouponCodesPage() {
  const t = useT();
  const ask = useAsk();
  const slug = useSlug();
  const { max_codes } = usePageData<"admin_cancel_coupon_codes">();
  const [codes, setCodes] = useState("");
  const saved = useLeaveGuard(codes.trim() !== "");
  const { busy, problem, submit } = useSubmit();
  const cancel = async () => {
    const question = { title: t("sections.coupon_codes.ask"), text: t("sections.coupon_codes.ask_text") };
    if (!(await ask({ ...question, agree: t("sections.coupon_codes.submit"), danger: true }))) return;
    await submit(async () => {
      const answer = await send("POST", "/admin/r/{slug}/bulk_cancel_user_coupon_codes", {
        path: { slug },
        body: { codes },
      });
      setCodes("");
      return answer;
    }, saved);
  };
  return (
    <>
      <PageTitle title={t("sections.coupon_codes.title")} />
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          void cancel();
        }}
        sx={{ display: "grid", gap: 2, maxWidth: 600, justifyItems: "start" }}
      >
        <Typography>{t("sections.coupon_codes.lead")}</Typography>
        {problem !== null && (
          <Alert severity="error" role="alert" sx={{ overflowWrap: "anywhere" }}>
            {problem}
          </Alert>
        )}
        <TextField
          multiline
          fullWidth
          minRows={8}
          maxRows={20}
          label={t("sections.coupon_codes.codes")}
          helperText={t("sections.coupon_codes.hint", { count: max_codes })}
          value={codes}
          error={problem !== null}
          onChange={(event) => setCodes(event.target.value)}
        />
        <Button type="submit" variant="contained" color="secondary" loading={busy} disabled={codes.trim() === ""}>
          {t("sections.coupon_codes.submit")}
        </Button>
      </Box>
    </>
  );
}
