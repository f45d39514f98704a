//! Seats that staff may give a party at a time, the best first, and why: the rules by which a diner's seats are chosen (gaps G061),
//! over the seats themselves instead of what is on the web.

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

/// A group of seats, and when each of them is somebody's.
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
    /// When anybody could book it on the web.
    pub on_web: Vec<BusySeat>,
}

/// A stretch of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusySeat {
    pub from: DateTime<Utc>,
    pub till: DateTime<Utc>,
}

impl BusySeat {
    fn meets(self, span: StayRange) -> bool {
        self.from < span.till && span.from < self.till
    }
}

/// Why these seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalReason {
    /// The party fills them.
    FillsSeats,
    /// They lie side by side.
    SideBySide,
    /// They lie apart.
    Apart,
    /// Nobody could book them on the web.
    NotOnWeb,
    /// They are taken off the web.
    OffTheWeb,
}

/// Seats for the party, at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub span: StayRange,
    /// The place of its group among all.
    pub group: usize,
    pub item_uids: Vec<String>,
    pub labels: Vec<String>,
    /// Places at these seats that stay empty.
    pub leftover: i32,
    pub reasons: Vec<ProposalReason>,
}

/// At most so many ways to seat a party are proposed for one time.
const MAX_PROPOSALS: usize = 5;
/// Of one group so many: a second one where the first does not please.
const MAX_PROPOSALS_PER_GROUP: usize = 2;
/// Other times that are looked at where nothing is free, the nearest first, in minutes.
const OTHER_TIMES: [i64; 8] = [-30, 30, -60, 60, -90, 90, -120, 120];
const MAX_OTHER_TIMES: usize = 3;

/// The ways to seat a party within a span: those that leave the fewest places empty first, then the closest together, then those
/// that the web misses least.
pub fn propose(areas: &[SeatingArea], guests: i32, span: StayRange) -> Vec<Proposal> {
    let mut found: Vec<_> =
        areas.iter().enumerate().flat_map(|(at, test_area)| proposals_for_area(test_area, at, guests, span)).collect();
    found.sort_by_key(|(cost, _)| *cost);
    found.into_iter().map(|(_, proposal)| proposal).take(MAX_PROPOSALS).collect()
}

/// The nearest other times to come at which the party could be seated, with the best seats of each.
pub fn nearest(
    areas: &[SeatingArea],
    guests: i32,
    span: StayRange,
    hours: (&[Operation], Zone),
    now: DateTime<Utc>,
) -> Vec<Proposal> {
    let shifted = OTHER_TIMES.into_iter().map(Duration::minutes);
    let spans = shifted.map(|shift| StayRange { from: span.from + shift, till: span.till + shift });
    let open = spans.filter(|span| now <= span.from && check_hours(hours.0, hours.1, span.from, span.till).is_ok());
    open.filter_map(|span| propose(areas, guests, span).into_iter().next()).take(MAX_OTHER_TIMES).collect()
}

/// What is compared: places left empty, how far apart, seats that the web would miss, the group, the choice within it.
type ProposalCost = (i32, i32, usize, usize, usize);

fn proposals_for_area(
    test_area: &SeatingArea,
    group: usize,
    guests: i32,
    span: StayRange,
) -> Vec<(ProposalCost, Proposal)> {
    let needed = stocks_needed(guests, test_area.capacity);
    let mut free: Vec<_> =
        test_area.items.iter().filter(|item| !item.taken.iter().any(|busy| busy.meets(span))).collect();
    let mut found = Vec::new();
    while found.len() < MAX_PROPOSALS_PER_GROUP {
        let stocks: Vec<_> = free.iter().map(|item| to_stock(item, span)).collect();
        let Some(seats) = seating::choose(&stocks, needed) else { break };
        let chosen: Vec<_> = free.iter().copied().filter(|item| seats.iter().any(|s| s.item == item.id)).collect();
        free.retain(|item| seats.iter().all(|seat| seat.item != item.id));
        found.push(described(test_area, (group, found.len()), guests, span, &chosen));
    }
    found
}

/// A seat as the diners' rules see it: one that the web does not have, or not for everybody, is the better one to give away.
fn to_stock(item: &SeatingItem, span: StayRange) -> FreeStock {
    FreeStock {
        stock: OnlineStockId(item.id.0),
        item: item.id,
        position: item.position,
        is_whitelisted: !is_on_web(item, span),
    }
}

fn is_on_web(item: &SeatingItem, span: StayRange) -> bool {
    item.on_web.iter().any(|busy| busy.meets(span))
}

