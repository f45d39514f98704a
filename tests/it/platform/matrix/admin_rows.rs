//! Operations of admins, by area.

use serde_json::{Value, json};
use tests::justified;

use super::scene::Scene;
use super::{AccessScope, MatrixRow, MatrixRows, SignInSide};

pub fn lines(scene: &Scene) -> Vec<MatrixRow> {
    let mut admin = MatrixRows::new(SignInSide::Admin);
    reservations(&mut admin, scene);
    round_plans(&mut admin);
    operation_slots_and_features(&mut admin);
    risky_settings(&mut admin);
    raffles(&mut admin, scene);
    admin.lines.extend(super::shop_rows::lines(scene));
    refills(&mut admin, scene);
    staff(&mut admin, scene);
    admin.lines
}

/// The restaurant's owner, who has the number 1, is the last one.
fn staff(admin: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let slug = "sushi-test";
    let whom = json!({ "email": "ren@seki.test", "nickname": "蓮", "role": "owner" });
    let [.., resent, withdrawn] = scene.staff_invitations.as_slice() else { panic!("invitations") };
    let invitation = "DELETE /admin/api/r/{slug}/staff/invitations/{uid}";
    admin.add(Bound, "GET /admin/r/{slug}/staff", &[slug], Value::Null, 200);
    let (nothing, same) = (justified(json!({})), justified(json!({ "role": "owner" })));
    let first = admin.lines.len();
    admin.add(Bound, "POST /admin/api/r/{slug}/staff/invitations", &[slug], justified(whom), 200);
    let resend = "POST /admin/api/r/{slug}/staff/invitations/{uid}/resent";
    admin.add(Bound, resend, &[slug, resent], nothing.clone(), 200);
    admin.add(Bound, invitation, &[slug, withdrawn], nothing.clone(), 200);
    admin.add(Bound, "PATCH /admin/api/r/{slug}/staff/{id}", &[slug, "1"], same, 200);
    admin.add(Bound, "DELETE /admin/api/r/{slug}/staff/{id}", &[slug, "1"], nothing, 409);
    admin.require_flags_from(first);
    admin.add(Own, "GET /admin/announcements", &["?status=draft"], Value::Null, 200);
}

fn reservations(admin: &mut MatrixRows, scene: &Scene) {
    admin.add(AccessScope::Bound, "GET /admin/reservations/{uid}", &[&scene.booking], Value::Null, 200);
    let charges = "GET /admin/reservations/{uid}/reservation_charges";
    admin.add(AccessScope::Bound, charges, &[&scene.booking], Value::Null, 200);
    let again = "POST /admin/reservations/{uid}/confirmation";
    admin.add(AccessScope::Bound, again, &[&scene.past_visit], json!({}), 400);
    let first = admin.lines.len();
    let reason = justified(json!({}));
    admin.add(AccessScope::Bound, "POST /admin/reservations/{uid}/cancel", &[&scene.past_visit], reason, 400);
    admin.require_flags_from(first);
    admin.add(AccessScope::Own, "GET /admin/api/search", &["?q=sushi-test"], Value::Null, 200);
}

