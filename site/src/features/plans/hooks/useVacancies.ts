import { useEffect, useState } from "react";
import { send, useSession } from "@/api";

type Vacancies = Record<string, string[]>;

/** For subscribers: which of some restaurants have seats in the next days. A list is shown before they are known. */
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
      // Without it the list is as it is for everybody.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [isPremium, asked]);

  return vacancies;
}