fn described(
    test_area: &SeatingArea,
    (group, turn): (usize, usize),
    guests: i32,
    span: StayRange,
    chosen: &[&SeatingItem],
) -> (ProposalCost, Proposal) {
    let count = i32::try_from(chosen.len()).unwrap_or(i32::MAX);
    let leftover = count * test_area.capacity - guests;
    let ends = (chosen.first().map_or(0, |item| item.position), chosen.last().map_or(0, |item| item.position));
    let gaps = ends.1 - ends.0 + 1 - count;
    let on_web = chosen.iter().filter(|item| is_on_web(item, span)).count();
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
    };
    ((leftover, gaps, on_web, group, turn), proposal)
}

/// All seats of a restaurant, with what takes them around a day. A party that still sits there takes its seats for another quarter
/// of an hour, however long it was to stay; one that nobody noted as gone is forgotten after three hours.
pub async fn list_areas(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    (zone, date): (Zone, NaiveDate),
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<SeatingArea>> {
    let from = zone.at(date, chrono::NaiveTime::MIN);
    let rows = sqlx::query!(
        r#"SELECT g.uid AS group_uid, g.title_ja, g.title_en, g.capacity_per_stock, i.id AS "id: InventoryItemId", i.uid, i.label,
                  i.position,
                  coalesce((SELECT jsonb_agg(jsonb_build_object('from', least(lower(s.during), v.seated_at), 'till', CASE
                          WHEN v.seated_at IS NOT NULL AND v.left_at IS NULL AND $4::timestamptz - interval '3 hours' < upper(s.during)
                              THEN greatest(upper(s.during), $4::timestamptz + interval '15 minutes')
                          ELSE upper(s.during) END))
                      FROM reservation_seats s
                      JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.reservation_id
                      LEFT JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
                      WHERE s.restaurant_id = i.restaurant_id AND s.inventory_item_id = i.id AND s.released_at IS NULL
                        AND s.during && tstzrange($2, $3)
                        AND (r.status <> 'pending' OR coalesce(r.held_until > $4, true))), '[]') AS "taken!: Json<Vec<BusySeat>>",
                  coalesce((SELECT jsonb_agg(jsonb_build_object('from', t.starts_at, 'till', t.ends_at))
                      FROM online_stocks k
                      JOIN online_stock_groups o ON o.restaurant_id = k.restaurant_id AND o.id = k.online_stock_group_id
                      JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id
                      WHERE k.restaurant_id = i.restaurant_id AND k.inventory_item_id = i.id AND k.online_reservable_id IS NULL
                        AND k.access_control = 'blacklist' AND o.date = $5 AND o.deleted_at IS NULL), '[]')
                      AS "on_web!: Json<Vec<BusySeat>>"
           FROM inventory_groups g
           JOIN inventory_items i ON i.restaurant_id = g.restaurant_id AND i.inventory_group_id = g.id
           WHERE g.restaurant_id = $1 ORDER BY g.position, g.id, i.position, i.id"#,
        restaurant.0,
        from,
        from + Duration::hours(48),
        now,
        date,
    );
    let mut areas: Vec<SeatingArea> = Vec::new();
    for row in rows.fetch_all(conn).await? {
        let (taken, on_web) = (row.taken.0, row.on_web.0);
        let item = SeatingItem { id: row.id, uid: row.uid, label: row.label, position: row.position, taken, on_web };
        match areas.last_mut().filter(|test_area| test_area.group_uid == row.group_uid) {
            Some(test_area) => test_area.items.push(item),
            None => areas.push(SeatingArea {
                group_uid: row.group_uid,
                title: Bilingual::new(row.title_ja, row.title_en),
                capacity: row.capacity_per_stock,
                items: vec![item],
            }),
        }
    }
    Ok(areas)
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
    fn seats_that_the_party_fills_come_before_a_table_that_is_too_large() {
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
    fn full_day_proposes_nearest_times_within_hours() {
        let mut items = vec![item(1)];
        items[0].taken = vec![busy("17:30", "21:00")];
        let areas = [test_area("table", 4, items)];
        let dinner = Operation {
            name: crate::restaurants::model::OperationName::Dinner,
            opens_at: "17:00:00".parse().unwrap(),
            closes_at: "23:00:00".parse().unwrap(),
            default_stay_minutes: 120,
            cutoff_hours: 0,
        };
        let times = |wanted, now| -> Vec<_> {
            let found =
                nearest(&areas, 4, wanted, (std::slice::from_ref(&dinner), Zone::default()), span(now, "23:00").from);
            found
                .iter()
                .map(|proposal| Zone::default().clock_time("2026-12-08".parse().unwrap(), proposal.span.from))
                .collect()
        };
        assert!(propose(&areas, 4, span("19:30", "21:00")).is_empty());
        assert_eq!(times(span("19:30", "21:00"), "12:00"), ["21:00", "21:30"]);
        assert_eq!(times(span("19:30", "21:00"), "21:05"), ["21:30"], "no time that has passed");
        assert!(times(span("19:30", "22:30"), "12:00").is_empty(), "the stay would end after the last hour");
    }
}
