use super::*;
use crate::calendar::columns::{ColumnSpan, columns};
use crate::ids::OnlineCancellationId;
use crate::restaurants::model::Operation;

fn dinner() -> Vec<Column> {
    let operation = Operation {
        name: OperationName::Dinner,
        opens_at: "17:00:00".parse().unwrap(),
        closes_at: crate::zone::BusinessTime::of_minutes(23 * 60),
        default_stay_minutes: 120,
        cutoff_hours: 24,
    };
    columns(&[operation], ColumnSpan::HalfHour)
}

fn day(columns: &[Column]) -> CalendarDay<'_> {
    CalendarDay {
        date: "2026-12-01".parse().unwrap(),
        zone: Zone::default(),
        columns,
        now: "2026-12-01T10:00:00+09:00".parse().unwrap(),
        shows_gold_users: false,
    }
}

fn at(time: &str) -> DateTime<Utc> {
    format!("2026-12-01T{time}:00+09:00").parse().unwrap()
}

fn row(kind: Kind, status: Status) -> ReservationRow {
    ReservationRow {
        uid: "r1".into(),
        kind,
        status,
        operation: OperationName::Dinner,
        starts_at: at("18:10"),
        ends_at: at("20:00"),
        seats_from: at("18:10"),
        seats_until: at("20:00"),
        guests_count: 2,
        version: 0,
        extra_items: 0,
        capacity_per_stock: 1,
        course_title_ja: "おまかせ".into(),
        course_title_en: String::new(),
        is_course_chosen: true,
        prepaid_price: Yen(48_000),
        special_request: "窓際".into(),
        delivery: None,
        preferences: Json(Vec::new()),
        internal_memo: "常連".into(),
        group_uid: "g1".into(),
        item_uids: vec!["i1".into(), "i2".into()],
        name: "木村 花子".into(),
        name_kana: "キムラ ハナコ".into(),
        phone_country: "JP".into(),
        phone_local_number: "9012345678".into(),
        customer_internal_memo: "左利き".into(),
        is_walk_in: false,
        customer_group_label: Some("常".into()),
        visit_count: 3,
        no_show_count: 1,
        allergy_description: "えび".into(),
        noted_allergies: "エビ\nそば".into(),
        noted_dislikes: String::new(),
        customer_tags: vec!["窓側".into(), "vip".into()],
        dislikes: "パクチー".into(),
        invite_type: None,
        is_gold_allocated: false,
        is_gold_user: true,
        has_cancel_request: false,
        is_blacklisted: false,
        service: Json::default(),
    }
}

fn slot() -> CalendarSlotRow {
    CalendarSlotRow {
        uid: "s1".into(),
        operation: OperationName::Dinner,
        group_uid: "g1".into(),
        item_uids: vec!["i1".into()],
        guests_counts: vec![1, 2],
        custom_title_ja: None,
        custom_title_en: None,
        starts_at: at("17:30"),
        ends_at: at("22:00"),
        last_start_at: at("20:00"),
        cutoff_hours: 2,
        has_effective_course: true,
        has_whitelist: true,
        has_open: false,
        group_labels: vec!["常".into()],
        is_gold: false,
    }
}

#[test]
fn each_kind_of_reservation_has_its_type() {
    let columns = dinner();
    let cases = [
        (Kind::OnlineReservation, Status::Accepted, CalendarItemType::OnlineReservation, CalendarItemStatus::Accepted),
        (Kind::OnlineReservation, Status::Pending, CalendarItemType::Pending, CalendarItemStatus::Pending),
        (Kind::OnlineReservation, Status::OwnerDelete, CalendarItemType::OnlineReservation, CalendarItemStatus::Void),
        (Kind::InvitedReservation, Status::Pending, CalendarItemType::InvitedReservation, CalendarItemStatus::Pending),
        (
            Kind::InvitedTemporaryReservation,
            Status::Pending,
            CalendarItemType::ReservationInvite,
            CalendarItemStatus::Pending,
        ),
        (
            Kind::OfflineReservation,
            Status::Accepted,
            CalendarItemType::OfflineReservation,
            CalendarItemStatus::Accepted,
        ),
        (Kind::OffsiteReservation, Status::Void, CalendarItemType::OffsiteReservation, CalendarItemStatus::Void),
    ];
    for (kind, status, item_type, item_status) in cases {
        let item = day(&columns).reservation(row(kind, status)).unwrap();
        assert_eq!((item.item_type, item.status), (item_type, item_status), "{kind} {status}");
    }
}

