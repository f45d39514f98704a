//! A diner's data in one file, and the end of their account (docs/PRIVACY.md).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{CourseSpec, DAY, PASSWORD, Persona, Reply, RestaurantSpec, SlotSpec, TestApp, VisitSpec, cards};

use super::people::{self, PHONE, form, signed_up, signed_up_from, verify_phone};
use crate::diner::payments::prepaid_restaurant;

const EMAIL: &str = "hanako@seki.test";
const PROFILE: &str = "/users/profile";
const CODE: &str = "/users/profile/proof_code";

async fn delete(visitor: &Persona, proof: &Value) -> Reply {
    visitor.call(Method::DELETE, PROFILE).json(proof).send().await
}

async fn obstacles(visitor: &Persona) -> Vec<String> {
    let page = visitor.get("/users/profile/deletion").await.data();
    let named = page["obstacles"].as_array().cloned().unwrap_or_default();
    assert!(named.iter().all(|one| !one["text"].as_str().unwrap_or_default().is_empty()));
    named.iter().filter_map(|one| one["kind"].as_str().map(str::to_owned)).collect()
}

#[tokio::test]
async fn ones_data_come_in_one_file_without_the_owners_memo() {
    let app = TestApp::with_jobs().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let visitor = signed_up(&app, EMAIL).await;
    visitor.patch(PROFILE, &json!({ "profile": { "allergy_description": "えび", "dislikes": "セロリ" } })).await;
    visitor.post("/users/interest_tags", &json!({ "interest_tag_ids": [1] })).await;
    visitor.post("/users/api/customers", &json!({ "restaurant_slug": restaurant.slug })).await;
    app.execute("UPDATE customer_profiles SET internal_memo = '秘密のメモ', nickname = 'あだ名'").await;
    let kenji = signed_up_from(&app, "kenji@seki.test", "9010000001").await;
    kenji.patch(PROFILE, &json!({ "profile": { "dislikes": "納豆" } })).await;

    let file = visitor.get("/users/profile/export").await;
    file.is(200);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"seki-account.json\"");
    assert_eq!(file.header("cache-control"), "private, no-store");
    let data = file.json();
    assert_eq!((&data["account"]["email"], &data["profile"]["allergy_description"]), (&json!(EMAIL), &json!("えび")));
    assert_eq!(data["profile"]["phone_number"], "+819012345678");
    assert_eq!(data["interest_tags"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["restaurants"][0]["favorited"], true);
    assert_eq!(data["mails"][0]["template"], "email_confirmation");
    for section in [
        "security",
        "consents",
        "reservations",
        "charges",
        "adjustments",
        "cards",
        "raffle_entries",
        "documents",
        "subscriptions",
        "interest_shown",
        "coupons",
        "messages",
        "activity",
    ] {
        assert!(!data[section].is_null(), "{section}");
    }
    for foreign in ["秘密のメモ", "あだ名", "kenji", "納豆", "password", "argon2"] {
        assert!(!file.body.contains(foreign), "{foreign}");
    }
    app.anonymous().get("/users/profile/export").await.is(401);
    for _ in 0..9 {
        visitor.get("/users/profile/export").await;
    }
    visitor.get("/users/profile/export").await.is(429);
    app.end().await;
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_of_the_person() {
    let app = TestApp::with_jobs().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let visitor = signed_up(&app, EMAIL).await;
    app.outside.message_to(EMAIL, 0).await;
    visitor.patch(PROFILE, &json!({ "profile": { "allergy_description": "えび", "dislikes": "セロリ" } })).await;
    visitor.post("/users/interest_tags", &json!({ "interest_tag_ids": [1, 2] })).await;
    visitor.post("/users/api/customers", &json!({ "restaurant_slug": restaurant.slug })).await;
    noted_and_merged(&app).await;
    let elsewhere = app.anonymous();
    elsewhere.sign_in_as_diner(EMAIL, PASSWORD).await;
    app.outside.message_to(EMAIL, 1).await;

    delete(&app.anonymous(), &json!({})).await.is(401);
    assert_eq!(delete(&visitor, &json!({})).await.json()["code"], "proof_missing");
    let wrong = delete(&visitor, &json!({ "current_password": "Wrong-2026" })).await;
    assert_eq!(wrong.is(422).bad_fields(), ["current_password"]);
    assert!(obstacles(&visitor).await.is_empty() && visitor.is_signed_in().await);
    let done = delete(&visitor, &json!({ "current_password": PASSWORD })).await;
    assert_eq!(done.is(200).json()["redirect_to"], "/");
    assert!(!visitor.is_signed_in().await && !elsewhere.is_signed_in().await);
    let mail = app.outside.message_to(EMAIL, 2).await;
    assert_eq!(mail["subject"], "【席】アカウントを削除しました");

    app.anonymous().sign_in_as_diner(EMAIL, PASSWORD).await.is(422);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE email = 'hanako@seki.test'").await, 0);
    assert_eq!(
        app.count("SELECT count(*) FROM profiles WHERE phone_e164 <> '' OR allergy_description IS NOT NULL").await,
        0
    );
    assert_eq!(app.count("SELECT count(*) FROM user_interest_tags").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE favorited OR shop_notification").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM customers").await, 2, "the restaurant's own records stay");
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE internal_memo = '常連'").await, 2);
    let noted =
        "SELECT count(*) FROM customer_profiles WHERE nickname <> '' OR kana <> '' OR phone_e164 IS NOT NULL OR receipt_title <> ''
        OR noted_allergies <> '' OR noted_dislikes <> ''";
    assert_eq!(app.count(noted).await, 0, "what a restaurant noted of the person goes, of merged records, too");
    assert_eq!(app.count("SELECT count(*) FROM customer_tags").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM customer_merges").await, 0);
    let waiting = "SELECT count(*) FROM waiting_list_entries WHERE removed_at IS NULL OR internal_memo <> ''";
    assert_eq!(app.count(waiting).await, 0, "the deleted diner is on no waiting list");
    assert_eq!(app.count("SELECT count(*) FROM phone_verifications WHERE phone_e164 = '+819012345678'").await, 0);
    let left =
        "SELECT count(*) FROM mail_deliveries WHERE recipient = 'hanako@seki.test' AND template <> 'account_deleted'";
    assert_eq!(app.count(left).await, 0);

    // The address and the number are free, for the same person too.
    let again = app.anonymous();
    let uuid = verify_phone(&app, &again, "JP", PHONE, "+819012345678").await;
    again.post("/users", &form(EMAIL, &uuid)).await.is(200);
    assert_eq!(again.get(PROFILE).await.data()["dislikes"], "");
    app.end().await;
}

/// Staff have recorded notes on the diner, and merged a record that they had created earlier into the diner's.
async fn noted_and_merged(app: &TestApp) {
    app.execute(
        "WITH old AS (
             INSERT INTO customers (uid, restaurant_id, type, merged_into_id, created_at)
             SELECT 'old', restaurant_id, 'OfflineCustomer', id, created_at FROM customers RETURNING id, restaurant_id, merged_into_id),
         profile AS (
             INSERT INTO customer_profiles (restaurant_id, customer_id, nickname, phone_local_number, phone_e164, receipt_title)
             SELECT restaurant_id, id, '花ちゃん', '9012345678', '+819012345678', '花子' FROM old)
         INSERT INTO customer_merges (restaurant_id, primary_customer_id, taken, merged_at)
         SELECT restaurant_id, merged_into_id, '{\"noted_allergies\": [\"そば\"]}', '2026-01-01' FROM old",
    )
    .await;
    app.execute(
        "UPDATE customer_profiles SET kana = 'ハナ', noted_allergies = 'そば', noted_dislikes = '納豆', internal_memo = '常連'",
    )
    .await;
    app.execute("INSERT INTO customer_tags SELECT restaurant_id, id, 'wheelchair' FROM customers").await;
    app.execute(
        "INSERT INTO waiting_list_entries (restaurant_id, uid, customer_id, date, starts_from, starts_till, guests_count,
             waits_until, internal_memo, created_at)
         SELECT restaurant_id, 'waits ' || id, id, '2099-01-01', '2099-01-01', '2099-01-01', 2, '2099-01-01', '窓側', created_at
         FROM customers",
    )
    .await;
}

