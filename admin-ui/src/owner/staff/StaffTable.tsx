import { useMemo } from "react";
import type { ReactNode } from "react";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import { DataTable } from "react-admin";
import { formatShortInstant } from "@seki/shared/civil-time";
import { ConsoleList, ListTable } from "@/console/lists";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { RemoveButton, RoleOf } from "@/console/staff";
import type { MemberActions } from "@/console/staff";
import { useMayWrite, useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { FileActions } from "../lists";
import { BulkRemove } from "./BulkRemove";

type Member = Schemas["OwnerStaffEntry"];
const Col = DataTable.Col<Member>;

const OLDEST_FIRST = { field: "id", order: "ASC" } as const;
const ROLES = ["owner", "staff", "floor", "read_only"] as const;
const SORT_FIELDS = ["id", "nickname", "role", "last_seen_at"];

interface Props {
  /** The page's members. */
  staff: readonly Schemas["StaffMember"][];
  actions: MemberActions;
  remove: (id: number) => Promise<unknown>;
  /** Reloads the page's data. */
  onChanged: () => Promise<void>;
}

/** The people who may sign in to the console of the restaurant. */
export function StaffTable({ staff, actions, remove, onChanged }: Props) {
  const t = useT();
  const first = useMemo(
    () => ({ data: staff.toSorted((one, other) => one.id - other.id), total: staff.length }),
    [staff],
  );
  const { choice, text } = useFilterInputs();
  const roles = ROLES.map((role) => [role, t(`staff.role.${role}`)] as const);
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 2, sm: 3 }, mb: 2 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t("staff.members")}
      </Typography>
      <ConsoleList<Member>
        resource="staff"
        sort={OLDEST_FIRST}
        perPage={25}
        first={first}
        filters={[text("nickname", true), choice("role", roles, true)]}
        actions={<FileActions sortFields={SORT_FIELDS} />}
      >
        <Members
          self={staff.find(({ is_self }) => is_self)?.id}
          actions={actions}
          bulk={<BulkRemove may={actions.may} remove={remove} onChanged={onChanged} />}
        />
      </ConsoleList>
    </Paper>
  );
}

interface MembersProps {
  /** The id of the caller's own account. */
  self: number | undefined;
  actions: MemberActions;
  bulk: ReactNode;
}

function Members({ self, actions, bulk }: MembersProps) {
  const t = useT();
  const { locale } = useShell();
  const { filterValues } = useListContext();
  const mayWrite = useMayWrite("office");
  const isNarrowed = Object.keys(filterValues as object).length > 0;
  return (
    <ListTable
      label={t("staff.members")}
      empty={t(isNarrowed ? "staff_list.none_found" : "staff.none")}
      bulkActions={mayWrite ? bulk : undefined}
      sx={STYLES}
    >
      <Col
        source="nickname"
        render={({ id, nickname }) => (
          <>
            {nickname}
            {id === self && <Chip size="small" label={t("staff.you")} sx={{ ml: 1 }} />}
          </>
        )}
      />
      <Col source="email" />
      <Col source="role" render={(member) => <RoleOf member={member} actions={actions} />} />
      <Col source="has_second_factor" render={(member) => member.has_second_factor && t("staff.second_factor")} />
      <Col
        source="last_seen_at"
        sortByOrder="DESC"
        render={({ last_seen_at: at }) => (at === null ? t("staff.never_seen") : formatShortInstant(at, locale))}
      />
      {mayWrite && (
        <Col
          source="actions"
          disableSort
          align="right"
          render={(member) => <RemoveButton member={member} actions={actions} />}
        />
      )}
    </ListTable>
  );
}

const STYLES = {
  "& td": { overflowWrap: "anywhere" },
  "& td.column-last_seen_at, & td.column-has_second_factor": { whiteSpace: "nowrap" },
} as const;