#[test]
fn calendar_does_not_reveal_who_holds_seats() {
    let columns = dinner();
    let hold = day(&columns).reservation(row(Kind::OnlineReservation, Status::Pending)).unwrap();
    let rendered = format!("{:?}", hold.guest);
    for secret in ["木村", "キムラ", "9012345678", "窓際", "常連", "左利き", "えび", "パクチー", "48000"]
    {
        assert!(!rendered.contains(secret), "{secret} in {rendered}");
    }
    assert_eq!(hold.guest.guests_count, Some(2));
    let invited = day(&columns).reservation(row(Kind::InvitedReservation, Status::Pending)).unwrap();
    assert_eq!(invited.guest.name, "木村 花子", "the restaurant sees the guest it invited");
}

#[test]
fn gold_candidates_come_from_seats_or_calendar() {
    let columns = dinner();
    let candidate = |row: ReservationRow, shows_gold_users| {
        let day = CalendarDay { shows_gold_users, ..day(&columns) };
        day.reservation(row).unwrap().guest.is_gold_candidate
    };
    assert!(!candidate(row(Kind::OnlineReservation, Status::Accepted), false));
    assert!(candidate(row(Kind::OnlineReservation, Status::Accepted), true));
    let allocated = ReservationRow { is_gold_allocated: true, ..row(Kind::OnlineReservation, Status::Accepted) };
    assert!(candidate(allocated, false));
}

#[test]
fn stay_is_drawn_to_the_minute_within_columns() {
    let columns = dinner();
    let item = day(&columns).reservation(row(Kind::OfflineReservation, Status::Accepted)).unwrap();
    assert_eq!((item.rendered_from, item.rendered_till), (18 * 60 + 10, 20 * 60));
    let until = |time| ReservationRow { seats_until: time, ..row(Kind::OfflineReservation, Status::Accepted) };
    let drawn = |time| day(&columns).reservation(until(time)).unwrap();
    assert_eq!(drawn(at("23:00") + Duration::hours(2)).rendered_till, 23 * 60);
    let left = drawn(at("19:15"));
    assert_eq!(
        (left.rendered_till, left.ends_at),
        (19 * 60 + 15, at("20:00")),
        "who has left leaves the seats to others"
    );
    assert!(day(&[]).reservation(row(Kind::OfflineReservation, Status::Accepted)).is_none());
}

#[test]
fn slot_is_past_cutoff_when_last_start_is() {
    let columns = dinner();
    let at_cutoff = |now: &str| CalendarDay { now: at(now), ..day(&columns) }.slot(slot()).unwrap().slot.is_past_cutoff;
    assert!(!at_cutoff("17:59"));
    assert!(at_cutoff("18:00"));
    let gold = day(&columns).slot(CalendarSlotRow { is_gold: true, ..slot() }).unwrap();
    assert_eq!(gold.item_type, CalendarItemType::GoldAllocatedSlot);
}

#[test]
fn freed_slot_keeps_its_seats() {
    let columns = dinner();
    let freed = OpenCancellationSlot {
        id: OnlineCancellationId(1),
        uid: "c1".into(),
        is_offsite: true,
        starts_at: at("18:00"),
        ends_at: at("20:00"),
        items: vec![InventoryItemId(2)],
        released_to: vec!["常".into()],
    };
    let seats = [(InventoryItemId(1), "i1", "g1"), (InventoryItemId(2), "i2", "g1")];
    let item = day(&columns).freed(freed.clone(), seats.into_iter()).unwrap();
    assert_eq!(item.item_type, CalendarItemType::OffsiteCancellation);
    assert_eq!((item.group_uid.as_str(), item.item_uids), ("g1", vec!["i2".to_owned()]));
    assert!(day(&columns).freed(freed, std::iter::empty()).is_none());
}
