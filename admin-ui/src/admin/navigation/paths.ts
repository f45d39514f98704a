/** The addresses of the admins' pages, and that of the owners' first page. */
export const paths = {
  reservation: (uid: string) => `/admin/reservations/${encodeURIComponent(uid)}`,
  charges: (uid: string) => `/admin/reservations/${encodeURIComponent(uid)}/reservation_charges`,
  owners: "/owners",
};
