import { useState } from "react";
import PersonAddIcon from "@mui/icons-material/PersonAdd";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import NativeSelect from "@mui/material/NativeSelect";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { formatShortInstant } from "@seki/shared/civil-time";
import { showFlash, useShell } from "@/console/api";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { JustificationDialog } from "@/console/security";
import type { Justification } from "@/console/security";
import { PageTitle, useAsk, useNoticedWrite } from "@/console/ui";
import { InviteDialog } from "./InviteDialog";

type Role = Schemas["Role"];
type Written = Promise<{ message: string }>;

/** A front end's calls about the staff of the page's restaurant. The justification is an admin's. */
export interface StaffCalls {
  invite: (body: Schemas["InvitedStaff"], justification: Justification) => Written;
  resend: (uid: string, justification: Justification) => Written;
  withdraw: (uid: string, justification: Justification) => Written;
  /** `expected` has the role that the page shows. */
  setRole: (id: number, change: { role: Role; expected: { role: Role } }, justification: Justification) => Written;
  remove: (id: number, justification: Justification) => Written;
}

/** A change to confirm. */
interface Change {
  title: string;
  text: string;
  agree: string;
  isDangerous?: boolean;
  /** Owners do it without a question; admins justify it. */
  isHarmless?: boolean;
  call: (justification: Justification) => Written;
}

type Member = Pick<Schemas["StaffMember"], "id" | "nickname">;

/** Actions of the account on the members of staff. Each change is confirmed. */
export interface MemberActions {
  /** The roles that the account may grant. */
  roles: readonly Role[];
  isBusy: boolean;
  /** Whether the account may change a member with this role. */
  may: (role: Role) => boolean;
  setRole: (member: Member & { role: Role }, role: Role) => void;
  remove: (member: Member) => void;
}

interface Props {
  list: Schemas["StaffList"];
  calls: StaffCalls;
  /** False hides the buttons. */
  mayWrite: boolean;
  /** Each change requires a reason and a proof of identity (gaps G220). */
  isJustified: boolean;
  /** Reloads the page's data. */
  onChanged: () => Promise<void>;
  /** Shows the members in a list of the front end. */
  renderMembers?: (actions: MemberActions) => ReactNode;
}

/** Returns the roles that the account may grant. */
function rolesFor(makesOwners: boolean): Role[] {
  return makesOwners ? ["owner", "staff", "floor", "read_only"] : ["staff", "floor", "read_only"];
}

/** The staff of a restaurant, and its open invitations. */
export function StaffPane({ list, calls, mayWrite, isJustified, onChanged, renderMembers }: Props) {
  const t = useT();
  const ask = useAsk();
  const { busy, write } = useNoticedWrite();
  const [inviting, setInviting] = useState(false);
  const [change, setChange] = useState<Change | null>(null);
  const roles = rolesFor(list.makes_owners);
  const finish = async (message: string) => {
    showFlash({ kind: "notice", message, sticky: false });
    await onChanged();
  };
  const act = async (next: Change) => {
    if (isJustified) {
      setChange(next);
      return;
    }
    const { title, text, agree, isDangerous: danger = false, isHarmless = false, call } = next;
    if (isHarmless || (await ask({ title, text, agree, danger })))
      await write(async () => finish((await call({})).message));
  };
  const may = (role: Role) => mayWrite && (list.makes_owners || role !== "owner");

  const resend = ({ uid, nickname, email }: Schemas["StaffInvitation"]) =>
    act({
      title: t("staff.resend_to", { name: nickname }),
      text: email,
      agree: t("staff.resend"),
      isHarmless: true,
      call: (justification) => calls.resend(uid, justification),
    });
  const withdraw = ({ uid, nickname }: Schemas["StaffInvitation"]) =>
    act({
      title: t("staff.withdraw_title", { name: nickname }),
      text: t("staff.withdraw_text"),
      agree: t("staff.withdraw"),
      isDangerous: true,
      call: (justification) => calls.withdraw(uid, justification),
    });
  const remove = ({ id, nickname }: Member) =>
    act({
      title: t("staff.remove_title", { name: nickname }),
      text: t("staff.remove_text"),
      agree: t("staff.remove"),
      isDangerous: true,
      call: (justification) => calls.remove(id, justification),
    });
  const setRole = ({ id, nickname, role: shown }: Member & { role: Role }, role: Role) =>
    act({
      title: t("staff.narrow_title", { name: nickname, role: t(`staff.role.${role}`) }),
      text: t("staff.narrow_text"),
      agree: t("staff.change"),
      call: (justification) => calls.setRole(id, { role, expected: { role: shown } }, justification),
    });

  const actions: MemberActions = {
    roles,
    isBusy: busy,
    may,
    setRole: (member, role) => void setRole(member, role),
    remove: (member) => void remove(member),
  };

  return (
    <Box sx={{ maxWidth: renderMembers === undefined ? 900 : undefined }}>
      <PageTitle
        title={t("staff.title")}
        actions={
          mayWrite && (
            <Button startIcon={<PersonAddIcon />} variant="contained" onClick={() => setInviting(true)}>
              {t("staff.invite")}
            </Button>
          )
        }
      />
      <Typography sx={{ mb: 2 }}>{t("staff.lead")}</Typography>
      {renderMembers === undefined ? <Members staff={list.staff} actions={actions} /> : renderMembers(actions)}
      <Group title={t("staff.invitations")}>
        {list.invitations.length === 0 && (
          <Typography component="li" color="text.secondary">
            {t("staff.none_invited")}
          </Typography>
        )}
        {list.invitations.map((invited) => (
          <Person
            key={invited.uid}
            name={invited.nickname}
            email={invited.email}
            note={<UntilNote invited={invited} />}
          >
            <Typography>{t(`staff.role.${invited.role}`)}</Typography>
            {may(invited.role) && (
              <>
                <Button
                  disabled={busy}
                  aria-label={t("staff.resend_to", { name: invited.nickname })}
                  onClick={() => void resend(invited)}
                >
                  {t("staff.resend")}
                </Button>
                <Button
                  color="secondary"
                  disabled={busy}
                  aria-label={t("staff.withdraw_from", { name: invited.nickname })}
                  onClick={() => void withdraw(invited)}
                >
                  {t("staff.withdraw")}
                </Button>
              </>
            )}
          </Person>
        ))}
      </Group>
      {inviting && (
        <InviteDialog
          roles={roles}
          isJustified={isJustified}
          onClose={() => setInviting(false)}
          onSend={async (body, justification) => {
            const { message } = await calls.invite(body, justification);
            setInviting(false);
            await finish(message);
          }}
        />
      )}
      {change !== null && (
        <JustificationDialog
          title={change.title}
          text={change.text}
          agree={change.agree}
          onClose={() => setChange(null)}
          onConfirm={async (justification) => {
            const { message } = await change.call(justification);
            setChange(null);
            await finish(message);
          }}
        />
      )}
    </Box>
  );
}

