import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { randomUuid } from "@seki/shared/ids";
import { send, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { Writers } from "../rights";
import { useChange } from "./forms/use-change";

type Service = Schemas["ServiceInfo"];

interface Props {
  uid: string;
  service: Service;
  /** Called after a change. The reservation must be read again. */
  onDone: () => void;
}

/** The state of the visit. A recorded no-show can be undone: the state before it is restored. */
export function VisitState({ uid, service, onDone }: Props) {
  const t = useT();
  const { change, isBusy, problem } = useChange(onDone);
  if (service.state === null) return null;
  if (service.state !== "no_show") {
    const time = service[`${service.state}_at`];
    return (
      <Typography>
        {t("service.title")}: {t(`service.step.${service.state}`)} {time}
      </Typography>
    );
  }
  const undo = () =>
    change(async () => {
      const { state, at } = stateBefore(service);
      const body = { state, from: "no_show" as const, at, idempotency_key: randomUuid() };
      const call = { path: { uid }, body, signal: timeLimit() };
      await send("PUT", "/owners/api/reservations/{uid}/service_state", call);
      return t("service.no_show_undone");
    });
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Writers of="floor">
            <Button color="inherit" size="small" sx={{ minHeight: 44 }} disabled={isBusy} onClick={() => void undo()}>
              {t("service.no_show_undo")}
            </Button>
          </Writers>
        }
      >
        {t("service.no_show_noted")}
      </Alert>
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
    </>
  );
}

/** Returns the latest recorded step before a no-show, with its time; no step if the party was not here. */
function stateBefore(service: Service) {
  const steps = ["left", "bill", "seated", "arrived"] as const;
  const state = steps.find((step) => service[`${step}_at`] !== null) ?? null;
  return { state, at: state && service[`${state}_at`] };
}
