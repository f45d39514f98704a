import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, fetchPage } from "@/admin/api";
import { localePrefixOf } from "@/console/navigation";
import { holdPage } from "./page-loader";

type Fields = Readonly<Record<string, string>>;

interface Narrowing {
  /** What the server refused of the conditions, by the names of their fields. */
  refused: Fields;
  /** Goes to an address of the same page with other conditions. */
  narrow: (address: string) => Promise<void>;
}

/** The conditions of a page: those that the server refuses are told at their fields, and the form stays as it was filled in. */
export function useNarrowing(): Narrowing {
  const navigate = useNavigate();
  const [refused, setRefused] = useState<Fields>({});
  const narrow = async (address: string) => {
    setRefused({});
    const whole = localePrefixOf(window.location.pathname) + address;
    try {
      const { page, redirectedTo } = await fetchPage(whole);
      if (redirectedTo === null) holdPage(whole, page);
    } catch (error) {
      const fields = error instanceof ApiError && error.status === 422 ? error.problem.fields : undefined;
      if (fields && Object.keys(fields).length > 0) {
        setRefused(fields);
        return;
      }
      // Any other fault is the page's own to tell.
    }
    await navigate(address);
  };
  return { refused, narrow };
}
