//! Invitations as staff send and withdraw them (F132 to F136).

use serde_json::{Value, json};
use tests::{
    DAY, GuestSpec, INVITED_RESERVATIONS, OFFLINE_RESERVATIONS, Options, Persona, RestaurantSpec, SlotSpec, TestApp,
    VisitSpec,
};

const EMAIL: &str = "guest@example.jp";
const BY_MAIL: GuestSpec =
    GuestSpec { kind: "InvitedCustomer", nickname: "高橋", email: Some(EMAIL), phone: "", takes_sms: false };
const BY_SMS: GuestSpec = GuestSpec { email: None, phone: "9011112222", takes_sms: true, ..BY_MAIL };

fn text(message: &Value) -> &str {
    message["text"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn an_address_gets_thirty_invitations_of_a_restaurant_in_a_day() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let mut form = app.visit(&restaurant, &VisitSpec::default()).await;
    form["invited_customer_uid"] = app.guest(&restaurant, BY_MAIL).await.into();
    for _ in 0..30 {
        let invited = owner.post(INVITED_RESERVATIONS, &form).await.uid();
        owner.delete(&format!("{INVITED_RESERVATIONS}/{invited}")).await.is(200);
    }
    let before = app.state().await;
    owner.post(INVITED_RESERVATIONS, &form).await.refused(429, "too_many_requests");
    assert_eq!(app.state().await, before);
    app.advance(DAY);
    owner.post(INVITED_RESERVATIONS, &form).await.uid();
    app.end().await;
}

/// F133
#[tokio::test]
async fn a_mail_with_a_link_goes_out_once() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let reply = owner.invite(&app, &restaurant, &VisitSpec::default(), BY_MAIL).await;
    let uid = reply.uid();
    assert_eq!(reply.json()["invite_type"], "emailInvited");
    app.drain_jobs().await;
    let mails = app.outside.inbox(EMAIL).await;
    assert_eq!(mails.len(), 1);
    let link = format!("/users/invited_reservations/{uid}?invited_token=");
    for expected in ["試し鮨", "2026年12月08日", "18:00", "2名様", "おまかせ", "高橋", &link] {
        assert!(text(&mails[0]).contains(expected), "{expected}: {}", text(&mails[0]));
    }
    assert!(!text(&mails[0]).contains("窓側"), "the memo is the restaurant's own");
    let (_, sent) = text(&mails[0]).split_once(&link).expect("a link");
    let token: String = sent.chars().take_while(|letter| !letter.is_whitespace()).collect();
    let page = app.anonymous().get(&format!("{link}{token}")).await.data();
    let deadline = (&page["invitation"]["deadline"], &page["invitation"]["deadline_at"]);
    assert_eq!(deadline, (&json!("2026年12月08日 18:00"), &json!("2026-12-08T18:00:00+09:00")));
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!(
        (&detail["type"], &detail["shown_status"], &detail["status_label"]),
        (&json!("invited_temporary_reservation"), &json!("email_inviting"), &json!("新規メール招待中"))
    );
    assert!(detail["invite_sent_at"].is_string() && detail["invitation_email"] == EMAIL, "{detail}");
    let invite = detail["invite_uid"].as_str().expect("a uid");
    assert_eq!(owner.get(&format!("/owners/api/reservation_invites/{invite}")).await.data()["uid"], uid);
    app.end().await;
}

/// F133
#[tokio::test]
async fn a_text_message_with_a_link_goes_out_once() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let reply = owner.invite(&app, &restaurant, &VisitSpec::default(), BY_SMS).await;
    assert_eq!(reply.is(201).json()["invite_type"], "smsInvited");
    app.drain_jobs().await;
    app.drain_jobs().await;
    let messages = app.outside.inbox("+819011112222").await;
    assert_eq!(messages.len(), 1);
    assert!(text(&messages[0]).contains("invited_token=") && text(&messages[0]).contains("試し鮨"), "{messages:?}");
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &reply.uid()).await;
    assert_eq!(detail["shown_status"], "sms_inviting");
    app.end().await;
}

