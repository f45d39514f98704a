use futures_util::FutureExt;

use super::*;

fn gate() -> SlotGate {
    SlotGate::new(RestaurantId(1), 24)
}

fn free(free: usize) -> Option<Counted> {
    Some(Counted { free, holds_until: None, changes: 0 })
}

fn permit(gate: &Arc<SlotGate>, diner: i64, count: usize) -> Permit {
    Permit::new(gate.clone(), UserId(diner), count)
}

fn ten_minutes() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + chrono::Duration::minutes(10)
}

fn enter_all(gate: &SlotGate, diners: std::ops::Range<i64>) -> Vec<&'static str> {
    let name = |turn| match turn {
        Turn::Admitted(_) => "admitted",
        Turn::SoldOut => "sold out",
        Turn::Stuck => "stuck",
        Turn::Count => "count",
        Turn::Wait => "wait",
    };
    diners.map(|id| name(gate.turn(UserId(id), DateTime::UNIX_EPOCH))).collect()
}

fn placed(left: usize) -> PlacedHold {
    PlacedHold { uid: String::new(), left: Some(left), has_replaced: false }
}

/// Admits `CROWD` requests, and ends `gone` of them.
fn crowd(gate: &Arc<SlotGate>, gone: usize) {
    assert!(enter_all(gate, 0..8).iter().all(|turn| *turn == "admitted"));
    (0..gone).for_each(|_| drop(permit(gate, 0, 0)));
}

#[test]
fn crowd_triggers_one_count_and_limits_admission() {
    let gate = Arc::new(gate());
    crowd(&gate, 0);
    assert_eq!(enter_all(&gate, 8..10), ["count", "wait"]);
    gate.record_count(free(5));
    assert_eq!(enter_all(&gate, 10..11), ["wait"]);
    (0..7).for_each(|_| drop(permit(&gate, 0, 0)));
    assert_eq!(enter_all(&gate, 11..14), ["admitted", "admitted", "wait"]);
}

#[test]
fn concurrent_attempts_are_limited() {
    let gate = Arc::new(gate());
    gate.record_count(free(200));
    let turns = enter_all(&gate, 0..25);
    assert!(turns[..24].iter().all(|turn| *turn == "admitted") && turns[24] == "wait", "{turns:?}");
}

#[test]
fn loser_triggers_next_count() {
    let gate = Arc::new(gate());
    gate.record_count(free(16));
    assert_eq!(enter_all(&gate, 0..1), ["admitted"]);
    permit(&gate, 0, 1).lost();
    assert_eq!(enter_all(&gate, 1..3), ["count", "wait"]);
}

#[test]
fn slots_of_changed_restaurants_are_counted_again() {
    let gates = AdmissionGate::new(24);
    let slots = [1, 2, 3].map(|id| gates.slot(RestaurantId(id), OnlineStockGroupId(id)));
    slots.iter().for_each(|slot| slot.record_count(free(0)));
    gates.invalidate(|restaurant| restaurant != RestaurantId(2));
    assert_eq!(slots.map(|slot| enter_all(&slot, 0..1)), [["count"], ["sold out"], ["count"]]);
}

/// The seats that are released during a count are not in it.
#[test]
fn count_during_a_change_does_not_sell_out() {
    let gates = AdmissionGate::new(24);
    let gate = gates.slot(RestaurantId(1), OnlineStockGroupId(1));
    gate.record_count(free(1));
    assert_eq!(enter_all(&gate, 0..1), ["admitted"]);
    permit(&gate, 0, 1).lost();
    assert_eq!(enter_all(&gate, 1..3), ["count", "wait"]);
    let before = free(0);
    gates.invalidate(|_| true);
    gate.record_count(before);
    assert_eq!(enter_all(&gate, 3..5), ["count", "wait"], "the older count does not replace the change");
    gate.record_count(Some(Counted { free: 0, holds_until: None, changes: 1 }));
    assert_eq!(enter_all(&gate, 5..6), ["sold out"], "a count after the change");
}

/// Counts may take longer than the time between two changes.
#[test]
fn outdated_count_of_free_stocks_admits_requests() {
    let gates = AdmissionGate::new(24);
    let gate = gates.slot(RestaurantId(1), OnlineStockGroupId(1));
    crowd(&gate, 8);
    gates.invalidate(|_| true);
    gate.record_count(free(2));
    assert_eq!(enter_all(&gate, 8..10), ["admitted", "wait"]);
}

#[test]
fn sold_out_slot_rejects_all_but_winners() {
    let gate = Arc::new(gate());
    gate.record_count(free(1));
    assert_eq!(enter_all(&gate, 1..2), ["admitted"]);
    permit(&gate, 1, 1).won(&placed(0), ten_minutes());
    assert_eq!(enter_all(&gate, 1..3), ["admitted", "sold out"]);
}

