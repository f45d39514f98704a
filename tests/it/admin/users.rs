//! Diners' accounts in the support pages (gaps G040, G041, G130, G136, G196).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, PASSWORD, Persona, RestaurantSpec, SlotSpec, TestApp, cards, justified};

async fn found(admin: &Persona, q: &str) -> Vec<String> {
    let filter = json!({ "q": q }).to_string();
    let query = reqwest::Url::parse_with_params("http://x/", [("filter", filter.as_str())]).unwrap();
    let users = admin.get(&format!("/admin/api/resources/users?{}", query.query().unwrap())).await.is(200).json();
    users.as_array().unwrap().iter().map(|user| user["email"].as_str().unwrap().to_owned()).collect()
}

async fn uid(app: &TestApp, diner: &Persona) -> String {
    let uid = sqlx::query_scalar("SELECT uid FROM users WHERE id = $1").bind(diner.id().0);
    uid.fetch_one(&app.pool).await.expect("a diner")
}

async fn kept(app: &TestApp, action: &str) -> Vec<Value> {
    let rows = "SELECT detail || jsonb_build_object('actor', actor) FROM audit_events WHERE action = $1 ORDER BY id";
    sqlx::query_scalar(rows).bind(action).fetch_all(&app.pool).await.expect("rows")
}

#[tokio::test]
async fn users_search_by_phone_email_name() {
    let app = TestApp::start().await;
    let (hanako, kenji, admin) = (app.diner("hanako").await, app.diner("kenji").await, app.admin().await);
    let change = "UPDATE profiles SET phone_country = $2, phone_local_number = $3, phone_e164 = $4, name_last = $5,
                  name_first = $6, kana_last = 'ヤマダ', kana_first = $7 WHERE user_id = $1";
    for (diner, row) in [
        (&hanako, ["JP", "9012345678", "+819012345678", "山田", "花子", "ハナコ"]),
        (&kenji, ["US", "4155552671", "+14155552671", "Yamada_%", "Kenji", "ケンジ"]),
    ] {
        let query = row.iter().fold(sqlx::query(change).bind(diner.id().0), |query, value| query.bind(*value));
        query.execute(&app.pool).await.expect("a profile");
    }
    for q in [
        "09012345678",
        "090-1234-5678",
        "０９０ー１２３４ー５６７８",
        "+81 90 1234 5678",
        "山田",
        "花子",
        "山田　花子",
        "ヤマダハナコ",
    ] {
        assert!(found(&admin, q).await.contains(&hanako.email), "{q}");
    }
    assert_eq!(found(&admin, "090-1234-5678").await, [hanako.email.as_str()]);
    assert_eq!(found(&admin, "(415) 555-2671").await, [kenji.email.as_str()]);
    assert_eq!(found(&admin, &kenji.email.to_uppercase()).await, [kenji.email.as_str()]);
    assert_eq!(found(&admin, "yamada_%").await, [kenji.email.as_str()], "pattern characters match literally");
    assert_eq!(found(&admin, "ヤマダ").await.len(), 2);
    for q in ["はなこ", "ﾔﾏﾀﾞ ﾊﾅ", "花子 山田", "山田花"] {
        assert_eq!(found(&admin, q).await, [hanako.email.as_str()], "{q}");
    }
    for q in [
        "09012345679",
        "nobody@seki.test",
        "佐藤",
        "田花",
        "まだ",
        "enji",
        "_",
        "%",
        "'",
        r"\",
        ":*",
        "!山田",
        "山田 & 花子",
        "()",
    ] {
        assert_eq!(found(&admin, q).await.len(), 0, "{q}");
    }
    let searches = kept(&app, "list.viewed").await;
    assert_eq!(searches[0]["actor"], "admin");
    assert!(searches.iter().all(|row| !row.to_string().contains("1234") && !row.to_string().contains('@')));
    app.end().await;
}

#[tokio::test]
async fn account_page_shows_support_data_and_audits_each_view() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let booked = hanako.book(&restaurant, &slot, 2).await;
    let charge = "INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, amount, status,
                      refund_due, refunded_amount, created_at, updated_at)
                  SELECT 'c1', restaurant_id, 'reservation', id, id, user_id, 'prepaid_course', 20000, 'succeeded', 5000, 2000,
                         created_at, created_at FROM reservations WHERE uid = $1";
    sqlx::query(charge).bind(&booked).execute(&app.pool).await.expect("a charge");
    app.execute(tests::BOOKED).await;
    let (_, email) = app.admin_with_password(&[]).await;
    let admin = app.anonymous();
    admin.sign_in_as_admin(&email, PASSWORD).await.is(200);
    app.execute("UPDATE users SET jcb_uid = 'J-1', jcb_card_rank = 'GOLD'").await;
    let path = format!("/admin/users/{}", uid(&app, &hanako).await);
    let user = admin.get(&path).await.is(200).data()["user"].clone();
    assert_eq!(
        (&user["email"], &user["jcb_uid"], &user["jcb_card_rank"]),
        (&json!(hanako.email), &json!("J-1"), &json!("GOLD"))
    );
    assert_eq!((&user["is_agent"], &user["locked_until"]), (&json!(false), &json!(null)));
    assert_eq!(user["bookings"][0]["uid"], booked);
    assert_eq!(user["bookings"][0]["restaurant_slug"], restaurant.slug);
    assert_eq!(
        (user["sessions"].as_array().unwrap().len(), &user["payments"][0]["reservation_uid"]),
        (1, &json!(booked))
    );
    let payment = &user["payments"][0];
    assert_eq!(
        (&payment["amount"], &payment["refunded_amount"], &payment["refund_due"]),
        (&json!(20000), &json!(2000), &json!(5000))
    );
    let mails = user["mails"].as_array().unwrap();
    assert!(mails.iter().any(|mail| mail["template"] == "reservation_accepted"), "{mails:?}");
    assert!(!user.to_string().contains("http"), "no links: {user}");
    assert_eq!(kept(&app, "user.viewed").await, [json!({ "actor": "admin", "user_id": hanako.id().0 })]);
    app.end_unverified().await;
}