#[tokio::test]
async fn restaurant_sms_is_limited_by_ceiling_and_country() {
    let settings = &[("SMS_PER_RESTAURANT", "1/1"), ("SMS_COUNTRIES", "JP")];
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let visit = |days: i64| VisitSpec { days, ..VisitSpec::default() };
    owner.invite(&app, &restaurant, &visit(7), BY_SMS).await.is(201);
    let another = GuestSpec { phone: "9011112223", ..BY_SMS };
    let refused = owner.invite(&app, &restaurant, &visit(8), another).await.refused(429, "too_many_requests");
    assert_eq!(refused["message"], "リクエストが多すぎます。24時間後にもう一度お試しください。");
    owner.invite(&app, &restaurant, &visit(8), BY_MAIL).await.is(201);
    app.execute(
        "UPDATE customer_profiles SET phone_country = 'US', phone_local_number = '4155552671', phone_e164 = '+14155552671'
         WHERE phone_local_number = '9011112223'",
    )
    .await;
    let uid: String = sqlx::query_scalar(
        "SELECT c.uid FROM customers c JOIN customer_profiles p ON p.customer_id = c.id WHERE p.phone_country = 'US'",
    )
    .fetch_one(&app.pool)
    .await
    .expect("the guest");
    let mut form = app.visit(&restaurant, &visit(9)).await;
    form["invited_customer_uid"] = json!(uid);
    owner.post(INVITED_RESERVATIONS, &form).await.refused(400, "sms_country_not_served");
    assert_eq!(app.count("SELECT count(*) FROM sms_deliveries").await, 1);
    app.end().await;
}

/// The message of a withdrawal counts, too: inviting and withdrawing does not raise the limit.
#[tokio::test]
async fn withdrawal_sms_counts_and_is_skipped_past_ceiling() {
    let settings = &[("SMS_PER_RESTAURANT", "3/3")];
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let sent = "SELECT count(*) FROM sms_deliveries WHERE sent_at IS NOT NULL";
    for (days, phone, messages) in [(7, "9011112222", 2), (8, "9011112223", 3)] {
        let visit = VisitSpec { days, ..VisitSpec::default() };
        let invited = owner.invite(&app, &restaurant, &visit, GuestSpec { phone, ..BY_SMS }).await.uid();
        app.drain_jobs().await;
        owner.delete(&format!("{INVITED_RESERVATIONS}/{invited}")).await.is(200);
        app.drain_jobs().await;
        assert_eq!(app.count(sent).await, messages);
        assert_eq!(owner.reservation_detail(INVITED_RESERVATIONS, &invited).await["status"], "owner_delete");
    }
    let third = GuestSpec { phone: "9011112224", ..BY_SMS };
    let visit = VisitSpec { days: 9, ..VisitSpec::default() };
    owner.invite(&app, &restaurant, &visit, third).await.refused(429, "too_many_requests");
    app.end().await;
}

#[tokio::test]
async fn unreachable_guests_and_past_visits_are_not_invited() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let spec = VisitSpec::default();
    owner.invite(&app, &restaurant, &spec, GuestSpec::default()).await.refused(400, "customer_unreachable");
    let silent = GuestSpec { takes_sms: false, ..BY_SMS };
    owner.invite(&app, &restaurant, &spec, silent).await.refused(400, "customer_unreachable");
    let past = VisitSpec { days: -1, ..spec.clone() };
    owner.invite(&app, &restaurant, &past, BY_MAIL).await.refused(400, "invitation_past");
    sqlx::query(
        "INSERT INTO restaurant_feature_availabilities (restaurant_id, allow_email_invitation) VALUES ($1, false)",
    )
    .bind(restaurant.id.0)
    .execute(&app.pool)
    .await
    .unwrap();
    let other = GuestSpec { email: Some("other@example.jp"), ..BY_MAIL };
    owner.invite(&app, &restaurant, &spec, other).await.refused(400, "email_invitation_off");
    owner.record_visit(&app, &restaurant, &spec).await.is(201);
    let third = GuestSpec { phone: "9033334444", ..BY_SMS };
    owner.invite(&app, &restaurant, &spec, third).await.refused(400, "seat_taken");
    app.anonymous().post(INVITED_RESERVATIONS, &json!({})).await.refused(401, "sign_in_required");
    assert_eq!(app.count("SELECT count(*) FROM reservation_invites").await, 0);
    app.end().await;
}