#[test]
fn request_without_response_retries_once_when_sold_out() {
    let gate = Arc::new(gate());
    gate.record_count(free(4));
    assert_eq!(enter_all(&gate, 1..3), ["admitted", "admitted"]);
    permit(&gate, 1, 1).timed_out();
    drop(permit(&gate, 2, 1));
    gate.state.lock().stuck_until = None;
    gate.record_count(free(0));
    assert_eq!(enter_all(&gate, 0..3), ["sold out", "admitted", "admitted"]);
    assert!(!gate.is_sold_out(UserId(1), DateTime::UNIX_EPOCH));
    permit(&gate, 1, 2).won(&placed(0), ten_minutes());
    permit(&gate, 2, 2).rejected();
    assert_eq!(enter_all(&gate, 1..3), ["admitted", "sold out"]);
}

#[test]
fn winner_reports_sales_of_other_servers() {
    let gate = Arc::new(gate());
    gate.record_count(free(8));
    assert_eq!(enter_all(&gate, 0..1), ["admitted"]);
    permit(&gate, 0, 1).won(&placed(1), ten_minutes());
    assert_eq!(enter_all(&gate, 1..3), ["admitted", "wait"]);
}

#[test]
fn winners_report_in_any_order() {
    let gate = Arc::new(gate());
    gate.record_count(free(6));
    assert_eq!(enter_all(&gate, 0..3), ["admitted", "admitted", "admitted"]);
    permit(&gate, 1, 1).won(&placed(4), ten_minutes());
    permit(&gate, 0, 1).won(&placed(5), ten_minutes());
    assert_eq!(gate.state.lock().free, Some(4));
}

#[test]
fn count_overrides_older_report_of_winner() {
    let gate = Arc::new(gate());
    crowd(&gate, 7);
    gate.record_count(free(1));
    permit(&gate, 7, 0).won(&placed(0), ten_minutes());
    assert_eq!(enter_all(&gate, 9..10), ["admitted"], "a seat was released in between");
}

#[test]
fn seats_won_during_count_are_subtracted_once() {
    let gate = Arc::new(gate());
    crowd(&gate, 7);
    gate.record_count(free(1));
    permit(&gate, 7, 0).won(&placed(3), ten_minutes());
    assert_eq!(enter_all(&gate, 9..11), ["admitted", "wait"]);
}

#[test]
fn count_is_valid_until_next_hold_ends() {
    let gate = gate();
    gate.record_count(Some(Counted { free: 0, holds_until: Some(ten_minutes()), changes: 0 }));
    assert_eq!(enter_all(&gate, 1..2), ["sold out"]);
    assert!(matches!(gate.turn(UserId(2), ten_minutes()), Turn::Count));
}

#[test]
fn next_request_repeats_failed_count() {
    let gate = Arc::new(gate());
    enter_all(&gate, 0..8);
    assert_eq!(enter_all(&gate, 8..10), ["count", "wait"]);
    drop(Counting { slot: gate.clone(), counted: None });
    assert_eq!(enter_all(&gate, 10..12), ["count", "wait"]);
}

#[test]
fn requests_behind_timed_out_request_are_stuck() {
    let gate = Arc::new(gate());
    gate.record_count(free(2));
    assert_eq!(enter_all(&gate, 0..2), ["admitted", "wait"]);
    permit(&gate, 0, 1).timed_out();
    assert_eq!(enter_all(&gate, 1..3), ["stuck", "stuck"]);
    gate.state.lock().stuck_until = Some(Instant::now());
    assert_eq!(enter_all(&gate, 1..2), ["admitted"]);
}

#[tokio::test]
async fn concurrent_captchas_are_limited_and_none_run_when_sold_out() {
    let gates = AdmissionGate::new(1);
    let (restaurant, slot) = (RestaurantId(1), OnlineStockGroupId(1));
    let claim = |diner| SlotClaim { restaurant, slot, diner: UserId(diner), not_before: DateTime::UNIX_EPOCH };
    let clock = Clock::fixed(DateTime::UNIX_EPOCH);
    let mut places = Vec::new();
    for diner in 0..4 {
        places.push(gates.join_queue(claim(diner), &clock).await.unwrap());
    }
    assert!(gates.join_queue(claim(4), &clock).now_or_never().is_none(), "the fifth waits");
    let gate = gates.slot(restaurant, slot);
    let fifth = gates.join_queue(claim(4), &clock);
    let sells_out = async { gate.record_count(free(0)) };
    let (fifth, ()) = futures_util::future::join(fifth, sells_out).await;
    assert!(fifth.is_none(), "and gets `None` when the last seat is taken");
}

#[test]
fn unused_place_goes_to_next_request() {
    let gate = Arc::new(gate());
    gate.record_count(free(2));
    assert_eq!(enter_all(&gate, 0..2), ["admitted", "wait"]);
    drop(permit(&gate, 0, 1));
    assert_eq!(enter_all(&gate, 1..2), ["admitted"]);
}
