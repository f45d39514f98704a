//! Operations of staff.

use serde_json::{Value, json};

use super::belongings::Keys;
use super::scene::Scene;
use super::{AccessScope, MatrixRow, MatrixRows, SignInSide};

/// Lists with their single rows and files.
const LISTS: [[&str; 3]; 4] = [
    [
        "GET /owners/api/resources/customers",
        "GET /owners/api/resources/customers/{id}",
        "GET /owners/api/resources/customers.csv",
    ],
    [
        "GET /owners/api/resources/reservations",
        "GET /owners/api/resources/reservations/{id}",
        "GET /owners/api/resources/reservations.csv",
    ],
    [
        "GET /owners/api/resources/reviews",
        "GET /owners/api/resources/reviews/{id}",
        "GET /owners/api/resources/reviews.csv",
    ],
    ["GET /owners/api/resources/staff", "GET /owners/api/resources/staff/{id}", "GET /owners/api/resources/staff.csv"],
];

pub fn lines(scene: &Scene) -> Vec<MatrixRow> {
    let mut owner = MatrixRows::new(SignInSide::Owner);
    pages(&mut owner, scene);
    days(&mut owner, scene);
    reservations(&mut owner, scene);
    slots(&mut owner, scene);
    people(&mut owner, scene);
    announcements(&mut owner, scene);
    settings(&mut owner, scene);
    lists(&mut owner);
    staff(&mut owner, scene);
    owner.add(AccessScope::Own, "DELETE /owners/impersonation", &[], Value::Null, 200);
    // This ends the sessions of impersonating admins, too.
    owner.add(AccessScope::Own, "DELETE /owners/security_settings/sessions", &[], Value::Null, 200);
    owner.add(AccessScope::Own, "POST /owners/accounts/terms_agreed", &[], json!({}), 200);
    let mut lines = owner.lines;
    lines.extend(sign_in());
    lines
}

/// No row has the id of the single rows.
fn lists(owner: &mut MatrixRows) {
    for [rows, one, file] in LISTS {
        owner.add(AccessScope::Own, rows, &[], Value::Null, 200);
        owner.add(AccessScope::Own, one, &["999999999"], Value::Null, 404);
        owner.add(AccessScope::Own, file, &[], Value::Null, 200);
    }
}

/// The owner, who has the number 1, is the last one.
fn staff(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let whom = json!({ "email": "kai@seki.test", "nickname": "櫂", "role": "floor" });
    let [resent, withdrawn, ..] = scene.staff_invitations.as_slice() else { panic!("invitations") };
    owner.add(Own, "GET /owners/staff", &[], Value::Null, 200);
    owner.add(Own, "POST /owners/api/staff/invitations", &[], whom, 200);
    owner.add(Bound, "POST /owners/api/staff/invitations/{uid}/resent", &[resent], json!({}), 200);
    owner.add(Bound, "DELETE /owners/api/staff/invitations/{uid}", &[withdrawn], Value::Null, 200);
    owner.add(Bound, "PATCH /owners/api/staff/{id}", &["1"], json!({ "role": "owner" }), 200);
    owner.add(Bound, "DELETE /owners/api/staff/{id}", &["1"], Value::Null, 409);
}