/// F135
#[tokio::test]
async fn a_withdrawn_invitation_frees_its_seats_but_not_for_the_web() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = owner.invite(&app, &restaurant, &VisitSpec::default(), BY_MAIL).await.uid();
    let path = format!("{INVITED_RESERVATIONS}/{uid}");
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&foreign).await.delete(&path).await.refused(404, "not_found");
    assert_eq!(owner.delete(&path).await.is(200).json()["status"], 204);
    owner.delete(&path).await.refused(400, "reservation_ended");
    app.drain_jobs().await;
    assert!(app.outside.inbox(EMAIL).await.is_empty(), "what is withdrawn is not sent any more");
    app.caches_follow().await;
    let hanako = app.diner("hanako").await;
    assert_eq!(hanako.guests_options(&restaurant, &slot).await, [1, 2], "two of four seats stay off the web");
    owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.is(201);
    app.end().await;
}

#[tokio::test]
async fn withdrawal_is_sent_to_notified_guest() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let visit_at = |item: usize| VisitSpec { items: vec![item], guests: 1, ..VisitSpec::default() };
    let by_mail = owner.invite(&app, &restaurant, &visit_at(0), BY_MAIL).await.uid();
    let english = GuestSpec { nickname: "Emma", email: None, phone: "9011112222", takes_sms: true, ..BY_MAIL };
    let by_sms = owner.invite(&app, &restaurant, &visit_at(1), english).await.uid();
    let hanako = app.diner("hanako").await;
    app.execute("UPDATE profiles SET locale = 'en'").await;
    let of_diner = owner.invite_diner(&app, &restaurant, &visit_at(2), &hanako).await;
    app.drain_jobs().await;
    app.drain_jobs().await;
    for uid in [&by_mail, &by_sms, &of_diner] {
        owner.delete(&format!("{INVITED_RESERVATIONS}/{uid}")).await.is(200);
    }
    app.drain_jobs().await;
    app.drain_jobs().await;
    let cases = [
        (EMAIL, vec!["取り消されました", "試し鮨", "2026年12月08日", "18:00", "1名様"]),
        ("+819011112222", vec!["取り消されました", "試し鮨", "18:00"]),
        ("hanako@seki.test", vec!["has withdrawn", "18:00", "Nothing is charged"]),
    ];
    for (address, expected) in cases {
        let messages = app.outside.inbox(address).await;
        assert_eq!(messages.len(), 2, "{address}: {messages:?}");
        for word in expected {
            assert!(text(&messages[0]).contains(word), "{word}: {}", text(&messages[0]));
        }
        assert!(!text(&messages[0]).contains("invited_token") && !text(&messages[0]).contains("窓側"), "{messages:?}");
    }
    app.end().await;
}