/// How far ahead the restaurant can be booked; the last row restores the original state.
fn round_plans(admin: &mut MatrixRows) {
    let slug: &[&str] = &["sushi-test"];
    let daily = json!({ "open_schedule_rules": [{ "hour_of_day": 10, "minute_of_hour": 0 }], "open_for_months": 12,
                        "open_upto_mode": "end_of_month", "open_immediate": true });
    let round = json!({ "effective_at": "2026-12-01 00:00:00", "online_reservable_till": "2027-12-31" });
    let custom = json!({ "reservation_rounds": [round] });
    let preview = "POST /admin/api/r/{slug}/reservation_round_plans/preview";
    admin.add(AccessScope::Bound, "GET /admin/api/r/{slug}/reservation_round_plans", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/reservation_round_plans", slug, Value::Null, 200);
    admin.add(AccessScope::Own, "GET /admin/reservation_round_plans/lint", &[], Value::Null, 200);
    admin.add(AccessScope::Bound, preview, slug, json!({ "kind": "never" }), 200);
    let preferred = json!({ "is_preferred": true });
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/never_reservation_round_plans", slug, preferred, 201);
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/periodic_reservation_round_plans", slug, daily, 201);
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/custom_reservation_round_plans", slug, custom, 201);
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/forever_reservation_round_plans", slug, json!({}), 201);
}

fn risky_settings(admin: &mut MatrixRows) {
    let slug: &[&str] = &["sushi-test"];
    let risky = justified(json!({ "restaurant": { "allow_cancellation_waiting": true } }));
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/restaurant_dengerous_settings", slug, Value::Null, 200);
    let first = admin.lines.len();
    admin.add(AccessScope::Bound, "PUT /admin/api/r/{slug}/restaurant_dengerous_settings", slug, risky, 200);
    admin.require_flags_from(first);
}

fn operation_slots_and_features(admin: &mut MatrixRows) {
    let slug: &[&str] = &["sushi-test"];
    let slots = json!({ "calendar_operation_slots": { "dinner": { "rows": [] } } });
    let flag = json!({ "restaurant_feature_availability": { "create_osg_enabled": true } });
    let all: &[&str] = &["sushi-test", "?operation=all"];
    admin.add(AccessScope::Bound, "GET /admin/api/r/{slug}/calendar_operation_slots", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/calendar_operation_slots", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/calendar_operation_slots", slug, slots, 200);
    admin.add(AccessScope::Bound, "DELETE /admin/api/r/{slug}/calendar_operation_slots", all, Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/api/r/{slug}/restaurant_feature_availability", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/restaurant_feature_availability", slug, Value::Null, 200);
    let switch = "PUT /admin/api/r/{slug}/restaurant_feature_availabilities/{id}";
    admin.add(AccessScope::Bound, switch, &["sushi-test", "1"], flag, 200);
}

fn raffles(admin: &mut MatrixRows, scene: &Scene) {
    let slug: &[&str] = &["sushi-test"];
    let round = json!({ "raffle_round": { "registerable_from": "2027-06-01 10:00:00",
        "registerable_till": "2027-06-08 10:00:00", "winners_count": 1 } });
    let later = json!({ "raffle_round": { "registerable_from": "2027-07-01 10:00:00",
        "registerable_till": "2027-07-08 10:00:00", "winners_count": 1 } });
    let of = |uid: &String| ["sushi-test".to_owned(), uid.clone()];
    let (planned, dropped, closed) =
        (of(&scene.raffles.planned), of(&scene.raffles.dropped), of(&scene.raffles.closed));
    let [planned, dropped, closed] = [&planned, &dropped, &closed].map(|ids| [ids[0].as_str(), ids[1].as_str()]);
    let winner = json!({ "raffle_round_registration_id": scene.raffles.registration });
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/raffle_rounds", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "POST /admin/r/{slug}/raffle_rounds", slug, round, 201);
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/raffle_rounds/{uid}", &planned, Value::Null, 200);
    admin.add(AccessScope::Bound, "PATCH /admin/r/{slug}/raffle_rounds/{uid}", &planned, later, 200);
    admin.add(AccessScope::Bound, "DELETE /admin/r/{slug}/raffle_rounds/{uid}", &dropped, Value::Null, 204);
    admin.add(AccessScope::Bound, "POST /admin/r/{slug}/raffle_rounds/{uid}/draw", &closed, Value::Null, 201);
    admin.add(AccessScope::Bound, "POST /admin/api/raffle_round_registrations", &[], winner, 201);
}

/// The life cycle of a template, which is the first of the world.
fn refills(admin: &mut MatrixRows, scene: &Scene) {
    let (slug, own): (&[&str], &[&str]) = (&["sushi-test"], &["sushi-test", "1"]);
    let options = |option: Value| json!({ "options_attributes": [option], "online_stock_refillment_template_id": 1 });
    let guests = json!({ "guests_count_selector": options(json!({ "guests_count": 1 })) });
    let times = json!({ "time_selector": options(json!({ "start_time": "12:00", "end_time": "14:00" })) });
    let courses = json!({ "course_selector": options(json!({ "course_id": scene.restaurant.courses[0] })) });
    let dates = json!({ "selection_type": "custom", "custom_dates": [scene.app.day(50)] });
    let preview = "POST /admin/api/r/{slug}/online_stock_refillment_templates/{id}/preview";
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/online_stock_refillment_templates", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/online_stock_refillment_templates/new", slug, Value::Null, 200);
    let form = json!({ "online_stock_refillment_template": scene.template });
    admin.add(AccessScope::Bound, "POST /admin/r/{slug}/online_stock_refillment_templates", slug, form, 201);
    admin.add(
        AccessScope::Bound,
        "GET /admin/r/{slug}/online_stock_refillment_templates/{id}/edit",
        own,
        Value::Null,
        200,
    );
    admin.add(
        AccessScope::Bound,
        "PATCH /admin/r/{slug}/online_stock_refillment_templates/{id}",
        own,
        json!({ "schedule_attributes": { "monday": "1" } }),
        200,
    );
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/guests_count_selectors", slug, guests, 200);
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/time_selectors", slug, times, 200);
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/course_selectors", slug, courses, 200);
    admin.add(AccessScope::Bound, preview, own, dates.clone(), 200);
    admin.add(
        AccessScope::Bound,
        "POST /admin/r/{slug}/online_stock_refillment_templates/{id}/refill",
        own,
        dates,
        200,
    );
    admin.add(AccessScope::Bound, "DELETE /admin/api/r/{slug}/guests_count_selectors/{id}", own, Value::Null, 422);
    admin.add(
        AccessScope::Bound,
        "DELETE /admin/r/{slug}/online_stock_refillment_templates/{id}",
        own,
        Value::Null,
        200,
    );
}
