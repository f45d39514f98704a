import { common } from "@seki/shared/texts/en/common";
import { prefectures } from "./prefectures";
import { security } from "./security";
import { sending } from "./sending";
import { staff } from "./staff";

import type { ConsoleTexts } from "../ja";

export const consoleTexts: ConsoleTexts = {
  ...prefectures,
  ...security,
  ...sending,
  ...staff,
  console: {
    ...common,
    fold_menu: "Collapse the menu",
    unfold_menu: "Expand the menu",
    save: "Save",
    account: "Account",
    signed_in_as: "Signed in as %{name}",
    unsaved: {
      title: "Discard what you entered?",
      text: "It has not been saved and cannot be recovered once this is closed.",
      leave_text: "It has not been saved and cannot be recovered once you leave this page.",
      discard: "Discard",
    },
    undo: "Undo",
    whole_list: "Show the whole list",
    last_column: "At least one column is always shown.",
    name_length: "Up to %{max} characters (now %{count})",
    dates_reversed: "The last day must not be before the first.",
    network_error: "No connection. Please check your connection and try again.",
    no_response:
      "No answer from the server. The change may have been saved: check what is shown now before you try again.",
    session_ended: "You are signed out. Sign in in another tab, then press the button again. Your input is still here.",
    open_sign_in: "Open the sign-in page",
    something_went_wrong: "Something went wrong. Refresh the page and try again.",
    modal_failed: "Something went wrong. Close the modal and refresh the page.",
    fetch_failed: "Failed to fetch data",
    empty: "Nothing here yet.",
    all: "All",
    guests: "%{count} guest |||| %{count} guests",
  },
  edit_conflict: {
    empty: "(empty)",
    keep_mine: "Keep mine",
    take_theirs: "Take theirs",
  },
  problem: {
    not_found: "Page not found",
    not_found_text: "The address may be wrong, or the page belongs to another restaurant.",
    not_found_anywhere: "The address may be wrong, or the record has been deleted.",
    invalid: "Nothing to show for these conditions",
    invalid_text: "Check the conditions in the address.",
    internal: "Something went wrong",
    internal_text: "Please try again in a moment.",
    network: "No connection",
    comes_back: "This page will appear automatically once the connection is back.",
    home: "Back to home",
  },
  reservation_facts: {
    title: "Reservation",
    code: "Code",
    when: "Visit",
    guests: "Guests",
    course: "Course",
    status_label: "Status",
    prepaid: "Prepaid",
    type_label: "Type",
    status: {
      pending: "Invited or held",
      accepted: "Confirmed",
      void: "Cancelled",
      expired: "Expired",
      owner_delete: "Cancelled by the restaurant",
      admin_delete: "Cancelled by an admin",
    },
    type: {
      online_reservation: "Online",
      invited_reservation: "Invitation",
      invited_temporary_reservation: "Invitation (no account)",
      offline_reservation: "In person",
      offsite_reservation: "Off-site",
    },
  },
};
