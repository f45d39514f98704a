//! What diners, visitors and providers ask.

use serde_json::{Value, json};
use tests::all_ticked;

use super::scene::Scene;
use super::{Door, Line, Lines, Scope};

pub fn lines(scene: &Scene) -> Vec<Line> {
    let mut lines = open(scene);
    lines.extend(of_reservations(scene));
    lines.extend(of_accounts(scene));
    lines.extend(doors(scene));
    lines
}

fn open(scene: &Scene) -> Vec<Line> {
    use Scope::{Bound, Own};
    let mut open = Lines::of(Door::Anyone);
    let (slug, token) = (scene.restaurant.slug, &scene.calendar_token);
    let date = format!("?date=2026-12-08&reservation_calendar_token={token}");
    let code =
        json!({ "code": "0000", "sms_confirmation": { "phone_country": "JP", "phone_local_number": "9012340002" } });
    let uuid = [scene.call_proof.as_str()];
    let mail = json!({ "token": "none" });
    let day = format!("?restaurant_slug={slug}&year_month=2026-12&reservation_calendar_token={token}");
    open.add(Own, "GET /", &[], Value::Null, 200);
    open.add(Own, "GET /health", &[], Value::Null, 200);
    open.add(Own, "GET /health/live", &[], Value::Null, 200);
    open.add(Own, "GET /health/ready", &[], Value::Null, 200);
    open.add(Own, "GET /r/{slug}", &[slug], Value::Null, 200);
    open.add(Own, "GET /legal/{kind}", &["terms"], Value::Null, 200);
    open.add(Own, "GET /raffle/rounds/{uid}/proof", &["none"], Value::Null, 404);
    open.add(Own, "GET /announcement_subscription", &["?token=none"], Value::Null, 422);
    open.add(Own, "POST /announcement_subscription", &[], mail, 422);
    open.add(Own, "POST /webhooks/announcement_unsubscription", &["?token=none"], Value::Null, 422);
    open.add(Own, "POST /webhooks/stripe", &[], json!({ "type": "payment_intent.succeeded" }), 400);
    open.add(Own, "GET /users/api/availability/dates", &[&day], Value::Null, 200);
    open.add(Own, "GET /users/api/availability/dates/{slug}", &[slug, &date], Value::Null, 200);
    open.add(Own, "GET /users/api/guide_restaurants", &["?restaurant_slug=", slug], Value::Null, 200);
    open.add(Own, "GET /users/api/takeaway_stores", &["?restaurant_slug=", slug], Value::Null, 200);
    open.add(Own, "GET /users/api/customers/status/{restaurant_slug}", &[slug], Value::Null, 200);
    open.add(Own, "GET /users/confirmation", &["?confirmation_token=none"], Value::Null, 422);
    open.add(Bound, "GET /phone_verifications/{uuid}/status", &uuid, Value::Null, 200);
    open.add(Bound, "POST /sms_confirmations/{uuid}/confirm", &[&scene.text_proof], code, 400);
    open.lines
}

fn of_reservations(scene: &Scene) -> Vec<Line> {
    use Scope::{Bound, Own};
    let mut diner = Lines::of(Door::Diner);
    let slug = scene.restaurant.slug;
    let [accepted, declined, _] = &scene.invitations;
    let held = [slug, &scene.hold];
    let fewer = json!({ "ivr_guest_count_alter_request": { "new_guest_count": 1 } });
    let bank = json!({ "result": "succeeded", "confirm_payment_intent_ids": [] });
    let back = json!({ "redirect_to": "/" });
    diner.add(Own, "GET /r/{slug}/reservations/new", &[slug], Value::Null, 200);
    diner.add(Bound, "POST /users/api/raffle_rounds/{uid}/entries", &["none"], json!({}), 404);
    diner.add(Own, "GET /users/upcoming_reservations", &[], Value::Null, 200);
    diner.add(Own, "GET /users/invited_reservations", &[], Value::Null, 200);
    diner.add(Bound, "GET /users/reservations/{uid}", &[&scene.booking], Value::Null, 200);
    diner.add(Bound, "GET /r/{slug}/reservations/{uid}/review", &held, Value::Null, 200);
    diner.add(Bound, "POST /r/{slug}/reservations/{uid}/retry_3ds", &held, back.clone(), 200);
    diner.add(Bound, "POST /r/{slug}/reservations/{uid}/confirm.json", &held, all_ticked(), 200);
    let reported = "POST /r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result";
    diner.add(Bound, reported, &held, bank.clone(), 200);
    diner.add(Bound, "DELETE /users/api/reservations/{uid}", &[&scene.booking], Value::Null, 204);
    diner.add(Bound, "GET /users/invited_reservations/{uid}", &[accepted], Value::Null, 200);
    diner.add(Bound, "POST /users/invited_reservations/{uid}/retry_3ds", &[accepted], back, 200);
    let accept = json!({ "policy_agreed": true });
    diner.add(Bound, "POST /users/invited_reservations/{uid}/accept", &[accepted], accept, 200);
    let reported = "POST /users/invited_reservations/{uid}/confirm_with_three_d_secure_result";
    diner.add(Bound, reported, &[accepted], bank, 200);
    diner.add(Bound, "POST /users/reservations/{uid}/ivr_guest_count_alter_requests", &[accepted], fewer, 200);
    diner.add(Bound, "POST /users/invited_reservations/{uid}/decline", &[declined], json!({}), 200);
    diner.add(Own, "POST /users/api/reservations", &[], scene.hold_request.clone(), 201);
    diner.lines
}

