import { addDays } from "@seki/shared/civil-time";
import type { Choice, Page, PageData, PageName } from "@/api";
import { FACILITIES, aPage, aReservation, aSession, aUser } from "./builders";
import { CARDS } from "./mock-restaurants";
import type { MockWorld } from "./mock-world";

/** The data of the mocked pages. */
export interface MockContext {
  world: MockWorld;
  query: URLSearchParams;
  user: ReturnType<typeof aUser>;
  cards: ReturnType<typeof cardsOf>;
  /** The diner's upcoming reservation. */
  ours: ReturnType<typeof aReservation>;
  page: <Name extends PageName>(name: Name, data: PageData[Name]) => Page;
}

/** Pages by path. */
export type MockPages = Record<string, (context: MockContext) => Page>;

export const ONE_PAGE = { total_pages: 1, current_page: 1 };

/** The page of an address; the mocked lists have one. */
export function currentPage(query: URLSearchParams): number {
  return Number(query.get("page")) || 1;
}

/** The conditions of a search with an unknown facility. */
export function unknownConditions(query: URLSearchParams): string[] {
  const known: string[] = FACILITIES.map(({ id }) => id);
  return query.getAll("facilities[]").every((id) => known.includes(id)) ? [] : ["facilities"];
}

const choices = (labels: string[]): Choice[] => labels.map((label, index) => ({ id: index + 1, label }));
export const AREAS = choices(["東京都", "京都府", "大阪府"]);
export const CUISINES = choices(["鮨", "懐石", "焼鳥", "天ぷら", "弁当"]);

function cardsOf(world: MockWorld) {
  return CARDS.map((card) => ({ ...card, favorited: world.favorites.has(card.slug) }));
}

export function contextOf(world: MockWorld, query: URLSearchParams): MockContext {
  const user = aUser({
    is_jp: world.visitor !== "emma",
    has_card: world.card,
    is_premium: world.visitor === "kenji",
    is_gold_invited: world.visitor === "aoi",
    ...(world.visitor === "emma" ? { name_last: "Stone", name_first: "Emma", email: "emma@seki.test" } : {}),
  });
  const page = <Name extends PageName>(name: Name, data: PageData[Name]): Page =>
    aPage(
      name,
      { ...data, ...world.pages[name] },
      {
        locale: world.locale,
        config: world.config,
        session: aSession(world.visitor === "guest" ? null : user),
      },
    ) as Page;
  return { world, query, user, cards: cardsOf(world), ours: aReservation({ date: addDays(world.today, 5) }), page };
}
