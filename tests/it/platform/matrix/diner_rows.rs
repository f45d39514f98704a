//! Operations of diners, visitors and providers.

use serde_json::{Value, json};
use tests::all_ticked;

use super::belongings::Keys;
use super::scene::Scene;
use super::{AccessScope, CLUB, GOLD, MatrixRow, MatrixRows, PREMIUM, SignInSide};

pub fn lines(scene: &Scene) -> Vec<MatrixRow> {
    let mut lines = open(scene);
    lines.extend(of_reservations(scene));
    lines.extend(of_accounts(scene));
    lines.extend(of_plans(scene));
    lines.extend(sign_in(scene));
    lines
}

fn open(scene: &Scene) -> Vec<MatrixRow> {
    use AccessScope::{Bound, Own};
    let mut open = MatrixRows::new(SignInSide::Anyone);
    let (slug, token) = (scene.restaurant.slug, &scene.calendar_token);
    let date = format!("?date=2026-12-08&reservation_calendar_token={token}");
    let code = json!({ "code": scene.text_code, "sms_confirmation": { "phone_country": "JP", "phone_local_number": "9012340002" } });
    let uuid = [scene.call_proof.as_str()];
    let way_out = format!("?token={}", scene.way_out);
    let mail = json!({ "token": scene.way_out, "is_subscribed": true });
    let day = format!("?restaurant_slug={slug}&year_month=2026-12&reservation_calendar_token={token}");
    open.add(Own, "GET /", &[], Value::Null, 200);
    open.add(Own, "GET /health", &[], Value::Null, 200);
    open.add(Own, "GET /health/live", &[], Value::Null, 200);
    open.add(Own, "GET /health/ready", &[], Value::Null, 200);
    open.add(Own, "GET /r/{slug}", &[slug], Value::Null, 200);
    open.add(Own, "GET /r/{slug}/reservations/new", &[slug], Value::Null, 200);
    open.add(Own, "GET /widget/{slug}", &[slug], Value::Null, 200);
    for call in ["GET /feeds/merchants", "GET /feeds/services", "GET /feeds/availability"] {
        open.add(Own, call, &[], Value::Null, 200);
    }
    open.add(Own, "GET /feeds/availability/{slug}", &[slug], Value::Null, 200);
    open.add(Own, "GET /help", &[], Value::Null, 200);
    open.add(Own, "GET /legal/{kind}", &["terms"], Value::Null, 200);
    open.add(Own, "GET /raffle", &[], Value::Null, 200);
    open.add(Own, "GET /raffle/bulk_entry", &[], Value::Null, 200);
    open.add(Own, "GET /raffle/rounds/{uid}", &[&scene.raffles.open], Value::Null, 200);
    open.add(Own, "GET /raffle/rounds/{uid}/proof", &[&scene.raffles.open], Value::Null, 200);
    open.add(Own, "GET /users/api/waiting_rooms/{slug}", &[slug], Value::Null, 200);
    open.add(Own, "GET /waiting_rooms/{uid}/proof", &["none"], Value::Null, 404);
    open.add(Own, "GET /premium/green", &[], Value::Null, 200);
    open.add(Own, "GET /ohc", &[], Value::Null, 200);
    open.add(Own, "GET /users/premium/calendar.ics", &["?s=none"], Value::Null, 404);
    open.add(Own, "GET /announcement_subscription", &[&way_out], Value::Null, 200);
    open.add(Own, "POST /webhooks/announcement_unsubscription", &[&way_out], Value::Null, 200);
    open.add(Own, "GET /receipts/{uid}", &["none"], Value::Null, 404);
    // Last, so that the owner's announcements have a reader.
    open.add(Own, "POST /announcement_subscription", &[], mail, 200);
    open.add(Own, "POST /webhooks/stripe", &[], json!({ "type": "payment_intent.succeeded" }), 400);
    open.add(Own, "GET /users/api/availability/dates", &[&day], Value::Null, 200);
    open.add(Own, "GET /users/api/availability/dates/{slug}", &[slug, &date], Value::Null, 200);
    open.add(Own, "GET /users/api/guide_restaurants", &["?restaurant_slug=", slug], Value::Null, 200);
    open.add(Own, "GET /users/api/takeaway_stores", &["?restaurant_slug=", slug], Value::Null, 200);
    open.add(Own, "GET /users/api/customers/status/{restaurant_slug}", &[slug], Value::Null, 200);
    let token = json!({ "recaptcha_token": "captcha-token" });
    open.add(Own, "POST /users/auth/apple", &[], json!({}), 200);
    open.add(Own, "POST /users/auth/apple/callback", &[], json!({}), 303);
    open.add(Own, "GET /users/auth/apple/finish", &[], Value::Null, 200);
    open.add(Own, "GET /captcha_challenge/{uniq_key}", &["none"], Value::Null, 404);
    open.add(Own, "POST /captcha_challenge/{uniq_key}/verify", &["none"], token, 404);
    open.add(Own, "POST /users/api/cookie_storage_agreements", &[], Value::Null, 201);
    open.add(Own, "GET /users/confirmation", &["?confirmation_token=none"], Value::Null, 422);
    open.add(Bound, "GET /phone_verifications/{uuid}/status", &uuid, Value::Null, 200);
    open.add(Bound, "POST /sms_confirmations/{uuid}/confirm", &[&scene.text_proof], code, 200);
    open.lines
}

