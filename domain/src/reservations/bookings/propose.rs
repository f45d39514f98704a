//! Seat proposals for staff, best first, with the reasons for each choice. The rules are those for diners' seats (gaps G061), applied
//! to all seats instead of the web stocks.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::form::check_hours;
use super::queries::StayRange;
use crate::ids::{InventoryItemId, OnlineStockId, RestaurantId};
use crate::inventory::seating::{self, FreeStock, stocks_needed};
use crate::restaurants::model::{Bilingual, Operation};
use crate::zone::Zone;

/// A seat group, with the times at which each seat is taken.
#[derive(Clone, Debug)]
pub struct SeatingArea {
    pub group_uid: String,
    pub title: Bilingual,
    pub capacity: i32,
    pub items: Vec<SeatingItem>,
}

#[derive(Clone, Debug)]
pub struct SeatingItem {
    pub id: InventoryItemId,
    pub uid: String,
    pub label: String,
    pub position: i32,
    pub taken: Vec<BusySeat>,
    /// Times at which all diners can book the seat on the web.
    pub on_web: Vec<BusySeat>,
}

/// A range of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusySeat {
    pub from: DateTime<Utc>,
    pub till: DateTime<Utc>,
}

impl BusySeat {
    fn overlaps(self, span: StayRange) -> bool {
        self.from < span.till && span.from < self.till
    }
}

/// A reason for the choice of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalReason {
    /// The party fills the seats.
    FillsSeats,
    /// The seats are next to each other.
    SideBySide,
    /// The seats are apart.
    Apart,
    /// The seats are not offered to all diners on the web.
    NotOnWeb,
    /// The seats are removed from the web.
    OffTheWeb,
}

/// Seats for a party at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub span: StayRange,
    /// Index of its group among all groups.
    pub group: usize,
    pub item_uids: Vec<String>,
    pub labels: Vec<String>,
    /// Number of unused places at these seats.
    pub leftover: i32,
    pub reasons: Vec<ProposalReason>,
    /// Times at which all diners could book one of the seats on the web, and no longer can; by their start.
    pub web_turns: Vec<BusySeat>,
}

/// Maximum number of proposals for one time.
const MAX_PROPOSALS: usize = 5;
/// Maximum number of proposals for one group. The second one is an alternative.
const MAX_PROPOSALS_PER_GROUP: usize = 2;
/// Offsets in minutes of the other times that are tried if nothing is free, the nearest first.
const OTHER_TIMES: [i64; 8] = [-30, 30, -60, 60, -90, 90, -120, 120];
const MAX_OTHER_TIMES: usize = 3;

/// Proposes seats for a party within a span. Seats together come before seats apart, also if they leave more places empty (G309). Then the
/// fewest empty places come first, then the smallest distance between seats, then the fewest web stocks removed.
pub fn propose(areas: &[SeatingArea], guests: i32, span: StayRange) -> Vec<Proposal> {
    let mut found: Vec<_> =
        areas.iter().enumerate().flat_map(|(at, area)| proposals_for_area(area, at, guests, span)).collect();
    found.sort_by_key(|(cost, _)| *cost);
    found.into_iter().map(|(_, proposal)| proposal).take(MAX_PROPOSALS).collect()
}

/// Marks the seats of a proposal as taken for its span.
pub fn take(areas: &mut [SeatingArea], proposal: &Proposal) {
    let StayRange { from, till } = proposal.span;
    let Some(area) = areas.get_mut(proposal.group) else { return };
    for item in area.items.iter_mut().filter(|item| proposal.item_uids.contains(&item.uid)) {
        item.taken.push(BusySeat { from, till });
    }
}

/// Returns the nearest other future times at which the party could be seated, with the best seats of each.
pub fn propose_other_times(
    areas: &[SeatingArea],
    guests: i32,
    span: StayRange,
    operations: &[Operation],
    zone: Zone,
    now: DateTime<Utc>,
) -> Vec<Proposal> {
    let shifted = OTHER_TIMES.into_iter().map(Duration::minutes);
    let spans = shifted.map(|shift| StayRange { from: span.from + shift, till: span.till + shift });
    let is_served = |date, at| {
        operations.iter().any(|o| (zone.at(date, o.opens_at)..zone.at_time(date, o.closes_at)).contains(&at))
    };
    let is_open = |span: &StayRange| {
        check_hours(operations, zone, span.from, span.till).is_ok_and(|date| is_served(date, span.from))
    };
    let open = spans.filter(|span| now <= span.from && is_open(span));
    open.filter_map(|span| propose(areas, guests, span).into_iter().next()).take(MAX_OTHER_TIMES).collect()
}

