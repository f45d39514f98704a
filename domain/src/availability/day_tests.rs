use super::*;
use crate::money::Yen;

fn at(text: &str) -> DateTime<Utc> {
    format!("2026-12-01T{text}:00Z").parse().unwrap()
}

fn stock(id: i64) -> Stock {
    Stock {
        id: OnlineStockId(id),
        item: InventoryItemId(id),
        position: i32::try_from(id).unwrap(),
        is_whitelist: false,
        listed_groups: vec![],
        is_taken: false,
        occupied: vec![],
    }
}

fn course(daily_max: Option<i32>, booked_guests: i32) -> SlotCourse {
    let course = Course {
        id: CourseId(1),
        uid: "course".into(),
        operation: OperationName::Dinner,
        title: Bilingual::default(),
        description: Bilingual::default(),
        price: Yen(24_000),
        price_description: Bilingual::default(),
        custom_unit: None,
        is_prepaid: true,
        daily_max,
    };
    SlotCourse { course, booked_guests }
}

fn slot(stocks: Vec<Stock>, capacity_per_stock: i32, guests_counts: Vec<i32>) -> Slot {
    Slot {
        restaurant: RestaurantId(1),
        id: OnlineStockGroupId(1),
        operation: OperationName::Dinner,
        date: "2026-12-01".parse().unwrap(),
        day_version: 1,
        group: InventoryGroupId(1),
        group_title: Bilingual::default(),
        custom_guests_count_label: None,
        custom_title: None,
        show_end_time_on_title: false,
        capacity_per_stock,
        guests_counts,
        always_allow_last_solo: false,
        cutoff_hours: 24,
        times: vec![SlotTime { id: OsgTimeId(1), starts_at: at("09:00"), ends_at: at("11:00") }],
        stocks,
        courses: vec![course(None, 0)],
        selectors: vec![],
        pace: None,
    }
}

fn options(slot: &Slot, access: Access) -> Vec<i32> {
    slot.guests_options_at(&slot.times[0], access)
}

const STRANGER: Access = Access { customer: None, group: None, is_refused: false, is_phone_confirmed: true };
const MEMBER: Access = Access { customer: None, group: Some(CustomerGroupId(7)), ..STRANGER };

#[test]
fn party_sizes_are_bounded_by_free_stocks() {
    assert_eq!(options(&slot(vec![stock(1), stock(2)], 1, vec![1, 2, 3, 4]), STRANGER), [1, 2]);
    assert_eq!(options(&slot(vec![stock(1), stock(2)], 2, vec![4, 3, 5]), STRANGER), [3, 4]);
}

#[test]
fn last_solo_seat_is_offered_only_if_allowed() {
    let mut slot = slot(vec![stock(1)], 1, vec![2]);
    assert!(options(&slot, STRANGER).is_empty());
    slot.always_allow_last_solo = true;
    assert_eq!(options(&slot, STRANGER), [1]);
    slot.stocks.push(stock(2));
    assert_eq!(options(&slot, STRANGER), [2]);
}

#[test]
fn whitelist_admits_listed_groups_blacklist_all_others() {
    let listed = Stock { is_whitelist: true, listed_groups: vec![CustomerGroupId(7)], ..stock(1) };
    assert!(listed.admits(MEMBER) && !listed.admits(STRANGER));
    let barred = Stock { listed_groups: vec![CustomerGroupId(7)], ..stock(1) };
    assert!(!barred.admits(MEMBER) && barred.admits(STRANGER));
    assert!(stock(1).admits(MEMBER) && stock(1).admits(STRANGER));
}

#[test]
fn item_is_free_after_occupation_ends() {
    let mut slot = slot(vec![Stock { occupied: vec![(at("08:00"), at("09:00"))], ..stock(1) }], 1, vec![1]);
    assert_eq!(options(&slot, STRANGER), [1]);
    slot.stocks[0].occupied = vec![(at("10:59"), at("12:00"))];
    assert!(options(&slot, STRANGER).is_empty());
}

#[test]
fn course_respects_daily_maximum() {
    let mut slot = slot(vec![stock(1), stock(2), stock(3)], 1, vec![1, 2, 3]);
    slot.courses = vec![course(Some(4), 2)];
    assert_eq!(options(&slot, STRANGER), [1, 2]);
    assert_eq!(slot.courses[0].daily_remaining(), Some(2));
    slot.courses = vec![course(Some(4), 4)];
    assert!(options(&slot, STRANGER).is_empty());
}

#[test]
fn group_selector_replaces_general_selector() {
    let mut slot = slot(vec![stock(1), stock(2)], 1, vec![1, 2]);
    let row = |group, guests_count, max_per_isg, booked| Selector {
        group,
        guests_count,
        max_per_isg,
        is_last_solo: false,
        booked,
    };
    slot.selectors = vec![row(None, 2, None, 0), row(Some(CustomerGroupId(7)), 1, Some(1), 0)];
    assert_eq!(options(&slot, STRANGER), [2]);
    assert_eq!(options(&slot, MEMBER), [1]);
    slot.selectors[1].booked = 1;
    assert!(options(&slot, MEMBER).is_empty());
}

#[test]
fn past_cutoff_and_refused_diners_get_no_offers() {
    let slots = [slot(vec![stock(1)], 1, vec![1])];
    let cutoff = at("09:00") - Duration::hours(24);
    assert_eq!(offers(&slots, STRANGER, cutoff - Duration::seconds(1)).len(), 1);
    assert!(offers(&slots, STRANGER, cutoff).is_empty());
    let refused = Access { is_refused: true, ..STRANGER };
    assert!(offers(&slots, refused, cutoff - Duration::seconds(1)).is_empty());
}