#[tokio::test]
async fn support_unlocks_signs_out_marks_and_takes_off_a_lost_factor() {
    let app = TestApp::start().await;
    let (hanako, admin) = (app.diner("hanako").await, app.admin().await);
    let path = format!("/admin/users/{}", uid(&app, &hanako).await);
    app.execute("UPDATE users SET failed_attempts = 10, locked_until = '2027-01-01'").await;
    assert!(admin.get(&path).await.data()["user"]["locked_until"].is_string());
    admin.delete(&format!("{path}/lock")).await.is(200);
    assert_eq!(admin.get(&path).await.data()["user"]["failed_attempts"], 0);
    assert_eq!(kept(&app, "user.unlocked").await.len(), 1);

    let marks = json!({ "user": { "is_agent": true, "is_gold_invited": "1", "is_ohc_invited": 0 } });
    assert_eq!(admin.patch(&path, &marks).await.is(200).json()["message"], "更新しました。");
    admin.patch(&path, &marks).await.is(200);
    let marked = kept(&app, "user.marked").await;
    assert_eq!(
        (marked.len(), &marked[0]["before"]["is_agent"], &marked[0]["after"]["is_agent"]),
        (1, &json!(false), &json!(true))
    );
    let user = admin.get(&path).await.data()["user"].clone();
    assert_eq!(
        (&user["is_agent"], &user["is_gold_invited"], &user["is_ohc_invited"]),
        (&json!(true), &json!(true), &json!(false))
    );

    let nothing = justified(json!({}));
    admin.delete_with(&format!("{path}/second_factor"), &nothing).await.refused(422, "factor_missing");
    hanako.add_authenticator(&app, "/users/profile/security_settings").await;
    assert_eq!(admin.get(&path).await.data()["user"]["has_authenticator"], true);
    assert_eq!(admin.delete(&format!("{path}/second_factor")).await.bad_fields(), ["reason"]);
    let unproved = json!({ "reason": "電話でのご依頼" });
    admin.delete_with(&format!("{path}/second_factor"), &unproved).await.refused(422, "proof_missing");
    admin.delete_with(&format!("{path}/second_factor"), &nothing).await.is(200);
    assert_eq!(admin.get(&path).await.data()["user"]["has_authenticator"], false);
    hanako.get("/users/profile").await.refused(401, "sign_in_required");
    assert_eq!(kept(&app, "account.factor_reset").await[0]["actor"], "admin");
    assert_eq!(kept(&app, "user.factor_reset").await[0]["reason"], "電話でのご依頼");

    let hanako = app.sign_in(hanako.id(), &hanako.email).await;
    hanako.get("/users/profile").await.is(200);
    admin.delete(&format!("{path}/sessions")).await.is(200);
    hanako.get("/users/profile").await.refused(401, "sign_in_required");
    assert_eq!(kept(&app, "user.signed_out").await[0]["sessions"], 1);
    app.end().await;
}

#[tokio::test]
async fn user_support_needs_admin_and_valid_input() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (hanako, admin) = (app.diner("hanako").await, app.admin().await);
    let path = format!("/admin/users/{}", uid(&app, &hanako).await);
    let marks = json!({ "user": { "is_agent": true, "is_gold_invited": true, "is_ohc_invited": true } });
    for stranger in [app.owner(&restaurant).await, app.diner("kenji").await, hanako, app.anonymous()] {
        stranger.get("/admin/users?q=a").await.refused(401, "sign_in_required");
        stranger.get(&path).await.refused(401, "sign_in_required");
        stranger.patch(&path, &marks).await.refused(401, "sign_in_required");
        for part in ["lock", "sessions", "second_factor"] {
            stranger.delete(&format!("{path}/{part}")).await.refused(401, "sign_in_required");
        }
    }
    for body in [
        json!({}),
        json!({ "user": {} }),
        json!({ "user": { "is_agent": "maybe", "is_gold_invited": 1, "is_ohc_invited": 1 } }),
    ] {
        assert_eq!(admin.patch(&path, &body).await.status, 422, "{body}");
    }
    admin.call(Method::PATCH, &path).csrf(Csrf::None).json(&marks).send().await.refused(422, "csrf");
    for part in ["", "/lock", "/sessions", "/second_factor"] {
        let call = if part.is_empty() {
            admin.patch("/admin/users/none", &marks).await
        } else {
            admin.delete_with(&format!("/admin/users/none{part}"), &justified(json!({}))).await
        };
        call.refused(404, "not_found");
    }
    admin.get("/admin/users/none").await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM users WHERE is_agent OR is_gold_invited OR is_ohc_invited").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action LIKE 'user.%'").await, 0);
    app.end().await;
}
