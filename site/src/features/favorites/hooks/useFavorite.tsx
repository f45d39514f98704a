import { useState } from "react";
import { ApiError, send, useSession } from "@/api";
import { browser, localePrefixOf, paths } from "@/navigation";
import { useWrite } from "@/ui";
import { OptInDialog } from "../components/OptInDialog";

interface Options {
  /** Called after the restaurant has become a favourite or has been removed. */
  onChanged?: (favorited: boolean) => void;
  /** Shows the reason for a failed change; resolves to whether it did. */
  onFailed?: (error: Error) => Promise<boolean>;
}

/** Leads a visitor to sign-in; the server then adds the favourite. */
function signInFirst(slug: string): void {
  browser.assign(localePrefixOf(window.location.pathname) + paths.signInForFavorite(slug));
}

/** Adds and removes a favourite, with the question about mail before it (diner §4). */
export function useFavorite(slug: string, initially: boolean, { onChanged, onFailed }: Options) {
  const { signed_in, user } = useSession();
  const [favorited, setFavorited] = useState(initially);
  const [isAsking, setAsking] = useState(false);
  /** The consent to mails before the removal; null if the diner had given no answer. */
  const [removedConsent, setRemovedConsent] = useState<boolean | null>(null);
  const changing = useWrite({
    handles: async (error) => {
      setAsking(false);
      // The diner was signed out in another tab meanwhile.
      const isSignedOut = error instanceof ApiError && error.status === 401;
      if (isSignedOut) signInFirst(slug);
      return isSignedOut || (await onFailed?.(error)) === true;
    },
  });

  const done = (next: boolean) => {
    setFavorited(next);
    setAsking(false);
    onChanged?.(next);
  };
  const add = (shop_notification: boolean) =>
    changing.write(async () => {
      await send("POST", "/users/api/customers", { body: { restaurant_slug: slug, customer: { shop_notification } } });
      done(true);
    });
  const remove = () =>
    changing.write(async () => {
      const { shop_notification } = await send("POST", "/users/api/customers/hide", {
        body: { restaurant_slug: slug },
      });
      setRemovedConsent(shop_notification);
      done(false);
    });
  /** Reverts the removal, with the consent that it ended. */
  const undo = () =>
    changing.write(async () => {
      const consent = removedConsent === null ? {} : { shop_notification: removedConsent };
      const customer = { ...consent, is_undo: true };
      await send("POST", "/users/api/customers", { body: { restaurant_slug: slug, customer } });
      done(true);
    });
  const press = () => {
    if (!signed_in) signInFirst(slug);
    else if (favorited) void remove();
    else if (user?.is_jp) void add(true);
    else setAsking(true);
  };
  const question = (
    <OptInDialog
      open={isAsking}
      busy={changing.busy}
      onClose={() => setAsking(false)}
      onAdd={(notification) => void add(notification)}
    />
  );
  return { favorited, changing, press, undo, question };
}