/// Staff recorded a visit before the diner had an account. The record had taken over another one's notes, and is merged into the diner's.
#[tokio::test]
async fn deletion_erases_texts_of_merged_records() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    app.customer_of(&restaurant, &hanako).await;
    let recorded = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await;
    assert!(recorded.status < 300, "{}", recorded.body);
    app.execute(
        "INSERT INTO customer_merges (restaurant_id, primary_customer_id, taken, merged_at)
         SELECT restaurant_id, id, '{\"noted_allergies\": [\"そば\"]}', created_at FROM customers WHERE user_id IS NULL",
    )
    .await;
    app.execute(
        "UPDATE customers SET merged_into_id = (SELECT id FROM customers WHERE user_id IS NOT NULL) WHERE user_id IS NULL",
    )
    .await;
    app.execute(
        "UPDATE reservations SET special_request = '杖を使います', customer_id = (SELECT id FROM customers WHERE user_id IS NOT NULL)",
    )
    .await;
    app.execute(
        "INSERT INTO mail_deliveries (uid, template, locale, recipient, reservation_id, context, created_at, sent_at)
         SELECT 'previous', 'invitation', 'ja', 'ito@guest.test', id, '{}', created_at, created_at FROM reservations",
    )
    .await;
    app.execute(
        "INSERT INTO sms_deliveries (uid, template, locale, phone_e164, reservation_id, created_at, sent_at)
         SELECT 'previous', 'invitation', 'ja', '+819099999999', id, created_at, created_at FROM reservations",
    )
    .await;
    assert_eq!(obstacles(&hanako).await, ["bookings"], "staff expect the guest");
    app.advance(8 * DAY);
    let hanako = app.back(&hanako).await;
    delete(&hanako, &json!({ "current_password": PASSWORD })).await.is(200);
    let left = "SELECT (SELECT count(*) FROM customer_merges) + (SELECT count(*) FROM reservations WHERE special_request <> '')
        + (SELECT count(*) FROM mail_deliveries WHERE recipient = 'ito@guest.test')
        + (SELECT count(*) FROM sms_deliveries WHERE phone_e164 <> '')";
    assert_eq!(app.count(left).await, 0);
    app.end().await;
}

