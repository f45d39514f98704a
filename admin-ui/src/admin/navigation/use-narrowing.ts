import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, fetchPage } from "@/admin/api";
import { localePrefixOf } from "@/console/navigation";
import { holdPage } from "./page-loader";

type Fields = Readonly<Record<string, string>>;

interface Narrowing {
  /** Messages for the conditions that the server rejected, by field name. */
  refused: Fields;
  /** Goes to an address of the same page with other conditions. */
  narrow: (address: string) => Promise<void>;
}

/** Manages the conditions of a page. The fields show the server's rejections, and the form keeps its input. */
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
      // The page itself shows any other error.
    }
    await navigate(address);
  };
  return { refused, narrow };
}
