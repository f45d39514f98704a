import { useEffect, useState } from "react";
import { send, useSession } from "@/api";

type Vacancies = Record<string, string[]>;

/** Loads, for subscribers, the days on which the restaurants have seats. A list is shown before they are loaded. */
export function useVacancies(slugs: string[]): Vacancies {
  const { user } = useSession();
  const isPremium = user?.is_premium ?? false;
  const [vacancies, setVacancies] = useState<Vacancies>({});
  const asked = slugs.join(",");

  useEffect(() => {
    if (!isPremium || asked === "") return;
    const leaving = new AbortController();
    send("GET", "/users/api/vacancies", { query: { slugs: asked }, signal: leaving.signal })
      .then((answer) => setVacancies(answer.vacancies))
      // Without vacancies the list is the one for all diners.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [isPremium, asked]);

  return vacancies;
}