/// A message from before the number was confirmed belongs to its previous holder.
#[tokio::test]
async fn message_to_previous_holder_of_number_is_neither_exported_nor_erased() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    app.execute(
        "INSERT INTO sms_deliveries (uid, template, locale, phone_e164, created_at, sent_at)
         SELECT uid, 'invitation', 'ja', phone_e164, phone_confirmed_at + shift, phone_confirmed_at + shift
         FROM profiles, (VALUES ('theirs', interval '-1 day'), ('own', interval '1 minute')) AS sent (uid, shift)",
    )
    .await;
    let data = visitor.get("/users/profile/export").await.is(200).json();
    assert_eq!(data["messages"].as_array().map(Vec::len), Some(1), "{data}");
    delete(&visitor, &json!({ "current_password": PASSWORD })).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM sms_deliveries WHERE uid = 'theirs' AND phone_e164 <> ''").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM sms_deliveries WHERE uid = 'own' AND phone_e164 = ''").await, 1);
    app.end().await;
}

#[tokio::test]
async fn account_in_use_is_not_deleted() {
    let app = TestApp::with_jobs().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    assert_eq!(obstacles(&hanako).await, ["holds"]);
    hanako.confirm(&restaurant, &uid).await.is(200);
    assert_eq!(obstacles(&hanako).await, ["bookings"]);
    app.execute("UPDATE users SET premium_grade = 'green'").await;
    assert_eq!(obstacles(&hanako).await, ["bookings", "subscriptions"]);
    let proof = json!({ "current_password": PASSWORD });
    let refused = delete(&hanako, &proof).await;
    let problem = refused.refused(409, "account_in_use");
    assert_eq!(problem["fields"].as_object().map(serde_json::Map::len), Some(2), "{problem}");
    assert_eq!(app.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await, 0);
    assert_eq!(hanako.get(PROFILE).await.status, 200, "nothing was changed");
    app.execute("UPDATE users SET premium_grade = NULL").await;
    hanako.cancel(&uid).await.is(204);
    assert!(obstacles(&hanako).await.is_empty());
    app.end().await;
}

