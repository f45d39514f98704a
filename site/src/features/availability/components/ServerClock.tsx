import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "@/api";
import { TOKYO } from "@seki/shared/civil-time";

const time = new Intl.DateTimeFormat("ja-JP", { timeStyle: "medium", hourCycle: "h23", timeZone: TOKYO });

/** Shows the server's time with seconds, because diners wait for openings to the second. */
export function ServerClock() {
  const { t } = useTranslation();
  const [now, setNow] = useState(serverNow);

  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);

  return <p role="timer">{t("calendar.clock", { time: time.format(now) })}</p>;
}