#[test]
fn plenty_requires_seats_for_largest_party_at_every_time() {
    let mut slot = slot((1..=4).map(stock).collect(), 1, vec![1, 2]);
    slot.times.push(SlotTime { id: OsgTimeId(2), starts_at: at("12:00"), ends_at: at("13:00") });
    assert!(slot.has_ample_stock());
    slot.stocks[0].occupied = vec![(at("12:30"), at("14:00"))];
    slot.stocks[1].listed_groups = vec![CustomerGroupId(7)];
    assert!(slot.has_ample_stock(), "two are open to all diners at any time");
    let seats = slot.free_at(&slot.times[0], STRANGER);
    slot.occupy(&seats[2..3], CourseId(1), 1);
    assert!(!slot.has_ample_stock(), "one remains at noon");
}

#[test]
fn other_limits_rule_out_plenty() {
    let plenty = slot((1..=4).map(stock).collect(), 1, vec![1]);
    assert!(plenty.has_ample_stock());
    let limited = Slot { courses: vec![course(Some(40), 0)], ..plenty.clone() };
    assert!(!limited.has_ample_stock());
    let selector = Selector { group: None, guests_count: 1, max_per_isg: None, is_last_solo: false, booked: 0 };
    assert!(!Slot { selectors: vec![selector], ..plenty }.has_ample_stock());
}

#[test]
fn pacing_limits_quarter_regardless_of_free_seats() {
    let pace = |max_guests, max_parties, guests, parties| {
        let quarter = QuarterCount { begins_at: at("09:00"), guests, parties };
        Some(MealArrivals { pacing: Pacing { max_guests, max_parties }, quarters: vec![quarter] })
    };
    let open = slot((1..=6).map(stock).collect(), 1, vec![1, 2, 3]);
    assert!(open.has_ample_stock() && open.is_limited_by_seats_only(2));
    let mut paced = Slot { pace: pace(Some(8), None, 6, 2), ..open };
    assert!(!paced.has_ample_stock() && !paced.is_limited_by_seats_only(2), "other arrivals decide");
    assert_eq!(options(&paced, STRANGER), [1, 2]);
    paced.times[0].starts_at = at("09:14");
    assert_eq!(options(&paced, STRANGER), [1, 2], "the same quarter");
    paced.times[0].starts_at = at("09:15");
    assert_eq!(options(&paced, STRANGER), [1, 2, 3], "the next one");
    paced.times[0].starts_at = at("09:00");
    paced.pace = pace(None, Some(2), 6, 2);
    assert!(offers(std::slice::from_ref(&paced), STRANGER, at("09:00") - Duration::days(2)).is_empty());
}

#[test]
fn party_keeps_its_quarter_after_limits_were_lowered() {
    let quarter = QuarterCount { begins_at: at("09:00"), guests: 9, parties: 3 };
    let pace = MealArrivals { pacing: Pacing { max_guests: Some(8), max_parties: Some(1) }, quarters: vec![quarter] };
    let paced = Slot { pace: Some(pace), ..slot((1..=6).map(stock).collect(), 1, vec![1, 2, 3]) };
    assert_eq!(options(&paced, STRANGER), Vec::<i32>::new());
    let time = paced.times[0].clone();
    assert_eq!(options(&paced.without(&time, &[], CourseId(1), 2), STRANGER), [1, 2]);
}

#[test]
fn each_time_lists_fitting_party_sizes() {
    let mut early = slot(vec![stock(1), stock(2)], 1, vec![1, 2]);
    early.times.push(SlotTime { id: OsgTimeId(2), starts_at: at("12:00"), ends_at: at("14:00") });
    early.stocks[0].occupied = vec![(at("09:00"), at("10:00"))];
    let slots = [early];
    let offered = offers(&slots, STRANGER, at("09:00") - Duration::days(2));
    let sizes: Vec<_> = offered[0].times.iter().map(|offered| offered.guests_options.clone()).collect();
    assert_eq!((sizes, offered[0].guests_options.clone()), (vec![vec![1], vec![1, 2]], vec![1, 2]));
}

#[test]
fn spots_count_parties_if_only_seats_limit_them_else_one() {
    let spots = |slot: &Slot, guests| {
        let spots = slot.spots_at(&slot.times[0], guests, STRANGER);
        (spots.open, spots.total)
    };
    let mut open = slot((1..=5).map(stock).collect(), 2, vec![1, 2, 3, 4]);
    open.stocks[0].is_taken = true;
    open.stocks[1].listed_groups = vec![CustomerGroupId(7)];
    open.stocks[1].is_whitelist = true;
    assert_eq!([1, 2, 3, 4].map(|guests| spots(&open, guests)), [(3, 4), (3, 4), (1, 2), (1, 2)]);
    let limited = Slot { courses: vec![course(Some(40), 0)], ..open.clone() };
    assert_eq!([1, 3].map(|guests| spots(&limited, guests)), [(1, 4), (1, 2)], "a course limits its guests of a day");
    let pace = MealArrivals { pacing: Pacing { max_guests: Some(8), max_parties: None }, quarters: vec![] };
    assert_eq!(spots(&Slot { pace: Some(pace), ..open }, 2), (1, 4), "other arrivals decide");
}