fn pages(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let seen = json!({ "type": "new_reservation", "ids": [scene.notification] });
    owner.add(Own, "GET /owners", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/active_operations", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/phone_countries", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/products", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/restaurant_feature_availability", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/notifications", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/notifications", &["?type=new_reservation"], Value::Null, 200);
    owner.add(Own, "GET /owners/api/notifications/count", &["?type=new_reservation"], Value::Null, 200);
    owner.add(Own, "POST /owners/api/notifications/confirmed", &[], seen, 200);
    owner.add(Own, "GET /owners/restaurant_charge_invoices", &[], Value::Null, 200);
    owner.add(Bound, "GET /owners/restaurant_charge_invoices/{id}", &["1"], Value::Null, 404);
    owner.add(Own, "GET /owners/reports", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/reports/{file}", &["guests.csv"], Value::Null, 200);
    owner.add(Own, "GET /owners/api/resources/restaurant_charge_invoices", &[], Value::Null, 200);
}

fn days(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let (day, tag) = (scene.day.to_string(), scene.tag.to_string());
    let date = "2027-03-01";
    let memo = json!({ "restaurant_calendar_date": { "daily_memo": "花" } });
    let open = json!({ "restaurant_calendar_date": { "is_closed": false } });
    let close = json!({ "restaurant_calendar_date": { "date": "2027-03-02", "is_closed": true } });
    let dates = json!({ "date_list": [date], "is_closed": false });
    let tagged = json!({ "date_list": [date], "calendar_tag_ids": [scene.tag] });
    owner.add(Own, "GET /owners/daily_calendars/{date}", &[date], Value::Null, 200);
    owner.add(Own, "GET /owners/api/daily_calendars/{date}/events", &[date], Value::Null, 200);
    let tables = json!({ "version": 0, "tables": [{
        "inventory_item_uid": scene.new_visit["inventory_item_uids"][0], "x": 1, "y": 1, "width": 4, "height": 4, "shape": "round",
    }] });
    owner.add(Own, "GET /owners/floor_plans/{date}", &[date], Value::Null, 200);
    owner.add(Own, "GET /owners/api/floor_plan", &[], Value::Null, 200);
    owner.add(Own, "PUT /owners/api/floor_plan", &[], tables, 200);
    owner.add(Own, "GET /owners/monthly_calendars/{year_month}", &["2027-03"], Value::Null, 200);
    owner.add(Own, "GET /owners/holidays", &["?month=2027-03"], Value::Null, 200);
    owner.add(Own, "POST /owners/api/restaurant_calendar_dates/create_is_closed", &[], close, 201);
    owner.add(Own, "POST /owners/api/restaurant_calendar_dates/bulk_update_is_closed", &[], dates, 200);
    owner.add(Bound, "PATCH /owners/api/restaurant_calendar_dates/{id}", &[&day], memo, 200);
    owner.add(Bound, "PUT /owners/api/restaurant_calendar_dates/{id}/update_is_closed", &[&day], open, 200);
    owner.add(Bound, "POST /owners/api/dates/{date}/tags/{tag_id}", &[date, &tag], json!({}), 201);
    owner.add(Bound, "DELETE /owners/api/dates/{date}/tags/{tag_id}", &[date, &tag], Value::Null, 204);
    let tags = "POST /owners/api/restaurant_calendar_dates_tags/bulk_update_tags";
    owner.add(Bound, tags, &[], tagged.clone(), 200);
    let tags = "POST /owners/api/restaurant_calendar_dates_tags/bulk_destroy_tags";
    owner.add(Bound, tags, &[], tagged, 200);
}

fn reservations(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let [invited, _, withdrawn] = &scene.invitations;
    let (visit, booking, past) = (scene.visit.as_str(), scene.booking.as_str(), scene.past_visit.as_str());
    let memo = |of: &str| json!({ of: { "internal_memo": "窓側" } });
    let review = json!({ "reviews": [{ "reservation_uid": past, "rating": "good", "reasons": ["nice_person"] }] });
    let cancel = json!({ "uid": scene.second_booking, "reason": "restaurant", "fee_waived": true, "agreed_with_customer": true });
    owner.add(Own, "GET /owners/reservations", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/reservations.csv", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/reservations.xlsx", &[], Value::Null, 200);
    owner.add(Bound, "GET /owners/reservations/{uid}", &[booking], Value::Null, 200);
    owner.add(Bound, "GET /owners/api/reservations/by_code/{code}", &[&scene.booking_code], Value::Null, 200);
    owner.add(Own, "GET /owners/api/not_reviewed_reservations", &["?date=2026-12-01"], Value::Null, 200);
    owner.add(Bound, "PUT /owners/api/reviews", &[], review, 200);
    owner.add(Own, "GET /owners/reviews", &[], Value::Null, 200);
    owner.add(Bound, "PUT /owners/api/reservations/{uid}/no_show", &[past], json!({ "no_show": true }), 200);
    // A guest of an in-person reservation has no card.
    owner.add(Bound, "POST /owners/api/reservations/{uid}/no_show_fee", &[past], json!({}), 422);
    owner.add(Bound, "DELETE /owners/api/reservations/{uid}/no_show_fee", &[past], Value::Null, 400);
    let seated = json!({ "state": "seated" });
    owner.add(Bound, "PUT /owners/api/reservations/{uid}/service_state", &[past], seated, 200);
    let walk_in = json!({
        "guests_count": scene.new_visit["guests_count"], "inventory_group_uid": scene.new_visit["inventory_group_uid"],
        "inventory_item_uids": scene.new_visit["inventory_item_uids"],
    });
    let waits = json!({
        "customer_uid": scene.new_visit["offline_customer_uid"], "date": "2027-03-01", "starts_from": "18:00",
        "starts_till": "19:00", "guests_count": 1,
    });
    let entry = scene.waiting_entry.as_str();
    owner.add(Own, "GET /owners/api/waiting_list", &["?date=2027-03-01"], Value::Null, 200);
    owner.add(Own, "GET /owners/api/waiting_list/matches", &[], Value::Null, 200);
    owner.add(Bound, "POST /owners/api/waiting_list", &[], waits, 201);
    let memo_of_entry = json!({ "internal_memo": "窓側希望" });
    owner.add(Bound, "PUT /owners/api/waiting_list/{uid}", &[entry], memo_of_entry, 200);
    owner.add(Bound, "POST /owners/api/waiting_list/{uid}/seats", &[entry], json!({ "by": "telephone" }), 200);
    owner.add(Bound, "DELETE /owners/api/waiting_list/{uid}", &[entry], Value::Null, 200);
    owner.add(Bound, "POST /owners/api/waiting_list/{uid}/restore", &[entry], json!({}), 200);
    let wanted = "?date=2027-03-01&guests_count=1&starts_at=18:00";
    owner.add(Own, "GET /owners/api/seat_proposals", &[wanted], Value::Null, 200);
    owner.add(Bound, "POST /owners/api/walk_ins", &[], walk_in, 201);
    owner.add(Bound, "PUT /owners/api/walk_ins/{uid}/customer", &[visit], json!({ "customer_uid": "nobody" }), 400);
    let elsewhere = json!({ "inventory_item_uids": scene.new_visit["inventory_item_uids"] });
    owner.add(Bound, "PUT /owners/api/reservations/{uid}/seats", &[visit], elsewhere, 200);
    owner.add(Bound, "GET /owners/api/offline_reservations/{uid}", &[visit], Value::Null, 200);
    let times = "?starts_at=2026-12-31T18:00:00%2B09:00&ends_at=2026-12-31T20:00:00%2B09:00";
    owner.add(Bound, "GET /owners/api/offline_reservations/{uid}/seats", &[visit, times], Value::Null, 200);
    owner.add(Bound, "PUT /owners/api/offline_reservations/{uid}", &[visit], memo("offline_reservation"), 200);
    owner.add(Bound, "DELETE /owners/api/offline_reservations/{uid}", &[visit], Value::Null, 200);
    owner.add(Bound, "POST /owners/api/offline_reservations/{uid}/restore", &[visit], json!({}), 200);
    owner.add(Bound, "POST /owners/api/offline_reservations", &[], scene.new_visit.clone(), 201);
    owner.add(Bound, "GET /owners/api/offsite_reservations/{uid}", &[&scene.offsite], Value::Null, 200);
    let partner = memo("offsite_reservation");
    owner.add(Bound, "PUT /owners/api/offsite_reservations/{uid}", &[&scene.offsite], partner, 200);
    owner.add(Bound, "GET /owners/api/online_reservations/{uid}", &[booking], Value::Null, 200);
    owner.add(Bound, "PUT /owners/api/online_reservations/{uid}", &[booking], memo("online_reservation"), 200);
    owner.add(
        Bound,
        "GET /owners/reservation_cancel_requests/new",
        &["?uid=", &scene.second_booking],
        Value::Null,
        200,
    );
    owner.add(Bound, "POST /owners/reservation_cancel_requests", &[], cancel, 200);
    owner.add(Bound, "GET /owners/api/reservation_invites/{uid}", &[&scene.invite], Value::Null, 200);
    owner.add(Bound, "GET /owners/api/invited_reservations/{uid}", &[invited], Value::Null, 200);
    owner.add(Bound, "PUT /owners/api/invited_reservations/{uid}", &[invited], memo("invited_reservation"), 200);
    let decided = "PATCH /owners/api/invited_reservations/{uid}/guest_count_request";
    // The diner's own request was granted immediately: it is found, and it is already decided.
    owner.add(Bound, decided, &[invited], json!({ "granted": true }), 400);
    owner.add(Bound, "DELETE /owners/api/invited_reservations/{uid}", &[withdrawn], Value::Null, 200);
    owner.add(Bound, "POST /owners/api/invited_reservations/{uid}/web_seats", &[withdrawn], json!({}), 200);
    owner.add(Bound, "POST /owners/api/invited_reservations", &[], scene.new_invitation.clone(), 201);
}

fn slots(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::Bound;
    let slot = [scene.free_slot.as_str()];
    let place = format!(
        "?date=2027-01-12&operation=dinner&inventory_group_uid={}",
        scene.new_visit["inventory_group_uid"].as_str().unwrap_or_default()
    );
    let change = json!({ "online_stock_group": { "guests_counts": [1] } });
    owner.add(Bound, "GET /owners/api/online_stock_groups/new", &[&place], Value::Null, 200);
    owner.add(Bound, "POST /owners/api/online_stock_groups", &[], scene.new_slot.clone(), 200);
    owner.add(Bound, "GET /owners/api/online_stock_groups/{uid}", &slot, Value::Null, 200);
    let states = "GET /owners/api/online_stock_groups/{uid}/course_selector_states";
    owner.add(Bound, states, &slot, Value::Null, 200);
    owner.add(Bound, "PUT /owners/api/online_stock_groups/{uid}", &slot, change, 200);
    let stocks = [slot[0], "?online_stock_ids=", &scene.free_stocks];
    owner.add(Bound, "DELETE /owners/api/online_stock_groups/{uid}", &stocks, Value::Null, 200);
    owner.add(Bound, "GET /owners/api/online_cancellations/{uid}", &[&scene.freed], Value::Null, 200);
    let given_up = [scene.freed.as_str(), "?type=release"];
    owner.add(Bound, "DELETE /owners/api/online_cancellations/{uid}", &given_up, Value::Null, 200);
}

fn people(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let [(first, kept), (_, merged), (third, moved)] = &scene.customers;
    let guest = json!({ "nickname": "新", "phone_local_number": "08011119999" });
    let merge = json!({ "primary_customer_id": kept, "merged_customer_ids": [merged] });
    let regroup = json!({ "customer_ids": [moved], "customer_group_id": scene.group });
    let standby = json!({ "customer_group": { "allow_standby": false } });
    let [one, two, three] = scene.numbers.map(|id| id.to_string());
    let number = |last: u8| json!({ "phone_local_number": format!("0906666000{last}"), "internal_memo": "注意" });
    owner.add(Own, "GET /owners/customers", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/customers.csv", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/customers.xlsx", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/customers", &["?type=name&q=OWNERS"], Value::Null, 200);
    owner.add(Own, "GET /owners/api/customers/count_all", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/customers/only_offsite_customers", &[], Value::Null, 200);
    owner.add(Own, "POST /owners/api/customers", &[], guest, 201);
    owner.add(Bound, "GET /owners/customers/{uid}", &[first], Value::Null, 200);
    let name = json!({ "customer": { "profile_attributes": { "nickname": "改" } } });
    owner.add(Bound, "PATCH /owners/api/customers/{uid}", &[first], name, 200);
    let contact = json!({ "invitation_email": "third@seki.test" });
    owner.add(Bound, "PUT /owners/api/customers/{uid}/contact", &[third], contact, 200);
    owner.add(Bound, "PATCH /owners/api/customer_groups/{id}", &[&scene.group.to_string()], standby, 200);
    owner.add(Bound, "PUT /owners/customers/bulk_update_customer_groups", &[], regroup, 200);
    owner.add(Bound, "POST /owners/api/offline_customer_merges", &[], merge, 200);
    let merges = "DELETE /owners/api/offline_customer_merges/{id}";
    owner.add(Bound, merges, &[&scene.merge.to_string()], Value::Null, 200);
    owner.add(Own, "GET /owners/api/customer_tags", &[], Value::Null, 200);
    owner.add(Bound, "GET /owners/customers/{uid}/export", &[first], Value::Null, 200);
    owner.add(Bound, "GET /owners/customers/{uid}/export.csv", &[first], Value::Null, 200);
    let check = ["?phone_country=JP&phone_local_number=09055550001"];
    owner.add(Own, "GET /owners/api/blacklisted_phone_numbers/check", &check, Value::Null, 200);
    owner.add(Own, "GET /owners/restaurant_blacklisted_phone_numbers", &[], Value::Null, 200);
    owner.add(Own, "POST /owners/restaurant_blacklisted_phone_numbers", &[], number(1), 201);
    owner.add(Bound, "PATCH /owners/restaurant_blacklisted_phone_numbers/{id}", &[&one], number(2), 200);
    owner.add(Bound, "DELETE /owners/restaurant_blacklisted_phone_numbers/{id}", &[&one], Value::Null, 200);
    let base = "GET /owners/api/resources/restaurant_blacklisted_phone_numbers";
    owner.add(Own, base, &[], Value::Null, 200);
    let base = "GET /owners/api/resources/restaurant_blacklisted_phone_numbers.csv";
    owner.add(Own, base, &[], Value::Null, 200);
    let base = "GET /owners/api/resources/restaurant_blacklisted_phone_numbers/{id}";
    owner.add(Bound, base, &[&two], Value::Null, 200);
    let base = "PUT /owners/api/resources/restaurant_blacklisted_phone_numbers/{id}";
    owner.add(Bound, base, &[&two], number(3), 200);
    let base = "DELETE /owners/api/resources/restaurant_blacklisted_phone_numbers/{id}";
    owner.add(Bound, base, &[&three], Value::Null, 200);
    let base = "POST /owners/api/resources/restaurant_blacklisted_phone_numbers";
    owner.add(Own, base, &[], number(4), 201);
}

fn announcements(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let [sent, draft, dropped] = scene.announcements.map(|id| id.to_string());
    let fields = json!({ "subject_type": "event", "body": "新酒の会" });
    let form = json!({ "announcement": fields });
    owner.add(Own, "GET /owners/announcements", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/announcements/new", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/api/announcements/recipients_count", &[], Value::Null, 200);
    owner.add(Own, "POST /owners/announcements", &[], form.clone(), 200);
    owner.add(Bound, "GET /owners/api/announcements/{id}", &[&sent], Value::Null, 200);
    owner.add(Bound, "GET /owners/announcements/{id}/edit", &[&sent], Value::Null, 200);
    owner.add(Bound, "PATCH /owners/announcements/{id}", &[&sent], form, 200);
    owner.add(Bound, "GET /owners/announcements/{id}/confirm", &[&sent], Value::Null, 200);
    owner.add(Bound, "POST /owners/announcements/{id}/confirm", &[&sent], json!({}), 200);
    // No recipient remains: the announcement was found, and the admin's session was accepted.
    let again = [sent.as_str(), "?resend_count=1"];
    owner.add(Bound, "GET /owners/announcements/{id}/resend_review", &again, Value::Null, 422);
    owner.add(Bound, "POST /owners/announcements/{id}/resend", &[&sent], json!({ "resend_count": 1 }), 422);
    owner.add(Bound, "POST /owners/announcements/{id}/stop", &[&sent], json!({}), 200);
    // Its mails are still being dropped.
    owner.add(Bound, "POST /owners/announcements/{id}/resume", &[&sent], json!({}), 422);
    owner.add(Own, "GET /owners/api/resources/announcements", &[], Value::Null, 200);
    owner.add(Own, "POST /owners/api/resources/announcements", &[], fields.clone(), 201);
    owner.add(Bound, "GET /owners/api/resources/announcements/{id}", &[&draft], Value::Null, 200);
    owner.add(Bound, "PUT /owners/api/resources/announcements/{id}", &[&draft], fields, 200);
    owner.add(Bound, "DELETE /owners/api/resources/announcements/{id}", &[&dropped], Value::Null, 200);
}

fn settings(owner: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let slug = [scene.restaurant.slug];
    let release = json!({ "restaurant_operation": { "enable_online_cancellation": true } });
    let delivery =
        json!({ "restaurant_delivery_setting": { "delivery_service_type": "other", "payment_type": "prepaid" } });
    owner.add(Own, "GET /owners/restaurant_operation/edit", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/pacing/edit", &[], Value::Null, 200);
    owner.add(Own, "GET /owners/reach/edit", &[], Value::Null, 200);
    let wrong = json!({ "current_password": "Wrong-2026", "password": "Other-2026", "code": "000000", "name": "Key" });
    owner.add(Own, "GET /owners/security_settings", &[], Value::Null, 200);
    for call in [
        "PATCH /owners/security_settings/password",
        "POST /owners/security_settings/authenticator",
        "PATCH /owners/security_settings/authenticator",
        "DELETE /owners/security_settings/authenticator",
        "POST /owners/security_settings/recovery_codes",
        "POST /owners/security_settings/passkeys/options",
        "POST /owners/security_settings/passkeys",
    ] {
        owner.add(Own, call, &[], wrong.clone(), 422);
    }
    let name = json!({ "name": "Key" });
    let [_, Keys { session, passkey }, _] = &scene.keys;
    let proof = json!({ "current_password": tests::PASSWORD });
    owner.add(Bound, "PATCH /owners/security_settings/passkeys/{uid}", &[passkey], name, 200);
    owner.add(Bound, "DELETE /owners/security_settings/passkeys/{uid}", &[passkey], proof, 200);
    owner.add(Bound, "DELETE /owners/security_settings/sessions/{uid}", &[session], Value::Null, 200);
    owner.add(Bound, "PATCH /owners/api/restaurant_operations/{slug}", &slug, release, 200);
    let pacing = json!({ "pacing": { "dinner": { "pacing_max_guests": 8 } } });
    owner.add(Bound, "PATCH /owners/api/pacing/{slug}", &slug, pacing, 200);
    let stays = json!({ "stays": { "dinner": [{ "from_guests": 3, "stay_minutes": 150 }] } });
    owner.add(Bound, "PUT /owners/api/stays/{slug}", &slug, stays, 200);
    let reach = json!({ "reach": { "is_in_availability_feed": true } });
    owner.add(Bound, "PATCH /owners/api/reach/{slug}", &slug, reach, 200);
    let room = json!({ "waiting_room": { "has_waiting_room": false } });
    owner.add(Bound, "PATCH /owners/api/waiting_rooms/{slug}", &slug, room, 200);
    owner.add(Bound, "GET /owners/restaurant_delivery_settings/{slug}/edit", &slug, Value::Null, 200);
    owner.add(Bound, "PATCH /owners/api/restaurant_delivery_settings/{slug}", &slug, delivery, 200);
}

/// Sign-in of the owners' side; signing out comes last.
fn sign_in() -> Vec<MatrixRow> {
    use AccessScope::Entrance;
    let mut sign_in = MatrixRows::new(SignInSide::Owner);
    let wrong = json!({ "owner": { "email": "owner@seki.test", "password": "Wrong-2026" } });
    sign_in.add(Entrance, "GET /owners/sign_in", &[], Value::Null, 303);
    sign_in.add(Entrance, "POST /owners/sign_in", &[], wrong, 422);
    let forged = json!({ "owner": { "reset_password_token": "none", "password": "Other-2026",
        "password_confirmation": "Other-2026" } });
    let code = json!({ "code": "000000" });
    sign_in.add(Entrance, "GET /owners/away", &[], Value::Null, 200);
    sign_in.add(Entrance, "GET /owners/password/new", &[], Value::Null, 200);
    sign_in.add(Entrance, "POST /owners/password", &[], json!({ "owner": { "email": "owner@seki.test" } }), 200);
    sign_in.add(Entrance, "GET /owners/password/edit", &["?reset_password_token=none"], Value::Null, 200);
    sign_in.add(Entrance, "PATCH /owners/password", &[], forged, 422);
    sign_in.add(Entrance, "GET /owners/second_factor", &[], Value::Null, 401);
    sign_in.add(Entrance, "POST /owners/second_factor", &[], code.clone(), 401);
    sign_in.add(Entrance, "POST /owners/second_factor/authenticator", &[], code, 401);
    sign_in.add(Entrance, "POST /owners/second_factor/passkey/options", &[], json!({}), 401);
    sign_in.add(Entrance, "POST /owners/second_factor/passkey", &[], json!({}), 401);
    let followed = json!({ "token": "none", "password": "Other-2026", "password_confirmation": "Other-2026" });
    sign_in.add(Entrance, "GET /owners/staff_invitation", &["?token=none"], Value::Null, 200);
    sign_in.add(Entrance, "POST /owners/staff_invitation", &[], followed, 422);
    sign_in.add(Entrance, "DELETE /owners/sign_out", &[], Value::Null, 200);
    sign_in.lines
}
