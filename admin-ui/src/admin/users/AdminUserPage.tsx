import { useState } from "react";
import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link, useRevalidator } from "react-router";
import { AdjustmentTable } from "@/admin/adjustments/AdjustmentTable";
import { phoneText } from "@seki/shared/phone";
import { send, showFlash, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { JustificationDialog } from "@/console/security";
import { Facts, PageTitle, useAsk, useNoticedWrite, usePrefecture } from "@/console/ui";
import { MarksForm } from "./MarksForm";
import { Bookings, Mails, Payments } from "./UserLists";

type User = Schemas["AdminUserView"];

/** A diner's account for support. */
export default function AdminUserPage() {
  const t = useT();
  const { user } = usePageData<"admin_user">();
  return (
    <Box sx={{ maxWidth: 1080, display: "grid", gap: 3 }}>
      <PageTitle title={user.name.trim() || t("users.no_name")} actions={<PrivacyLink uid={user.uid} />} />
      <Pane title={t("user.account")}>
        <Account user={user} />
      </Pane>
      <Pane title={t("user.access")}>
        <Access user={user} />
      </Pane>
      <Pane title={t("user.marks")}>
        <MarksForm key={`${user.is_agent}${user.is_gold_invited}${user.is_ohc_invited}`} user={user} />
      </Pane>
      <Pane title={t("user.bookings")}>
        <Bookings bookings={user.bookings} />
      </Pane>
      <Pane title={t("user.payments")}>
        <Payments user={user} />
      </Pane>
      <Pane title={t("adjustment.title")}>
        <AdjustmentTable adjustments={user.adjustments} empty={t("adjustment.none_ever")} />
      </Pane>
      <Pane title={t("user.mails")}>
        <Mails mails={user.mails} />
      </Pane>
    </Box>
  );
}

/** Opens the page of the account's personal data, for admins with one of its permissions. */
function PrivacyLink({ uid }: { uid: string }) {
  const t = useT();
  const { admin } = useShell();
  const isAllowed = admin?.flags.privacy_export === true || admin?.flags.privacy_erase === true;
  if (!isAllowed) return null;
  return (
    <Button component={Link} to={paths.privacySubject("diners", uid)}>
      {t("privacy.open")}
    </Button>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper
      component="section"
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}
    >
      <Typography variant="h2">{title}</Typography>
      {children}
    </Paper>
  );
}

function Account({ user }: { user: User }) {
  const t = useT();
  const prefecture = usePrefecture();
  const instant = useInstant();
  const confirmedText = (at: string | null) =>
    at === null ? t("users.unconfirmed") : t("user.confirmed", { at: instant(at) });
  return (
    <Facts
      facts={[
        [t("user.kana"), user.kana],
        [t("users.email"), `${user.email} (${confirmedText(user.email_confirmed_at)})`],
        [t("users.phone"), `${phoneText(user.phone)} (${confirmedText(user.phone_confirmed_at)})`],
        [t("user.prefecture"), prefecture(user.prefecture)],
        [t("user.language"), t(`user.locale.${user.locale}`)],
        [
          t("user.grade"),
          user.premium_grade && t(`value.grade.${user.premium_grade as "green"}`, { _: user.premium_grade }),
        ],
        [t("user.provider"), user.provider],
        [t("user.jcb_uid"), user.jcb_uid],
        [t("user.jcb_card_rank"), user.jcb_card_rank],
        [t("users.created"), instant(user.created_at)],
      ]}
    />
  );
}

/** Locks, second factor and sessions, and the actions on them. */
function Access({ user }: { user: User }) {
  const t = useT();
  const ask = useAsk();
  const instant = useInstant();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const path = { uid: user.uid };
  const [isResetting, setIsResetting] = useState(false);
  const finish = async (message: string | undefined) => {
    if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    await revalidate();
  };
  const act = async (
    question: { title: string; text?: string; agree: string; danger?: boolean },
    call: () => Promise<{ message?: string }>,
  ) => {
    if (!(await ask(question))) return;
    await write(async () => finish((await call()).message));
  };
  const factors = [
    user.two_factor_with_email_enabled ? t("user.factor_mail") : null,
    user.has_authenticator ? t("user.factor_app") : null,
    user.passkeys > 0 ? t("user.factor_passkeys", { count: user.passkeys }) : null,
  ].filter((factor) => factor !== null);
  return (
    <>
      <Facts
        facts={[
          [
            t("user.lock"),
            user.locked_until === null
              ? t("user.not_locked", { count: user.failed_attempts })
              : t("user.locked_until", { at: instant(user.locked_until) }),
          ],
          [t("user.factor"), factors.length === 0 ? t("user.factor_none") : factors.join(", ")],
          [
            t("user.sessions"),
            user.sessions.length === 0
              ? t("user.sessions_none")
              : user.sessions
                  .map(
                    ({ device, last_seen_at }) => `${device || t("security.unknown_device")} ${instant(last_seen_at)}`,
                  )
                  .join("\n"),
          ],
        ]}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button
          variant="outlined"
          disabled={busy || (user.locked_until === null && user.failed_attempts === 0)}
          onClick={() =>
            void act({ title: t("user.ask_unlock"), agree: t("user.unlock") }, () =>
              send("DELETE", "/admin/users/{uid}/lock", { path }),
            )
          }
        >
          {t("user.unlock")}
        </Button>
        <Button
          variant="outlined"
          disabled={busy || user.sessions.length === 0}
          onClick={() =>
            void act(
              {
                title: t("user.ask_sign_out"),
                text: t("user.ask_sign_out_text"),
                agree: t("user.sign_out"),
                danger: true,
              },
              () => send("DELETE", "/admin/users/{uid}/sessions", { path }),
            )
          }
        >
          {t("user.sign_out")}
        </Button>
        <Button variant="outlined" disabled={busy || !user.has_authenticator} onClick={() => setIsResetting(true)}>
          {t("user.reset_factor")}
        </Button>
      </Box>
      {isResetting && (
        <JustificationDialog
          title={t("user.ask_reset_factor")}
          text={t("user.ask_reset_factor_text")}
          agree={t("user.reset_factor")}
          onClose={() => setIsResetting(false)}
          onConfirm={async (body) => {
            const { message } = await send("DELETE", "/admin/users/{uid}/second_factor", { path, body });
            setIsResetting(false);
            await finish(message);
          }}
        />
      )}
    </>
  );
}