/// A bank's inquiry needs the account as evidence, and a manual refund needs its card.
#[tokio::test]
async fn inquiry_and_requested_refund_keep_the_account() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    app.advance(8 * DAY);
    let hanako = app.back(&hanako).await;
    assert!(obstacles(&hanako).await.is_empty());
    let course = app.intents(&hanako).await.pop().expect("a payment").id;
    let inquiry = app.outside.dispute(&course, &[("inquiry", "true")]).await;
    app.drain_jobs().await;
    assert_eq!(obstacles(&hanako).await, ["fees"]);
    app.outside.decide(&inquiry, true).await;
    app.drain_jobs().await;
    assert!(obstacles(&hanako).await.is_empty());

    app.admin_with_password(&["refunds"]).await;
    app.execute(
        "INSERT INTO payment_adjustments (uid, restaurant_id, kind, charge_id, reservation_id, user_id, amount, borne_by, reason, status,
             needs_approval, requested_by, idempotency_key, created_at)
         SELECT 'adjustment', c.restaurant_id, 'refund', c.id, c.reservation_id, c.user_id, 24000, 'operator', '提供の遅れ',
                'awaiting_approval', true, a.id, '0000-0000-0000-0001', c.created_at
         FROM charges c CROSS JOIN admin_users a WHERE c.kind = 'prepaid_course'",
    )
    .await;
    assert_eq!(obstacles(&hanako).await, ["fees"]);
    let proof = json!({ "current_password": PASSWORD });
    delete(&hanako, &proof).await.refused(409, "account_in_use");
    app.execute(
        "UPDATE payment_adjustments SET status = 'withdrawn', decided_by = requested_by, decided_at = created_at",
    )
    .await;
    assert!(obstacles(&hanako).await.is_empty());
    app.end().await;
}

/// The personal data of a diner who visited and paid is erased; bookings and payments remain in the books of the restaurant and of the
/// operator.
#[tokio::test]
async fn deletion_keeps_bookkeeping_without_personal_data() {
    let app = TestApp::with_jobs().await;
    let course = CourseSpec { price: 24_000, is_prepaid: true, ..CourseSpec::default() };
    let spec = RestaurantSpec { courses: vec![course], fee: 500, ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.advance(30 * DAY);
    let hanako = app.back(&hanako).await;
    let data = hanako.get("/users/profile/export").await.is(200).json();
    assert_eq!(
        (data["reservations"].as_array().map(Vec::len), &data["reservations"][0]["guests_count"]),
        (Some(1), &json!(2))
    );
    assert!(data["charges"].as_array().is_some_and(|charges| !charges.is_empty()), "{data}");
    // A worker books the earnings of a visit at any later time; that moves no money.
    let books = "SELECT (SELECT sum(amount) FROM charges WHERE status = 'succeeded')::bigint * 1000000
        + (SELECT sum(amount) FROM ledger_transfers WHERE kind <> 'course_earned')::bigint * 10
        + (SELECT count(*) FROM reservations WHERE status = 'accepted')";
    let before = app.count(books).await;
    let proof = json!({ "current_password": PASSWORD });
    delete(&hanako, &proof).await.is(200);
    assert_eq!(app.count(books).await, before);
    let of_person = "SELECT count(*) FROM users u JOIN profiles p ON p.user_id = u.id
        WHERE u.email = 'hanako@seki.test' OR p.kana_last <> '' OR coalesce(p.phone_e164, '') <> ''";
    assert_eq!(app.count(of_person).await, 0);
    let owner = app.owner(&restaurant).await;
    let listed = owner.get("/owners/reservations").await.data();
    assert_eq!(
        (&listed["reservations"][0]["uid"], &listed["reservations"][0]["guests_count"]),
        (&json!(uid), &json!(2))
    );
    app.end().await;
}

/// A diner without a password confirms with a mailed code, which is valid once and for a limited time. With a password, no code is
/// accepted.
#[tokio::test]
async fn mailed_code_confirms_identity() {
    let app = TestApp::with_jobs().await;
    let hanako = app.diner("hanako").await;
    hanako.post(CODE, &Value::Null).await.refused(422, "proof_missing");
    delete(&hanako, &json!({ "mailed_code": "0000" })).await.refused(422, "proof_missing");
    app.execute("UPDATE users SET password_hash = NULL, provider = 'apple', provider_uid = 'apple-1'").await;
    delete(&hanako, &json!({ "mailed_code": "0000" })).await.refused(422, "proof_code_spent");
    let code = mailed_code(&app, &hanako, 0).await;
    let wrong = if code == "0000" { "1111" } else { "0000" };
    assert_eq!(delete(&hanako, &json!({ "mailed_code": wrong })).await.bad_fields(), ["mailed_code"]);
    app.advance(10 * 60);
    delete(&hanako, &json!({ "mailed_code": code })).await.is(422);
    let fresh = mailed_code(&app, &hanako, 1).await;
    delete(&hanako, &json!({ "mailed_code": fresh })).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await, 1);
    app.end().await;
}

/// Asks for a code, and waits for it after `seen` of them.
async fn mailed_code(app: &TestApp, diner: &Persona, seen: usize) -> String {
    diner.post(CODE, &Value::Null).await.is(200);
    people::mailed_code(app, &diner.email, seen).await
}
