const AT = "2026-11-20T10:00:00+09:00";

/** Changes to the data of a page, by the page's name, that make every button with a question appear. */
const RARE: Record<string, (data: never) => object> = {
  admin_user: ({ user }: { user: object }) => ({
    user: {
      ...user,
      failed_attempts: 3,
      locked_until: AT,
      has_authenticator: true,
      passkeys: 2,
      sessions: [{ device: "Chrome, Windows", signed_in_at: AT, last_seen_at: AT }],
    },
  }),
  admin_jobs: ({ queues, first }: { queues: { queue: string }[]; first: object | null }) => ({
    queues: queues.map((queue) => ({ ...queue, dead: 12 })),
    first: first && { rows: [DEAD_LETTER], total: 1 },
  }),
  admin_raffle_rounds: ({ raffle_rounds }: { raffle_rounds: object[] }) => ({
    raffle_rounds: raffle_rounds.map((round) => ({ ...round, stage: "planned" })),
  }),
  admin_raffle_round: ({ raffle_round }: { raffle_round: object }) => ({
    raffle_round: { ...raffle_round, stage: "closed", is_due: true, drawn_at: null, winners: 0 },
    total_pages: 12,
    registrations: [
      {
        id: 1,
        user_uid: "u",
        name: "高橋 花子",
        phone_country: "JP",
        entries: 7,
        created_at: AT,
        won_at: null,
        won_by: null,
      },
    ],
  }),
  admin_staff: ({ staff }: { staff: object[] }) => ({
    staff: staff.map((member) => ({ ...member, has_second_factor: true })),
    invitations: [true, false].map((is_expired, number) => ({
      uid: `i${number}`,
      email: "hall@kagura.test",
      nickname: "高橋",
      role: "read_only",
      sent_at: AT,
      expires_at: AT,
      is_expired,
    })),
  }),
  admin_security_settings: ({ security }: { security: { sessions: object[] } }) => ({
    can_add_passkeys: true,
    passkeys: [{ uid: "p", name: "鍵", created_at: AT, last_used_at: AT }],
    security: {
      authenticator: { enabled_at: AT, recovery_codes_left: 9 },
      sessions: [
        ...security.sessions,
        { uid: "s", device: "", signed_in_at: AT, last_seen_at: AT, is_current: false, is_impersonated: true },
      ],
    },
  }),
};

const DEAD_LETTER = {
  id: "01JDEADDEADDEADDEADDEADDEA",
  queue: "bulk_mail",
  attempts: 12,
  max_attempts: 12,
  run_at: AT,
  done_at: AT,
  about: '{"mail_delivery_id":1}',
  subject_kind: "announcement",
  user_uid: "u",
  reservation_uid: null,
  restaurant_slug: "sushi-kagura",
  raffle_round_uid: null,
  last_error: `550 ${"x".repeat(200)}`,
};

/** A page or list of the admins in states that a demo seldom has; others stay as they are. */
export function inRareStates(answer: unknown, path: string): unknown {
  if (path === "/admin/api/resources/dead_letters") return [DEAD_LETTER];
  const { page, data } = answer as { page?: string; data?: object };
  const change = RARE[page ?? ""];
  return change === undefined ? answer : { ...(answer as object), data: { ...data, ...change(data as never) } };
}
