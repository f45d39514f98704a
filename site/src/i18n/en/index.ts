import type { Texts } from "../ja";
import { accounts } from "./accounts";
import { booking } from "./booking";
import { common } from "./common";
import { invitations } from "./invitations";
import { restaurants } from "./restaurants";

const english = { ...common, ...restaurants, ...booking, ...accounts, ...invitations };

export const texts: Texts = english;
