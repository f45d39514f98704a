import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";

/** Returns all countries with their dial codes; undefined until they are loaded, which `isNeeded` starts. */
export function usePhoneCountries(isNeeded: boolean) {
  const { data } = useQuery({
    queryKey: ["phone_countries"],
    queryFn: ({ signal }) => send("GET", "/owners/api/phone_countries", { signal }),
    staleTime: Infinity,
    enabled: isNeeded,
  });
  return data;
}