/// F134
#[tokio::test]
async fn invitation_expires_at_deadline_with_notification() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let mut visit = app.visit(&restaurant, &VisitSpec::default()).await;
    visit["invited_customer_uid"] = app.guest(&restaurant, BY_MAIL).await.into();
    visit["can_ivr_expire_by_default"] = true.into();
    let uid = owner.post(INVITED_RESERVATIONS, &visit).await.uid();
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!(detail["expired_at"], format!("{}T18:00:00+09:00", app.day(4)), "72 hours before");
    let near = VisitSpec { days: 2, ..VisitSpec::default() };
    let mut soon = app.visit(&restaurant, &near).await;
    soon["invited_customer_uid"] =
        app.guest(&restaurant, GuestSpec { email: Some("b@example.jp"), ..BY_MAIL }).await.into();
    soon["can_ivr_expire_by_default"] = true.into();
    let soon = owner.post(INVITED_RESERVATIONS, &soon).await.uid();
    let soon = owner.reservation_detail(INVITED_RESERVATIONS, &soon).await;
    assert_eq!(soon["expired_at"], soon["starts_at"], "not offered within 72 hours");
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'new_ivr'").await, 2);
    let own = "SELECT count(*) FROM notification_confirmations";
    assert_eq!(app.count(own).await, 2, "who invites knows of it");
    app.advance(5 * DAY);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM notifications WHERE reason = 'ivr_close'", 2).await;
    worker.stop().await;
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!((&detail["status"], &detail["shown_status"]), (&json!("expired"), &json!("expired")));
    app.end().await;
}

/// F136
#[tokio::test]
async fn notes_and_groups_are_changed_and_stay_within_the_restaurant() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let hanako = app.diner("hanako").await;
    let invited = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    let path = format!("{INVITED_RESERVATIONS}/{invited}");
    let fields = json!({
        "internal_memo": "個室希望",
        "customer_attributes": { "customer_group_id": group.to_string(), "profile_attributes": { "internal_memo": "辛口好き" } },
    });
    let detail = owner.put(&path, &json!({ "invited_reservation": fields })).await.data();
    assert_eq!(
        (&detail["internal_memo"], &detail["customer_internal_memo"], &detail["customer_group_label"]),
        (&json!("個室希望"), &json!("辛口好き"), &json!("常連"))
    );
    let out = json!({ "invited_reservation": { "customer_attributes": { "customer_group_id": null } } });
    let detail = owner.put(&path, &out).await.data();
    assert_eq!((&detail["customer_group_id"], &detail["internal_memo"]), (&Value::Null, &json!("個室希望")));
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let theirs = app.customer_group(&foreign, "他店", false).await;
    for choice in [json!(theirs), json!(999_999), json!("x")] {
        let body = json!({ "invited_reservation": { "customer_attributes": { "customer_group_id": choice } } });
        owner.put(&path, &body).await.refused(422, "invalid_input");
    }
    let elsewhere = app.owner(&foreign).await;
    for call in ["invited", "online", "offsite"] {
        let path = format!("/owners/api/{call}_reservations/{invited}");
        let memo = json!({ (format!("{call}_reservation")): { "internal_memo": "" } });
        elsewhere.put(&path, &memo).await.refused(404, "not_found");
        app.anonymous().put(&path, &json!({})).await.refused(401, "sign_in_required");
    }
    let memo = json!({ "online_reservation": { "internal_memo": "" } });
    owner.put(&format!("/owners/api/online_reservations/{invited}"), &memo).await.refused(404, "not_found");
    app.end().await;
}

/// F136, F140, F166
#[tokio::test]
async fn memos_of_online_and_off_site_reservations_are_kept_from_diners() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let booked = hanako.book(&restaurant, &slot, 1).await;
    let path = format!("/owners/api/online_reservations/{booked}");
    let fields = json!({ "internal_memo": "ひみつのメモ", "customer_attributes": { "profile_attributes": { "internal_memo": "ひみつの客" } } });
    owner.put(&path, &json!({ "online_reservation": fields })).await.is(200);
    let body = hanako.get(&format!("/users/reservations/{booked}")).await.is(200).body.clone();
    assert!(!body.contains("ひみつ"), "{body}");
    let offsite = owner
        .record_visit(&app, &restaurant, &VisitSpec { items: vec![2], guests: 1, ..VisitSpec::default() })
        .await
        .uid();
    sqlx::query("UPDATE reservations SET type = 'offsite_reservation' WHERE uid = $1")
        .bind(&offsite)
        .execute(&app.pool)
        .await
        .unwrap();
    for key in ["offline_reservation", "offsite_reservation"] {
        let path = format!("/owners/api/offsite_reservations/{offsite}");
        let reply = owner.put(&path, &json!({ key: { "internal_memo": key } })).await;
        assert_eq!(reply.data()["internal_memo"], key);
    }
    app.end().await;
}