function Members({ staff, actions }: { staff: readonly Schemas["StaffMember"][]; actions: MemberActions }) {
  const t = useT();
  return (
    <Group title={t("staff.members")}>
      {staff.length === 0 && (
        <Typography component="li" color="text.secondary">
          {t("staff.none")}
        </Typography>
      )}
      {staff.map((member) => (
        <Person key={member.id} name={member.nickname} email={member.email} note={<SeenNote member={member} />}>
          <RoleOf member={member} actions={actions} />
          <RemoveButton member={member} actions={actions} />
        </Person>
      ))}
    </Group>
  );
}

interface MemberProps {
  member: Member & { role: Role };
  actions: MemberActions;
}

/** The role of a member: a choice for managers, else its name. */
export function RoleOf({ member, actions: { roles, isBusy, may, setRole } }: MemberProps) {
  const t = useT();
  if (!may(member.role)) return <Typography>{t(`staff.role.${member.role}`)}</Typography>;
  return (
    <NativeSelect
      value={member.role}
      disabled={isBusy}
      inputProps={{ "aria-label": t("staff.rights_of", { name: member.nickname }) }}
      onChange={(event) => setRole(member, event.target.value as Role)}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(`staff.role.${role}`)}
        </option>
      ))}
    </NativeSelect>
  );
}

export function RemoveButton({ member, actions: { isBusy, may, remove } }: MemberProps) {
  const t = useT();
  if (!may(member.role)) return null;
  return (
    <Button
      color="secondary"
      disabled={isBusy}
      aria-label={t("staff.remove_one", { name: member.nickname })}
      onClick={() => remove(member)}
    >
      {t("staff.remove")}
    </Button>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 2, sm: 3 }, mb: 2 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {children}
      </Box>
    </Paper>
  );
}

interface PersonProps {
  name: string;
  email: string;
  note: ReactNode;
  children: ReactNode;
}

function Person({ name, email, note, children }: PersonProps) {
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1,
        alignItems: "center",
        py: 1.5,
        borderBottom: 1,
        borderColor: "divider",
        "&:last-of-type": { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: "1 1 260px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{name}</Typography>
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: "anywhere" }}>
          {email}
        </Typography>
        {note}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>{children}</Box>
    </Box>
  );
}

function useInstant() {
  const { locale } = useShell();
  return (at: string) => formatShortInstant(at, locale);
}

function SeenNote({ member }: { member: Schemas["StaffMember"] }) {
  const t = useT();
  const instant = useInstant();
  const { last_seen_at, has_second_factor, is_self } = member;
  const seen = last_seen_at === null ? t("staff.never_seen") : t("staff.last_seen", { at: instant(last_seen_at) });
  return (
    <Typography variant="body2" color="text.secondary" component="div">
      {is_self && <Chip size="small" label={t("staff.you")} sx={{ mr: 1 }} />}
      {[seen, ...(has_second_factor ? [t("staff.second_factor")] : [])].join(" · ")}
    </Typography>
  );
}

function UntilNote({ invited }: { invited: Schemas["StaffInvitation"] }) {
  const t = useT();
  const instant = useInstant();
  const { is_expired, is_undelivered } = invited;
  const text = () => {
    if (is_undelivered) return t("staff.undelivered");
    return is_expired ? t("staff.expired") : t("staff.until", { at: instant(invited.expires_at) });
  };
  return (
    <Typography variant="body2" color={is_expired || is_undelivered ? "error" : "text.secondary"}>
      {text()}
    </Typography>
  );
}
