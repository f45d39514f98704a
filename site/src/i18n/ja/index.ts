import { accounts } from "./accounts";
import { booking } from "./booking";
import { common } from "./common";
import { invitations } from "./invitations";
import { restaurants } from "./restaurants";

export const texts = { ...common, ...restaurants, ...booking, ...accounts, ...invitations };

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;