/// Returns what staff see of an invitation: the detail, its row in the list, and the number of notifications that it was not delivered.
async fn undelivered(app: &TestApp, owner: &Persona, uid: &str) -> (bool, bool, i64) {
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, uid).await;
    let list = owner.get("/owners/reservations").await.data();
    let rows = list["reservations"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["uid"] == uid).expect("the invitation");
    let notified = app.count("SELECT count(*) FROM notifications WHERE reason = 'ivr_undelivered'").await;
    (detail["invite_undelivered_at"].is_string(), row["is_invite_undelivered"] == true, notified)
}

/// The mail server or the phone provider rejects the recipient: staff are notified while the seats are still reserved.
#[tokio::test]
async fn rejected_invitation_is_shown_and_notified_once() {
    for guest in [
        GuestSpec { email: Some("unknown-mailbox@example.jp"), ..BY_MAIL },
        GuestSpec { phone: "9099990001", ..BY_SMS },
    ] {
        let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
        let uid = owner.invite(&app, &restaurant, &VisitSpec::default(), guest).await.uid();
        assert_eq!(undelivered(&app, &owner, &uid).await, (false, false, 0));
        for _ in 0..3 {
            app.drain_jobs().await;
        }
        assert_eq!(undelivered(&app, &owner, &uid).await, (true, true, 1));
        let bell = owner.get("/owners/api/notifications?type=edit_or_cancel").await.is(200).json();
        assert!(bell.to_string().contains("ivr_undelivered"), "{bell}");
        owner.delete(&format!("{INVITED_RESERVATIONS}/{uid}")).await.is(200);
        assert_eq!(undelivered(&app, &owner, &uid).await, (false, false, 1), "nothing is open any more");
        app.end().await;
    }
}

/// The phone provider accepts the message, and reports later that the guest did not receive it.
#[tokio::test]
async fn text_message_that_the_provider_reports_as_undelivered_is_shown() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let spec = GuestSpec { phone: "9099990002", ..BY_SMS };
    let uid = owner.invite(&app, &restaurant, &VisitSpec::default(), spec).await.uid();
    let good = VisitSpec { days: 8, ..VisitSpec::default() };
    let arrived = owner.invite(&app, &restaurant, &good, BY_SMS).await.uid();
    app.drain_jobs().await;
    assert_eq!(undelivered(&app, &owner, &uid).await, (false, false, 0), "sent");
    app.advance(60);
    app.drain_jobs().await;
    assert_eq!(undelivered(&app, &owner, &uid).await, (true, true, 1));
    assert_eq!(undelivered(&app, &owner, &arrived).await, (false, false, 1));
    assert_eq!(app.count("SELECT count(*) FROM sms_deliveries WHERE delivered_at IS NOT NULL").await, 1);
    app.end().await;
}

