import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { yen } from "@/console/i18n/page-language";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { formatInstant } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { Writers } from "../rights";
import { useChange } from "./forms/use-change";

interface Props {
  uid: string;
  fee: Schemas["NoShowFeeInfo"];
  /** Called after a change. The reservation must be read again. */
  onDone: () => void;
}

const SEVERITY = { requested: "warning", charged: "info", owed: "warning", withdrawn: "info", waived: "info" } as const;

/** The fee of a no-show: one press requests it, another one withdraws it until the card is charged. */
export function NoShowFee({ uid, fee, onDone }: Props) {
  const t = useT();
  const { locale, session } = usePage<"owner_daily_calendar">();
  const { change, isBusy, problem } = useChange(onDone);
  const at = (instant: string | null) =>
    instant === null ? "" : formatInstant(instant, locale, session.restaurant.time_zone);
  const amount = yen(fee.amount);
  const path = "/owners/api/reservations/{uid}/no_show_fee";
  const write = (method: "POST" | "DELETE") =>
    change(async () => {
      const call = { path: { uid } };
      const { message } = await (method === "POST" ? send("POST", path, call) : send("DELETE", path, call));
      return message;
    });
  const state = fee.is_owed ? "owed" : fee.status;
  const press =
    fee.status === null
      ? ({ method: "POST", label: t("no_show_fee.request", { amount }) } as const)
      : fee.status === "requested" && ({ method: "DELETE", label: t("no_show_fee.withdraw") } as const);
  return (
    <>
      <Alert
        severity={state === null ? "warning" : SEVERITY[state]}
        action={
          press && (
            <Writers of="floor">
              <Button
                color="inherit"
                size="small"
                sx={{ minHeight: 44 }}
                disabled={isBusy}
                onClick={() => void write(press.method)}
              >
                {press.label}
              </Button>
            </Writers>
          )
        }
      >
        {state === null
          ? t("no_show_fee.offered", { amount, at: at(fee.request_until) })
          : t(`no_show_fee.${state}`, { amount, at: at(fee.charge_due_at) })}
        {fee.waiver_reason !== null && ` ${t("no_show_fee.reason", { reason: fee.waiver_reason })}`}
      </Alert>
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
    </>
  );
}