fn of_accounts(scene: &Scene) -> Vec<Line> {
    use Scope::Own;
    let mut diner = Lines::of(Door::Diner);
    let favourite = json!({ "restaurant_slug": scene.restaurant.slug });
    let card = json!({ "payment_method_id": scene.card_method });
    let proof = json!({ "phone_verification_uuid": scene.call_proof });
    let factor = json!({ "user_security_setting": { "two_factor_with_email_enabled": false } });
    diner.add(Own, "GET /users/customers", &[], Value::Null, 200);
    // Whoever takes the favourite back gets no mail any more, and the owner's announcements need a reader.
    diner.add(Own, "POST /users/api/customers/hide", &[], favourite.clone(), 200);
    diner.add(Own, "POST /users/api/customers", &[], favourite, 201);
    diner.add(Own, "GET /users/profile", &[], Value::Null, 200);
    diner.add(Own, "GET /users/profile/account/tel/edit", &[], Value::Null, 200);
    diner.add(Own, "PATCH /users/profile/account/tel", &[], proof, 422);
    diner.add(Own, "GET /users/profile/credit_card/edit", &[], Value::Null, 200);
    diner.add(Own, "POST /users/profile/credit_card/setup_intent", &[], json!({}), 200);
    diner.add(Own, "POST /users/profile/credit_card/payment_method", &[], card, 200);
    diner.add(Own, "GET /users/profile/security_settings", &[], Value::Null, 200);
    diner.add(Own, "PATCH /users/profile/security_settings.json", &[], factor, 200);
    let wrong = json!({ "current_password": "Wrong-2026", "password": "Other-2026", "code": "000000" });
    for call in [
        "PATCH /users/profile/security_settings/password",
        "POST /users/profile/security_settings/authenticator",
        "PATCH /users/profile/security_settings/authenticator",
        "DELETE /users/profile/security_settings/authenticator",
        "POST /users/profile/security_settings/recovery_codes",
        "POST /users/profile/security_settings/passkeys/options",
        "POST /users/profile/security_settings/passkeys",
    ] {
        diner.add(Own, call, &[], wrong.clone(), 422);
    }
    let name = json!({ "name": "Key" });
    diner.add(Scope::Bound, "PATCH /users/profile/security_settings/passkeys/{uid}", &["none"], name, 404);
    diner.add(Own, "DELETE /users/profile/security_settings/passkeys/{uid}", &["none"], wrong, 422);
    let session = "DELETE /users/profile/security_settings/sessions/{uid}";
    diner.add(Scope::Bound, session, &["none"], Value::Null, 404);
    diner.add(Own, "DELETE /users/profile/security_settings/sessions", &[], Value::Null, 200);
    diner.add(Own, "GET /users/after_registrations/pick_restaurants", &[], Value::Null, 200);
    diner.add(Own, "GET /users/after_registrations/after_pickup_restaurants", &[], Value::Null, 200);
    diner.add(Own, "GET /users/after_registrations/confirm_email", &[], Value::Null, 200);
    diner.add(Own, "POST /users/after_registrations/confirm_email", &[], json!({}), 200);
    diner.lines
}

/// Doors of the diners' side. Whoever is in already is answered so; signing out comes last.
fn doors(scene: &Scene) -> Vec<Line> {
    use Scope::Entrance;
    let mut doors = Lines::of(Door::Anyone);
    let wrong = json!({ "user": { "email": scene.hanako.email, "password": "Wrong-2026" } });
    let forged = json!({ "user": { "reset_password_token": "none", "password": "Other-2026",
        "password_confirmation": "Other-2026" } });
    let call = json!({ "phone_country": "JP", "phone_local_number": "9012340003", "flow_type": "sign_up" });
    let message = json!({ "sms_confirmation": { "phone_country": "JP", "phone_local_number": "9012340004" },
        "recaptcha_token": "human" });
    doors.add(Entrance, "POST /phone_verifications", &[], call, 201);
    doors.add(Entrance, "POST /sms_confirmations", &[], message, 201);
    doors.add(Entrance, "GET /users/sign_in", &[], Value::Null, 303);
    doors.add(Entrance, "GET /users/sign_up", &[], Value::Null, 303);
    doors.add(Entrance, "POST /users/sign_in", &[], wrong, 422);
    doors.add(Entrance, "POST /users", &[], json!({ "user": { "email": scene.hanako.email } }), 422);
    doors.add(Entrance, "GET /users/password/new", &[], Value::Null, 200);
    doors.add(Entrance, "POST /users/password", &[], json!({ "user": { "email": scene.hanako.email } }), 200);
    doors.add(Entrance, "GET /users/password/edit", &["?reset_password_token=none"], Value::Null, 200);
    doors.add(Entrance, "PATCH /users/password", &[], forged, 422);
    doors.add(Entrance, "GET /users/two_factor_authentication", &[], Value::Null, 401);
    doors.add(Entrance, "POST /users/two_factor_authentication/resend", &[], json!({}), 401);
    let code = json!({ "verification_code": "0000" });
    doors.add(Entrance, "POST /users/two_factor_authentication/verify", &[], code, 401);
    doors.add(Entrance, "POST /users/two_factor_authentication/passkey/options", &[], json!({}), 401);
    doors.add(Entrance, "POST /users/two_factor_authentication/passkey", &[], json!({}), 401);
    doors.add(Entrance, "DELETE /users/sign_out", &[], Value::Null, 200);
    doors.lines
}
