use super::*;
use crate::ids::CourseId;
use crate::money::Yen;
use crate::restaurants::model::{Bilingual, OperationName};
use crate::zone::BusinessTime;

fn operation(name: OperationName, opens: u32, closes: i32) -> Operation {
    let at = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap();
    Operation {
        name,
        opens_at: at(opens),
        closes_at: BusinessTime::of_minutes(closes * 60),
        default_stay_minutes: 120,
        cutoff_hours: 24,
    }
}

fn course(operation: OperationName) -> Course {
    Course {
        id: CourseId(1),
        uid: "course".into(),
        operation,
        title: Bilingual::default(),
        description: Bilingual::default(),
        price: Yen(10_000),
        price_description: Bilingual::default(),
        custom_unit: None,
        is_prepaid: false,
        daily_max: None,
    }
}

fn group(capacity: i32, items: i64) -> FormSeatGroup {
    let item =
        |id: i64| FormSeatItem { id: InventoryItemId(id), uid: format!("i{id}"), position: i32::try_from(id).unwrap() };
    FormSeatGroup { id: InventoryGroupId(1), capacity, items: (1..=items).map(item).collect() }
}

fn offer() -> FormOffer {
    FormOffer {
        operations: vec![operation(OperationName::Lunch, 11, 14), operation(OperationName::Dinner, 17, 22)],
        course: Some(course(OperationName::Dinner)),
        group: Some(group(2, 3)),
        zone: Zone::default(),
    }
}

fn at(time: &str) -> Option<DateTime<Utc>> {
    Some(format!("2026-12-08T{time}:00+09:00").parse().unwrap())
}

fn form() -> InPersonForm {
    InPersonForm {
        guests_count: 3,
        course_uid: "course".into(),
        inventory_group_uid: "group".into(),
        inventory_item_uids: vec!["i2".into(), "i1".into()],
        operation: "dinner".into(),
        starts_at: at("18:00"),
        ends_at: at("20:00"),
        ..InPersonForm::default()
    }
}

fn refused(form: InPersonForm, offer: FormOffer) -> String {
    form.check(offer).expect_err("it is refused").to_string()
}

#[test]
fn complete_form_is_valid() {
    let draft = form().check(offer()).unwrap();
    assert_eq!(draft.items, [InventoryItemId(1), InventoryItemId(2)]);
    assert_eq!(draft.date.to_string(), "2026-12-08");
}

#[test]
fn missing_field_is_named() {
    assert!(refused(InPersonForm { guests_count: 0, ..form() }, offer()).starts_with("guests_count"));
    assert!(refused(InPersonForm { operation: "takeaway".into(), ..form() }, offer()).starts_with("operation"));
    assert!(refused(form(), FormOffer { course: None, ..offer() }).starts_with("course_uid"));
    assert!(
        refused(form(), FormOffer { course: Some(course(OperationName::Lunch)), ..offer() }).starts_with("course_uid"),
        "a course of another meal"
    );
    assert!(refused(form(), FormOffer { group: None, ..offer() }).starts_with("inventory_group_uid"));
    assert!(refused(InPersonForm { starts_at: None, ..form() }, offer()).starts_with("starts_at"));
    for items in [vec![], vec!["i1".to_owned()], vec!["i1".into(), "i2".into(), "i3".into()], vec!["foreign".into()]] {
        let field = refused(InPersonForm { inventory_item_uids: items.clone(), ..form() }, offer());
        assert!(field.starts_with("inventory_item_uids"), "{items:?}: {field}");
    }
}

#[test]
fn party_needs_exact_number_of_items() {
    for guests in 1..=6 {
        for selected in 0..=4_usize {
            let needed = usize::try_from((guests + 1) / 2).unwrap();
            assert_eq!(fits(guests, selected, &group(2, 3)), selected == needed, "{guests} on {selected}");
        }
    }
}

#[test]
fn moved_party_may_have_joined_tables() {
    let accepted = |guests: i32, capacity: i32, items: i64| {
        (0..=6).filter(|selected| seats_party(guests, *selected, &group(capacity, items))).collect::<Vec<usize>>()
    };
    assert_eq!(accepted(3, 2, 5), [2, 3], "two tables for two, and at most one for each guest");
    assert_eq!(accepted(2, 4, 5), [1, 2]);
    assert_eq!(accepted(6, 4, 3), [2, 3], "all tables of the group");
    assert_eq!(accepted(3, 1, 5), [3], "nothing is joined at a counter");
    assert_eq!(accepted(1, 4, 5), [1]);
}

#[test]
fn visit_must_fit_hours_and_five_minute_steps() {
    let outside = StaffError::OutsideHours.to_string();
    for (from, till) in
        [("20:00", "18:00"), ("18:00", "18:00"), ("18:03", "20:00"), ("10:00", "12:00"), ("21:00", "22:30")]
    {
        assert_eq!(
            refused(InPersonForm { starts_at: at(from), ends_at: at(till), ..form() }, offer()),
            outside,
            "{from}-{till}"
        );
    }
    assert!(InPersonForm { starts_at: at("20:00"), ends_at: at("22:00"), ..form() }.check(offer()).is_ok());
}

#[test]
fn form_requires_exactly_one_customer() {
    let key = |offline: &str, invited: &str, online: &str| CustomerUids {
        offline: offline.into(),
        invited: invited.into(),
        online: online.into(),
    };
    assert_eq!(key("", "u", " ").only().unwrap().0, "u");
    for wrong in [key("", "", ""), key("a", "b", ""), key("a", "b", "c")] {
        assert!(matches!(wrong.only(), Err(StaffError::OneCustomer)));
    }
}

/// F134
#[test]
fn deadline_is_72_hours_before_later_visits() {
    let form = InPersonForm { can_ivr_expire_by_default: true, ..form() };
    let start = at("18:00").unwrap();
    assert_eq!(form.deadline(start, start - Duration::hours(73)), start - DEADLINE_BEFORE_VISIT);
    assert_eq!(form.deadline(start, start - DEADLINE_BEFORE_VISIT), start, "72 hours exactly: not offered");
    let plain = InPersonForm { can_ivr_expire_by_default: false, ..form };
    assert_eq!(plain.deadline(start, start - Duration::days(30)), start);
}
