/** The addresses of the admins' pages, and that of the owners' first page. */
export const paths = {
  reservation: (uid: string) => `/admin/reservations/${encodeURIComponent(uid)}`,
  charges: (uid: string) => `/admin/reservations/${encodeURIComponent(uid)}/reservation_charges`,
  raffles: (slug: string) => `/admin/r/${encodeURIComponent(slug)}/raffle_rounds`,
  raffle: (slug: string, uid: string) =>
    `/admin/r/${encodeURIComponent(slug)}/raffle_rounds/${encodeURIComponent(uid)}`,
  security: "/admin/security_settings",
  owners: "/owners",
};