/// Sort key: seats apart, empty places, gaps between seats, web stocks removed, group, index within the group.
type ProposalCost = (bool, i32, i32, usize, usize, usize);

fn proposals_for_area(area: &SeatingArea, group: usize, guests: i32, span: StayRange) -> Vec<(ProposalCost, Proposal)> {
    let needed = stocks_needed(guests, area.capacity);
    let mut free: Vec<_> =
        area.items.iter().filter(|item| !item.taken.iter().any(|busy| busy.overlaps(span))).collect();
    let mut found = Vec::new();
    while found.len() < MAX_PROPOSALS_PER_GROUP {
        let stocks: Vec<_> = free.iter().map(|item| to_stock(item, span)).collect();
        let Some(seats) = seating::choose(&stocks, needed) else { break };
        let chosen: Vec<_> = free.iter().copied().filter(|item| seats.iter().any(|s| s.item == item.id)).collect();
        free.retain(|item| seats.iter().all(|seat| seat.item != item.id));
        found.push(describe(area, group, found.len(), guests, span, &chosen));
    }
    found
}

/// Converts a seat to the input of the diners' rules. A seat that the web does not offer to all diners counts as whitelisted, which
/// those rules prefer.
fn to_stock(item: &SeatingItem, span: StayRange) -> FreeStock {
    FreeStock {
        stock: OnlineStockId(item.id.0),
        item: item.id,
        position: item.position,
        is_whitelisted: !is_on_web(item, span),
    }
}

fn is_on_web(item: &SeatingItem, span: StayRange) -> bool {
    item.on_web.iter().any(|busy| busy.overlaps(span))
}

fn describe(
    area: &SeatingArea,
    group: usize,
    turn: usize,
    guests: i32,
    span: StayRange,
    chosen: &[&SeatingItem],
) -> (ProposalCost, Proposal) {
    let count = i32::try_from(chosen.len()).unwrap_or(i32::MAX);
    let leftover = count * area.capacity - guests;
    let ends = (chosen.first().map_or(0, |item| item.position), chosen.last().map_or(0, |item| item.position));
    let gaps = ends.1 - ends.0 + 1 - count;
    let on_web = chosen.iter().filter(|item| is_on_web(item, span)).count();
    let turns = chosen.iter().flat_map(|item| item.on_web.iter().copied());
    let mut web_turns: Vec<_> = turns.filter(|turn| turn.overlaps(span)).collect();
    web_turns.sort_by_key(|turn| (turn.from, turn.till));
    web_turns.dedup();
    let mut reasons = Vec::new();
    if leftover == 0 {
        reasons.push(ProposalReason::FillsSeats);
    }
    if count > 1 {
        reasons.push(if gaps == 0 { ProposalReason::SideBySide } else { ProposalReason::Apart });
    }
    reasons.push(if on_web == 0 { ProposalReason::NotOnWeb } else { ProposalReason::OffTheWeb });
    let proposal = Proposal {
        span,
        group,
        item_uids: chosen.iter().map(|item| item.uid.clone()).collect(),
        labels: chosen.iter().map(|item| item.label.clone()).collect(),
        leftover,
        reasons,
        web_turns,
    };
    ((gaps > 0, leftover, gaps, on_web, group, turn), proposal)
}