fn of_reservations(scene: &Scene) -> Vec<MatrixRow> {
    use AccessScope::{Bound, Own};
    let mut diner = MatrixRows::new(SignInSide::Diner);
    let slug = scene.restaurant.slug;
    let [accepted, declined, _] = &scene.invitations;
    let held = [slug, &scene.hold];
    let fewer = json!({ "ivr_guest_count_alter_request": { "new_guest_count": 1 } });
    let bank = json!({ "result": "succeeded", "confirm_payment_intent_ids": [] });
    let back = json!({ "redirect_to": "/" });
    diner.add(Own, "POST /users/api/raffle_rounds/{uid}/entries", &[&scene.raffles.open], json!({}), 201);
    // The restaurant has no waiting room.
    diner.add(Own, "POST /users/api/waiting_rooms/{slug}", &[slug], json!({}), 422);
    diner.add(Own, "DELETE /users/api/waiting_rooms/{slug}", &[slug], Value::Null, 200);
    diner.add(Own, "GET /users/preferred", &[], Value::Null, 200);
    let asked = [scene.raffles.planned.as_str()];
    diner.add(Own, "GET /users/raffle_round/product_registrations/{uid}/register", &asked, Value::Null, 200);
    let answers = json!({ "answers": ["甲殻類"] });
    diner.add(Own, "POST /users/raffle_round/product_registrations/{uid}/register", &asked, answers, 200);
    diner.add(Own, "GET /users/upcoming_reservations", &[], Value::Null, 200);
    diner.add(Own, "GET /users/invited_reservations", &[], Value::Null, 200);
    diner.add(Bound, "GET /users/reservations/{uid}", &[&scene.booking], Value::Null, 200);
    let edit = json!({ "reservation": { "special_request": "窓側の席" } });
    diner.add(Bound, "GET /users/reservations/{uid}/edit", &[&scene.booking], Value::Null, 200);
    diner.add(Bound, "PATCH /users/reservations/{uid}", &[&scene.booking], edit, 200);
    // The restaurant has no questions after a booking.
    let answers = "POST /users/reservations/{uid}/preferences";
    diner.add(Bound, answers, &[&scene.booking], json!({ "preferences": [] }), 422);
    let reminder = json!({ "reminder": { "by_sms": true } });
    diner.add(Bound, "PATCH /users/reservations/{uid}/reminder", &[&scene.booking], reminder, 200);
    diner.add(Bound, "GET /users/reservations/{uid}/calendar.ics", &[&scene.booking], Value::Null, 200);
    diner.add(Own, "GET /users/profile/payment_histories", &[], Value::Null, 200);
    // Nothing was paid: there is no charge of these.
    let document = json!({ "charge_invoice": { "charge_id": 1, "type": "receipt", "recipient_name": "席商事" } });
    diner.add(Bound, "POST /users/api/payment_histories", &[], document, 404);
    let refund = "POST /users/api/payment_histories/refunds/{id}/document";
    diner.add(Bound, refund, &["1"], json!({}), 404);
    let receipt = json!({ "receipt_email": "hanako@seki.test", "gateway_fid": "none" });
    diner.add(Bound, "POST /users/api/customers/send_receipt", &[], receipt, 404);
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

/// Operations on plans: the diner starts with one plan, and subscribers have their whole set. A cancelled plan remains until its end, and can
/// be resumed.
fn of_plans(scene: &Scene) -> Vec<MatrixRow> {
    use AccessScope::{Bound, Own};
    let [premium, gold, club] = &scene.members;
    let mut diner = MatrixRows::new(SignInSide::Diner);
    let teaser = json!({ "teaser_users": { "source": "premium_calendar" } });
    let wanted = json!({ "subscription": { "stripe_price_id": premium.price } });
    let reason = json!({ "cancel_reason": "too dear" });
    diner.add(Own, "GET /users/premium/plans/new", &[], Value::Null, 200);
    diner.add(Own, "POST /users/api/teaser_users", &[], teaser, 201);
    for (call, query, body, answers, without) in [
        ("GET /users/premium", None, Value::Null, 200, 303),
        ("GET /users/premium/welcome", None, Value::Null, 200, 303),
        ("GET /users/premium.welcome", None, Value::Null, 200, 303),
        ("GET /users/premium/restaurants", None, Value::Null, 200, 303),
        ("GET /users/api/vacancies", Some("?slugs=sushi-test"), Value::Null, 200, 403),
        ("GET /users/premium/calendar/{month}", Some("12"), Value::Null, 200, 303),
        ("POST /users/api/calendar/ical_secret", None, json!({}), 200, 403),
        ("DELETE /users/api/plans", Some("?cancel_reason=too+dear"), Value::Null, 200, 422),
    ] {
        diner.add(Own, call, query.as_slice(), body, answers);
        diner.of_member(PREMIUM, without);
    }
    diner.add(Own, "POST /users/api/plans", &[], wanted, 200);
    let blank = json!({ "omakase_recommendation": "", "birthplace": "", "birth_date": "", "industry_type": "" });
    let blank_profile = json!({ "gold_user_profile": blank });
    let done = json!({ "result": "succeeded", "stripe_subscription_id": gold.subscription });
    let query = format!("?stripe_subscription_id={}", gold.subscription);
    for (scope, call, query, body, answers, without) in [
        (Own, "GET /users/gold/gold_rounds", None, Value::Null, 200, 303),
        (Own, "POST /users/api/gold_plan_change_requests", None, json!({}), 200, 403),
        (Own, "PATCH /users/profile/gold_user_profile", None, blank_profile, 200, 403),
        (Bound, "GET /gold", None, Value::Null, 200, 404),
        (Bound, "POST /users/gold/subscriptions/confirm", None, done, 200, 404),
        (Bound, "DELETE /users/profile/gold_subscriptions", Some(query.as_str()), reason.clone(), 200, 404),
        (Own, "POST /users/gold/subscriptions", None, json!({}), 200, 403),
    ] {
        diner.add(scope, call, query.as_slice(), body, answers);
        diner.of_member(GOLD, without);
    }
    let leave = "DELETE /users/ohc/subscriptions/{stripe_subscription_id}";
    diner.add(Bound, leave, &[&club.subscription], reason, 200);
    diner.of_member(CLUB, 404);
    diner.lines
}

fn of_accounts(scene: &Scene) -> Vec<MatrixRow> {
    use AccessScope::Own;
    let mut diner = MatrixRows::new(SignInSide::Diner);
    let favourite = json!({ "restaurant_slug": scene.restaurant.slug });
    let password = tests::PASSWORD;
    let card = json!({ "payment_method_id": scene.card_method, "current_password": password });
    let number = json!({ "phone_verification_uuid": scene.call_proof, "current_password": password });
    let factor = json!({ "user_security_setting": { "two_factor_with_email_enabled": false }, "current_password": tests::PASSWORD });
    diner.add(Own, "GET /users/customers", &[], Value::Null, 200);
    // Hiding the favourite ends its mails, and the owner's announcements need a reader.
    diner.add(Own, "POST /users/api/customers/hide", &[], favourite.clone(), 200);
    diner.add(Own, "POST /users/api/customers", &[], favourite, 201);
    diner.add(Own, "GET /users/profile", &[], Value::Null, 200);
    let preferences = json!({ "profile": { "dislikes": "セロリ" } });
    diner.add(Own, "PATCH /users/profile", &[], preferences, 200);
    diner.add(Own, "GET /users/profile/export", &[], Value::Null, 200);
    diner.add(Own, "GET /users/profile/deletion", &[], Value::Null, 200);
    diner.add(Own, "DELETE /users/profile", &[], json!({}), 422);
    diner.add(Own, "GET /users/profile/account", &[], Value::Null, 200);
    diner.add(Own, "GET /users/profile/account/email/edit", &[], Value::Null, 200);
    diner.add(Own, "PATCH /users/profile/account/email", &[], json!({ "user": { "email": "none" } }), 422);
    diner.add(Own, "POST /users/profile/proof_code", &[], Value::Null, 422);
    let password = json!({ "user": { "current_password": "Wrong-2026", "password": "Other-2026" } });
    diner.add(Own, "PATCH /users/profile/account/password", &[], password, 422);
    diner.add(Own, "GET /users/interest_tags", &[], Value::Null, 200);
    diner.add(Own, "GET /users/interest_tags/new", &[], Value::Null, 200);
    diner.add(Own, "GET /users/interest_tags/edit", &[], Value::Null, 200);
    diner.add(Own, "POST /users/interest_tags", &[], json!({ "interest_tag_ids": [1] }), 200);
    let preference = json!({ "online_customer": { "show_in_premium_calendar": true } });
    diner.add(AccessScope::Bound, "PATCH /users/api/customers/{id}", &["0"], preference, 404);
    diner.add(Own, "GET /users/profile/account/tel/edit", &[], Value::Null, 200);
    diner.add(Own, "PATCH /users/profile/account/tel", &[], number, 200);
    diner.add(Own, "GET /users/profile/credit_card/edit", &[], Value::Null, 200);
    diner.add(Own, "POST /users/profile/credit_card/setup_intent", &[], json!({}), 200);
    diner.add(Own, "POST /users/profile/credit_card/payment_method", &[], card, 200);
    diner.add(Own, "GET /users/profile/security_settings", &[], Value::Null, 200);
    diner.add(Own, "PATCH /users/profile/security_settings.json", &[], factor, 200);
    let wrong = json!({ "current_password": "Wrong-2026", "password": "Other-2026", "code": "000000", "name": "Key" });
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
    let [Keys { session, passkey }, ..] = &scene.keys;
    let proof = json!({ "current_password": tests::PASSWORD });
    diner.add(AccessScope::Bound, "PATCH /users/profile/security_settings/passkeys/{uid}", &[passkey], name, 200);
    diner.add(AccessScope::Bound, "DELETE /users/profile/security_settings/passkeys/{uid}", &[passkey], proof, 200);
    let call = "DELETE /users/profile/security_settings/sessions/{uid}";
    diner.add(AccessScope::Bound, call, &[session], Value::Null, 200);
    diner.add(Own, "DELETE /users/profile/security_settings/sessions", &[], Value::Null, 200);
    diner.add(Own, "GET /users/after_registrations/pick_restaurants", &[], Value::Null, 200);
    diner.add(Own, "GET /users/after_registrations/after_pickup_restaurants", &[], Value::Null, 200);
    diner.add(Own, "GET /users/after_registrations/confirm_email", &[], Value::Null, 200);
    diner.add(Own, "POST /users/after_registrations/confirm_email", &[], json!({}), 200);
    diner.lines
}

/// Sign-in of the diners' side. A signed-in caller gets a response to that effect; signing out comes last.
fn sign_in(scene: &Scene) -> Vec<MatrixRow> {
    use AccessScope::Entrance;
    let mut sign_in = MatrixRows::new(SignInSide::Anyone);
    let wrong = json!({ "user": { "email": scene.hanako.email, "password": "Wrong-2026" } });
    let forged = json!({ "user": { "reset_password_token": "none", "password": "Other-2026",
        "password_confirmation": "Other-2026" } });
    let call = json!({ "phone_country": "JP", "phone_local_number": "9012340003", "flow_type": "sign_up" });
    let message = json!({ "sms_confirmation": { "phone_country": "JP", "phone_local_number": "9012340004" },
        "recaptcha_token": "human" });
    sign_in.add(Entrance, "POST /phone_verifications", &[], call, 201);
    sign_in.add(Entrance, "POST /sms_confirmations", &[], message, 201);
    sign_in.add(Entrance, "GET /users/sign_in", &[], Value::Null, 303);
    sign_in.add(Entrance, "GET /users/sign_up", &[], Value::Null, 303);
    sign_in.add(Entrance, "POST /users/sign_in", &[], wrong, 422);
    sign_in.add(Entrance, "POST /users", &[], json!({ "user": { "email": scene.hanako.email } }), 422);
    sign_in.add(Entrance, "GET /users/password/new", &[], Value::Null, 200);
    sign_in.add(Entrance, "POST /users/password", &[], json!({ "user": { "email": scene.hanako.email } }), 200);
    sign_in.add(Entrance, "GET /users/password/edit", &["?reset_password_token=none"], Value::Null, 200);
    sign_in.add(Entrance, "PATCH /users/password", &[], forged, 422);
    sign_in.add(Entrance, "GET /users/two_factor_authentication", &[], Value::Null, 401);
    sign_in.add(Entrance, "POST /users/two_factor_authentication/resend", &[], json!({}), 401);
    let code = json!({ "verification_code": "0000" });
    sign_in.add(Entrance, "POST /users/two_factor_authentication/verify", &[], code, 401);
    sign_in.add(Entrance, "POST /users/two_factor_authentication/passkey/options", &[], json!({}), 401);
    sign_in.add(Entrance, "POST /users/two_factor_authentication/passkey", &[], json!({}), 401);
    sign_in.add(Entrance, "DELETE /users/sign_out", &[], Value::Null, 200);
    sign_in.lines
}