/// The area of the first message fails: the report about the second one is processed, and the first one is checked again.
#[tokio::test]
async fn failing_report_does_not_hide_later_ones() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let spec = GuestSpec { kind: "InvitedCustomer", phone: "9099990002", ..BY_SMS };
    let guest = app.guest(&restaurant, spec).await;
    let mut uids = Vec::new();
    for days in [7, 8] {
        let mut visit = app.visit(&restaurant, &VisitSpec { days, ..VisitSpec::default() }).await;
        visit["invited_customer_uid"] = guest.clone().into();
        uids.push(owner.post(INVITED_RESERVATIONS, &visit).await.uid());
    }
    app.drain_jobs().await;
    app.execute(
        "CREATE FUNCTION refuse_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF NEW.id = (SELECT min(id) FROM sms_deliveries) THEN RAISE EXCEPTION 'refused'; END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER refuse_first BEFORE UPDATE OF failed_at ON sms_deliveries FOR EACH ROW EXECUTE FUNCTION refuse_first()",
    )
    .await;
    app.advance(60);
    app.drain_jobs().await;
    assert_eq!(undelivered(&app, &owner, &uids[0]).await, (false, false, 1));
    assert_eq!(undelivered(&app, &owner, &uids[1]).await, (true, true, 1));
    app.execute("DROP TRIGGER refuse_first ON sms_deliveries").await;
    app.drain_jobs().await;
    assert_eq!(undelivered(&app, &owner, &uids[0]).await, (false, false, 1), "checked a moment ago");
    app.advance(120);
    app.drain_jobs().await;
    assert_eq!(undelivered(&app, &owner, &uids[0]).await, (true, true, 2));
    app.end().await;
}

/// An operator corrects the cause, and replays the job.
#[tokio::test]
async fn replayed_invitation_counts_as_delivered() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let guest = GuestSpec { email: Some("unknown-mailbox@example.jp"), ..BY_MAIL };
    let uid = owner.invite(&app, &restaurant, &VisitSpec::default(), guest).await.uid();
    app.drain_jobs().await;
    app.drain_jobs().await;
    assert_eq!(undelivered(&app, &owner, &uid).await, (true, true, 1));
    app.execute(
        "UPDATE mail_deliveries SET recipient = 'guest@example.jp' WHERE template = 'invitation';
         UPDATE apalis.jobs SET status = 'Pending', attempts = 0, run_at = now() - interval '1 second', lock_by = NULL
         WHERE status = 'Killed'",
    )
    .await;
    app.drain_jobs().await;
    assert_eq!(undelivered(&app, &owner, &uid).await, (false, false, 1));
    app.end().await;
}

#[tokio::test]
async fn landline_is_invited_by_mail_or_not_at_all() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let landline = GuestSpec { phone: "312345678", ..BY_SMS };
    owner.invite(&app, &restaurant, &VisitSpec::default(), landline).await.refused(422, "sms_number_no_texts_staff");
    let with_mail = GuestSpec { email: Some(EMAIL), ..landline };
    let reply = owner.invite(&app, &restaurant, &VisitSpec::default(), with_mail).await;
    assert_eq!(reply.is(201).json()["invite_type"], "emailInvited");
    assert_eq!(app.count("SELECT count(*) FROM sms_deliveries").await, 0);
    app.end().await;
}

/// A lost response: the client cannot know whether the invitation was sent, and sends it again with its key.
#[tokio::test]
async fn repeated_invitation_with_its_key_is_sent_once() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let mut form = app.visit(&restaurant, &VisitSpec::default()).await;
    form["invited_customer_uid"] = app.guest(&restaurant, BY_MAIL).await.into();
    form["idempotency_key"] = json!("3f2b8c1e-7a44-4d0a-9d57-1f0f8f6f2c11");
    let first = owner.post(INVITED_RESERVATIONS, &form).await.is(201).json();
    assert_eq!(owner.post(INVITED_RESERVATIONS, &form).await.is(201).json(), first);
    let mut reseated = form.clone();
    reseated["internal_memo"] = json!("別の席");
    owner.post(INVITED_RESERVATIONS, &reseated).await.refused(422, "booking_already_saved");
    owner.post(OFFLINE_RESERVATIONS, &form).await.refused(422, "booking_already_saved");
    app.drain_jobs().await;
    assert_eq!(app.outside.inbox(EMAIL).await.len(), 1);
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 1);
    app.end().await;
}
