import { useState } from "react";
import { useLocation } from "react-router";
import { useSession } from "@/api";
import { paths } from "@/navigation";
import { Button, ButtonLink } from "@/ui";
import TeaserDialog from "./TeaserDialog";
import type { TeaserSource } from "./TeaserDialog";

/** A button of a premium feature. Visitors sign in first, and diners without premium see a teaser. */
export function PremiumButton({ source, to, label }: { source: TeaserSource; to: string | null; label: string }) {
  const { signed_in, user } = useSession();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  if (user?.is_premium) return to === null ? null : <ButtonLink to={to}>{label}</ButtonLink>;
  if (!signed_in) return <ButtonLink to={paths.signInFrom(pathname + search)}>{label}</ButtonLink>;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <TeaserDialog source={source} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