/// Lists all seats of a restaurant, with the times around a day at which they are taken, as [`list_areas_of`] does for several days.
pub async fn list_areas(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    zone: Zone,
    date: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<SeatingArea>> {
    let mut days = list_areas_of(conn, restaurant, zone, &[date], now).await?;
    Ok(days.remove(&date).unwrap_or_default())
}

/// Lists all seats of a restaurant for each of the days, with the times around the day at which they are taken. A party that is present,
/// seated or not, occupies its seats for another quarter of an hour, regardless of its planned end. A party whose departure is not recorded
/// stops counting after three hours.
pub async fn list_areas_of(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    zone: Zone,
    dates: &[NaiveDate],
    now: DateTime<Utc>,
) -> sqlx::Result<BTreeMap<NaiveDate, Vec<SeatingArea>>> {
    let from: Vec<_> = dates.iter().map(|date| zone.at(*date, chrono::NaiveTime::MIN)).collect();
    let till: Vec<_> = from.iter().map(|from| *from + Duration::hours(48)).collect();
    let rows = sqlx::query!(
        r#"SELECT d.date AS "date!", g.uid AS group_uid, g.title_ja, g.title_en, g.capacity_per_stock, i.id AS "id: InventoryItemId", i.uid,
                  i.label, i.position,
                  coalesce((SELECT jsonb_agg(jsonb_build_object('from', least(lower(s.during), v.seated_at), 'till', CASE
                          WHEN coalesce(v.arrived_at, v.seated_at, v.bill_at) IS NOT NULL AND v.left_at IS NULL
                              AND n.reservation_id IS NULL AND $5::timestamptz - interval '3 hours' < upper(s.during)
                              THEN greatest(upper(s.during), $5::timestamptz + interval '15 minutes')
                          ELSE upper(s.during) END))
                      FROM reservation_seats s
                      JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.reservation_id
                      LEFT JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
                      LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
                      WHERE s.restaurant_id = $1 AND s.inventory_item_id = i.id AND s.released_at IS NULL
                        AND seat_overlaps(s.during, d.since, d.till)
                        AND (r.status <> 'pending' OR coalesce(r.held_until > $5, true))), '[]') AS "taken!: Json<Vec<BusySeat>>",
                  coalesce((SELECT jsonb_agg(jsonb_build_object('from', t.starts_at, 'till', t.ends_at))
                      FROM online_stocks k
                      JOIN online_stock_groups o ON o.restaurant_id = k.restaurant_id AND o.id = k.online_stock_group_id
                      JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id
                      WHERE k.restaurant_id = i.restaurant_id AND k.inventory_item_id = i.id AND k.online_reservable_id IS NULL
                        AND k.access_control = 'blacklist' AND o.date = d.date AND o.deleted_at IS NULL), '[]')
                      AS "on_web!: Json<Vec<BusySeat>>"
           FROM inventory_groups g
           JOIN inventory_items i ON i.restaurant_id = g.restaurant_id AND i.inventory_group_id = g.id
           CROSS JOIN unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) AS d (date, since, till)
           WHERE g.restaurant_id = $1 ORDER BY d.date, g.position, g.id, i.position, i.id"#,
        restaurant.0,
        dates,
        &from,
        &till,
        now,
    );
    let mut days: BTreeMap<NaiveDate, Vec<SeatingArea>> = BTreeMap::new();
    for row in rows.fetch_all(conn).await? {
        let (taken, on_web) = (row.taken.0, row.on_web.0);
        let item = SeatingItem { id: row.id, uid: row.uid, label: row.label, position: row.position, taken, on_web };
        let areas = days.entry(row.date).or_default();
        match areas.last_mut().filter(|area| area.group_uid == row.group_uid) {
            Some(area) => area.items.push(item),
            None => areas.push(SeatingArea {
                group_uid: row.group_uid,
                title: Bilingual::new(row.title_ja, row.title_en),
                capacity: row.capacity_per_stock,
                items: vec![item],
            }),
        }
    }
    Ok(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: &str, till: &str) -> StayRange {
        let at = |time: &str| format!("2026-12-08T{time}:00+09:00").parse().unwrap();
        StayRange { from: at(from), till: at(till) }
    }

    fn busy(from: &str, till: &str) -> BusySeat {
        let StayRange { from, till } = span(from, till);
        BusySeat { from, till }
    }

    fn item(id: i32) -> SeatingItem {
        SeatingItem {
            id: InventoryItemId(id.into()),
            uid: format!("seat-{id}"),
            label: id.to_string(),
            position: id,
            taken: vec![],
            on_web: vec![],
        }
    }

    fn test_area(uid: &str, capacity: i32, items: Vec<SeatingItem>) -> SeatingArea {
        SeatingArea { group_uid: uid.into(), title: Bilingual::new("席", "Seat"), capacity, items }
    }

    fn labels(found: &[Proposal]) -> Vec<String> {
        found.iter().map(|proposal| proposal.labels.join("")).collect()
    }

    #[test]
    fn filled_seats_come_before_larger_table() {
        let areas = [test_area("table", 4, vec![item(9)]), test_area("counter", 1, (1..=4).map(item).collect())];
        let found = propose(&areas, 2, span("19:00", "21:00"));
        assert_eq!(labels(&found), ["12", "34", "9"]);
        assert_eq!(
            found[0].reasons,
            [ProposalReason::FillsSeats, ProposalReason::SideBySide, ProposalReason::NotOnWeb]
        );
        assert_eq!((found[2].leftover, found[2].reasons.clone()), (2, vec![ProposalReason::NotOnWeb]));
    }

    #[test]
    fn seats_of_a_taken_proposal_are_proposed_again_after_its_end() {
        let mut areas = [test_area("counter", 1, (1..=3).map(item).collect()), test_area("table", 4, vec![item(9)])];
        let first = propose(&areas, 2, span("18:00", "20:00")).remove(0);
        assert_eq!(first.labels, ["1", "2"]);
        take(&mut areas, &first);
        assert_eq!(labels(&propose(&areas, 1, span("19:00", "21:00"))), ["3", "9"]);
        assert_eq!(labels(&propose(&areas, 2, span("20:00", "22:00")))[0], "12");
        let table = propose(&areas, 4, span("18:00", "20:00")).remove(0);
        take(&mut areas, &table);
        assert!(propose(&areas, 2, span("18:00", "20:00")).is_empty());
    }

    #[test]
    fn proposal_keeps_current_seats_and_spares_web_slots() {
        let mut items: Vec<_> = (1..=4).map(item).collect();
        items[1].taken = vec![busy("20:30", "22:30")];
        items[2].on_web = vec![busy("18:00", "20:00")];
        let areas = [test_area("counter", 1, items)];
        assert_eq!(labels(&propose(&areas, 1, span("19:00", "21:00"))), ["1", "4"]);
        let pair = propose(&areas, 2, span("19:00", "21:00"));
        assert_eq!((labels(&pair), pair[0].reasons.last()), (vec!["34".to_owned()], Some(&ProposalReason::OffTheWeb)));
        assert_eq!(
            labels(&propose(&areas, 4, span("18:00", "20:30"))),
            ["1234"],
            "seats that are free again at the end"
        );
        assert!(propose(&areas, 4, span("19:00", "21:00")).is_empty());
        let apart = propose(&areas, 3, span("19:00", "21:00"));
        assert!(apart[0].reasons.contains(&ProposalReason::Apart), "{apart:?}");
    }

    #[test]
    fn seats_together_come_before_seats_apart() {
        let mut counter: Vec<_> = (1..=8).map(item).collect();
        for taken in &mut counter[2..7] {
            taken.taken = vec![busy("18:00", "22:00")];
        }
        let areas = [test_area("counter", 1, counter), test_area("room", 6, vec![item(20)])];
        let found = propose(&areas, 3, span("19:00", "21:00"));
        assert_eq!(labels(&found), ["20", "128"]);
        assert_eq!((found[0].leftover, found[1].leftover), (3, 0));
        assert!(found[1].reasons.contains(&ProposalReason::Apart), "{found:?}");
        assert_eq!(labels(&propose(&areas, 2, span("19:00", "21:00"))), ["12", "20"], "neighbours fit better");
    }

    #[test]
    fn proposal_lists_each_web_turn_that_it_removes_once() {
        let mut items: Vec<_> = (1..=2).map(item).collect();
        items[0].on_web = vec![busy("20:00", "22:00"), busy("17:30", "19:30")];
        items[1].on_web = vec![busy("17:30", "19:30"), busy("12:00", "13:30")];
        let areas = [test_area("counter", 1, items)];
        let turns = |from, till| propose(&areas, 2, span(from, till)).remove(0).web_turns;
        assert_eq!(turns("19:00", "21:00"), [busy("17:30", "19:30"), busy("20:00", "22:00")]);
        assert_eq!(turns("17:30", "19:30"), [busy("17:30", "19:30")]);
        assert!(turns("13:30", "17:30").is_empty());
    }

    #[test]
    fn full_day_proposes_nearest_times_within_hours() {
        let mut items = vec![item(1)];
        items[0].taken = vec![busy("17:30", "21:00")];
        let areas = [test_area("table", 4, items)];
        let dinner = Operation {
            name: crate::restaurants::model::OperationName::Dinner,
            opens_at: "17:00:00".parse().unwrap(),
            closes_at: crate::zone::BusinessTime::of_minutes(23 * 60),
            default_stay_minutes: 120,
            cutoff_hours: 0,
        };
        let times = |wanted, now| -> Vec<_> {
            let found = propose_other_times(
                &areas,
                4,
                wanted,
                std::slice::from_ref(&dinner),
                Zone::default(),
                span(now, "23:00").from,
            );
            found
                .iter()
                .map(|proposal| Zone::default().clock_time("2026-12-08".parse().unwrap(), proposal.span.from))
                .collect()
        };
        assert!(propose(&areas, 4, span("19:30", "21:00")).is_empty());
        assert_eq!(times(span("19:30", "21:00"), "12:00"), ["21:00", "21:30"]);
        assert_eq!(times(span("19:30", "21:00"), "21:05"), ["21:30"], "past times are skipped");
        assert!(times(span("19:30", "22:30"), "12:00").is_empty(), "the stay would end after the last hour");
    }
}
