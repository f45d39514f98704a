//! Staff store the contact of a guest whom they entered (gaps G295).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, RestaurantSpec, TestApp};

use super::{create_customer, text};

fn contact_of(customer: &Value) -> String {
    format!("/owners/api/customers/{}/contact", text(&customer["uid"]))
}

#[tokio::test]
async fn guest_becomes_reachable_by_text_message_and_mail() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let guest = create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09012345678" })).await;
    let path = contact_of(&guest);
    let by_text = owner.put(&path, &json!({ "allow_send_ivr_sms": true })).await.is(200).json();
    assert_eq!(
        (&by_text["type"], &by_text["uid"], &by_text["message"]),
        (&json!("InvitedCustomer"), &guest["uid"], &json!("連絡先を登録しました。"))
    );
    let by_both = owner.put(&path, &json!({ "invitation_email": "ito@example.jp" })).await.is(200).json();
    assert_eq!(by_both["invitation_email"], "ito@example.jp");
    let texts = app.count("SELECT count(*) FROM customers WHERE allow_send_ivr_sms AND invitation_email IS NOT NULL");
    assert_eq!(texts.await, 1, "an absent field stays");
    let landline = json!({ "phone_local_number": "0312345678" });
    owner.put(&path, &landline).await.is(200);
    assert_eq!(
        owner.get(&format!("/owners/customers/{}", text(&guest["uid"]))).await.data()["customer"]["display_phone_number"],
        "0312345678"
    );
    let neither = owner.put(&path, &json!({ "invitation_email": "", "allow_send_ivr_sms": false })).await;
    neither.refused(422, "invalid_input");
    assert_eq!(neither.bad_fields(), ["invitation_email"]);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'customer.contact_set'").await, 3);
    app.end().await;
}

#[tokio::test]
async fn contact_that_reaches_no_guest_or_belongs_to_another_is_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let guest = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    create_customer(&owner, json!({ "nickname": "佐藤", "phone_local_number": "09012345678" })).await;
    let invited = json!({ "nickname": "Ann", "type": "InvitedCustomer", "invitation_email": "ann@example.com" });
    create_customer(&owner, invited).await;
    let path = contact_of(&guest);
    for (body, field) in [
        (json!({ "allow_send_ivr_sms": true }), "phone_local_number"),
        (json!({ "allow_send_ivr_sms": true, "phone_local_number": "0312345678" }), "phone_local_number"),
        (json!({ "allow_send_ivr_sms": true, "phone_local_number": "12" }), "phone_local_number"),
        (json!({ "phone_local_number": "08011112222" }), "invitation_email"),
        (json!({ "invitation_email": "nobody" }), "invitation_email"),
        (json!({ "invitation_email": "" }), "invitation_email"),
    ] {
        let reply = owner.put(&path, &body).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [field], "{body}");
    }
    for body in [json!({}), json!({ "email": "a@example.jp" })] {
        owner.put(&path, &body).await.refused(422, "no_known_field");
    }
    let taken = json!({ "allow_send_ivr_sms": true, "phone_local_number": "09012345678" });
    let problem = owner.put(&path, &taken).await.refused(409, "customer_known");
    assert!(text(&problem["error_message"]).starts_with("佐藤様"), "{problem}");
    owner.put(&path, &json!({ "invitation_email": "ann@example.com" })).await.refused(409, "customer_known");
    let mail = json!({ "invitation_email": "ito@example.jp" });
    neighbour.put(&path, &mail).await.refused(404, "not_found");
    app.anonymous().put(&path, &mail).await.refused(401, "sign_in_required");
    owner.call(Method::PUT, &path).csrf(Csrf::None).json(&mail).send().await.refused(422, "csrf");
    let hanako = app.diner("hanako").await;
    let diner = app.customer_of(&restaurant, &hanako).await;
    let reply = owner.put(&format!("/owners/api/customers/{diner}/contact"), &mail).await;
    assert_eq!(reply.is(422).bad_fields(), ["type"], "diners have a contact of their own");
    app.execute("INSERT INTO restaurant_feature_availabilities (restaurant_id, allow_email_invitation) SELECT id, false FROM restaurants").await;
    let reply = owner.put(&path, &mail).await;
    assert_eq!(reply.is(422).bad_fields(), ["invitation_email"], "the restaurant invites nobody by mail");
    let kinds = app.count("SELECT count(*) FROM customers WHERE type = 'OfflineCustomer' AND invitation_email IS NULL");
    assert_eq!(kinds.await, 2, "both stay as they were");
    app.execute("UPDATE restaurant_owners SET role = 'read_only'").await;
    owner.put(&path, &mail).await.refused(403, "right_missing");
    app.end().await;
}
