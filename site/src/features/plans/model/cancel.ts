import { send } from "@/api";

export async function cancelGold(id: string, reason: string, follow: (path: string) => void): Promise<void> {
  const { redirect_to } = await send("DELETE", "/users/profile/gold_subscriptions", {
    query: { stripe_subscription_id: id },
    body: { cancel_reason: reason },
  });
  follow(redirect_to);
}

export async function cancelClub(id: string, reason: string, follow: (path: string) => void): Promise<void> {
  const { redirect_to } = await send("DELETE", "/users/ohc/subscriptions/{stripe_subscription_id}", {
    path: { stripe_subscription_id: id },
    body: { cancel_reason: reason },
  });
  follow(redirect_to);
}
