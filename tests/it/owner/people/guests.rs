//! Staff's notes on a guest's table: allergies, dislikes and tags; their readers; and the totals of the guest's page.

use domain::reports::sweep;
use serde_json::{Value, json};
use tests::{DAY, INVITED_RESERVATIONS, OFFLINE_RESERVATIONS, Persona, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

use super::{create_customer, names, seat, text};

const CUSTOMERS: &str = "/owners/api/customers";
const TAGS: &str = "/owners/api/customer_tags";

fn labels(tags: &Value) -> Vec<String> {
    tags.as_array().into_iter().flatten().map(|tag| text(&tag["label"])).collect()
}

async fn change(owner: &Persona, uid: &str, profile: Value) -> tests::Reply {
    owner.patch(&format!("{CUSTOMERS}/{uid}"), &json!({ "customer": { "profile_attributes": profile } })).await
}

async fn page(owner: &Persona, uid: &str) -> Value {
    owner.get(&format!("/owners/customers/{uid}")).await.data()
}

#[tokio::test]
async fn phone_guest_has_allergies_dislikes_and_tags() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let fields = json!({ "nickname": "伊藤", "noted_allergies": " えび\r\nかに ", "noted_dislikes": "パクチー",
        "tags": ["窓側", "誕生日", "ＶＩＰ", "birthday"] });
    let ito = create_customer(&owner, fields).await;
    let uid = text(&ito["uid"]);
    let data = page(&owner, &uid).await;
    assert_eq!((&data["allergy_description"], &data["dislikes"]), (&json!("えび\nかに"), &json!("パクチー")));
    assert_eq!(data["customer"]["tags"][0], json!({ "tag": "birthday", "label": "誕生日" }));
    assert_eq!(labels(&data["customer"]["tags"]), ["誕生日", "VIP", "窓側"]);
    let hits = owner.get(&format!("{CUSTOMERS}?type=name&q=伊藤")).await.is(200).json();
    assert_eq!(hits["data"][0]["has_allergy"], true);

    change(&owner, &uid, json!({ "internal_memo": "常連" })).await.is(200);
    assert_eq!(page(&owner, &uid).await["dislikes"], "パクチー", "what is absent stays");
    change(&owner, &uid, json!({ "noted_allergies": "", "tags": ["車椅子"] })).await.is(200);
    let data = page(&owner, &uid).await;
    assert_eq!((&data["allergy_description"], &data["customer"]["has_allergy"]), (&json!(""), &json!(false)));
    assert_eq!(labels(&data["customer"]["tags"]), ["車椅子"]);
    let form = [("customer[profile_attributes][tags][]", ""), ("customer[profile_attributes][noted_dislikes]", "")];
    owner.call(reqwest::Method::PATCH, &format!("{CUSTOMERS}/{uid}")).form(&form).send().await.is(200);
    let data = page(&owner, &uid).await;
    assert_eq!((&data["customer"]["tags"], &data["dislikes"]), (&json!([]), &json!("")), "a form takes them off, too");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE detail::text ~ 'えび|パクチー|窓側'").await, 0);
    app.end().await;
}

#[tokio::test]
async fn notes_that_are_too_long_or_of_others_are_refused() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let uid = text(&create_customer(&owner, json!({ "nickname": "伊藤", "tags": ["窓側"] })).await["uid"]);
    let cases: [(Value, &str); 6] = [
        (json!({ "noted_allergies": "え".repeat(501) }), "noted_allergies"),
        (json!({ "noted_dislikes": "え".repeat(501) }), "noted_dislikes"),
        (json!({ "noted_allergies": "え\u{7}び" }), "noted_allergies"),
        (json!({ "tags": ["長".repeat(21)] }), "tags"),
        (json!({ "tags": ["一行\n二行"] }), "tags"),
        (json!({ "tags": (0..21).map(|n| format!("札{n}")).collect::<Vec<_>>() }), "tags"),
    ];
    for (profile, field) in cases {
        let reply = change(&owner, &uid, profile.clone()).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [field]);
        let mut new = profile;
        new["nickname"] = json!("新");
        let reply = owner.post(CUSTOMERS, &json!({ "customer": { "profile_attributes": new } })).await;
        assert_eq!((reply.status, reply.bad_fields()), (422, vec![field.to_owned()]));
    }
    assert_eq!(change(&owner, &uid, json!({ "noted_allergies": ["えび"] })).await.status, 422);
    change(&neighbour, &uid, json!({ "noted_allergies": "えび" })).await.refused(404, "not_found");
    let body = json!({ "noted_allergies": "えび" });
    app.anonymous().patch(&format!("{CUSTOMERS}/{uid}"), &body).await.refused(401, "sign_in_required");
    app.anonymous().get(TAGS).await.refused(401, "sign_in_required");
    assert_eq!(labels(&neighbour.get(TAGS).await.is(200).json()), ["誕生日", "記念日", "車椅子", "VIP", "左利き"]);
    let own = owner.get(TAGS).await.is(200).json();
    assert_eq!((labels(&own)[5].as_str(), &own[5]["customers_count"]), ("窓側", &json!(1)));
    assert_eq!(app.count("SELECT count(*) FROM customers").await, 1);
    app.end().await;
}

#[tokio::test]
async fn guests_are_listed_by_tag() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    for (nickname, tags) in [("伊藤", json!(["vip", "窓側"])), ("佐藤", json!(["窓側"])), ("加藤", json!([]))]
    {
        create_customer(&owner, json!({ "nickname": nickname, "tags": tags, "noted_allergies": "そば" })).await;
    }
    let listed = async |query: &str| {
        let data = owner.get(&format!("/owners/customers?{query}")).await.data();
        let mut found = names(&data["customers"]);
        found.sort_unstable();
        (found, data["filter"]["customer_tags"].clone(), text(&data["csv_path"]))
    };
    let (found, understood, csv) = listed("customer_tags[]=vip").await;
    assert_eq!((found, understood), (vec!["伊藤".to_owned()], json!(["vip"])));
    assert!(csv.ends_with("?customer_tags%5B%5D=vip"), "{csv}");
    assert_eq!(listed("q[customer_tags][]=窓側").await.0, ["伊藤", "佐藤"]);
    assert_eq!(listed("customer_tags[]=vip&customer_tags[]=窓側").await.0, ["伊藤", "佐藤"]);
    assert!(listed("customer_tags[]=左利き").await.0.is_empty());
    let table = owner.get("/owners/customers.csv?customer_tags[]=vip").await;
    assert!(table.is(200).body.contains("\"VIP / 窓側\",\"そば\""), "{}", table.body);
    let regulars = app.customer_group(&restaurant, "常連", false).await;
    let whole = json!({ "customer_group_id": regulars, "is_checked_whole_customers": "1", "customer_tags": ["vip"] });
    owner.put("/owners/customers/bulk_update_customer_groups", &whole).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE customer_group_id IS NOT NULL").await, 1);
    app.end().await;
}

/// An allergy in a diner's own words counts at every restaurant, a note by staff only at theirs.
#[tokio::test]
async fn guests_are_listed_by_allergy() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let neighbour = app.owner(&elsewhere).await;
    let hanako = app.diner("hanako").await;
    app.execute("UPDATE profiles SET allergy_description = 'えび'").await;
    let kenji = app.diner("kenji").await;
    app.customer_of(&restaurant, &hanako).await;
    app.customer_of(&restaurant, &kenji).await;
    let at_neighbour = app.customer_of(&elsewhere, &kenji).await;
    change(&neighbour, &at_neighbour, json!({ "noted_allergies": "かに" })).await.is(200);
    create_customer(&owner, json!({ "nickname": "伊藤", "noted_allergies": "そば" })).await;
    create_customer(&owner, json!({ "nickname": "佐藤", "noted_dislikes": "セロリ" })).await;
    let listed = async |staff: &Persona, query: &str| {
        let data = staff.get(&format!("/owners/customers?{query}")).await.data();
        let mut found = names(&data["customers"]);
        found.sort_unstable();
        (found, data["filter"]["has_allergy"].clone(), text(&data["csv_path"]))
    };
    let (found, understood, csv) = listed(&owner, "has_allergy=1").await;
    assert_eq!((found, understood), (vec!["hanako 太郎".to_owned(), "伊藤".to_owned()], json!(true)));
    assert!(csv.ends_with("?has_allergy=1"), "{csv}");
    assert_eq!(listed(&owner, "q[has_allergy]=1").await.0, ["hanako 太郎", "伊藤"]);
    assert_eq!(listed(&owner, "has_allergy=0").await.0, ["hanako 太郎", "kenji 太郎", "伊藤", "佐藤"]);
    assert_eq!(listed(&neighbour, "has_allergy=1").await.0, ["kenji 太郎"]);
    let table = owner.get("/owners/customers.csv?has_allergy=1").await;
    assert!(table.is(200).body.contains("伊藤") && !table.body.contains("佐藤"), "{}", table.body);
    let group = app.customer_group(&restaurant, "アレルギー", false).await;
    let whole = json!({ "customer_group_id": group, "is_checked_whole_customers": "1", "has_allergy": "1" });
    owner.put("/owners/customers/bulk_update_customer_groups", &whole).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE customer_group_id IS NOT NULL").await, 2);
    app.end().await;
}

/// A diner's own entries and staff's notes are listed together without duplicates, and the diner never sees staff's notes.
#[tokio::test]
async fn staff_notes_are_separate_from_diner_requests() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let booking = hanako.book(&restaurant, &slot, 1).await;
    hanako
        .patch(
            "/users/profile",
            &json!({ "profile": { "has_allergy": true, "allergy_description": "えび\nかに", "dislikes": "" } }),
        )
        .await
        .is(200);
    let uid = app.customer_of(&restaurant, &hanako).await;
    let notes =
        json!({ "noted_allergies": "エビ、カニ\nナッツ秘", "noted_dislikes": "セロリ秘", "tags": ["vip", "札秘"] });
    change(&owner, &uid, notes).await.is(200);
    let all = json!("えび\nかに\nナッツ秘");
    let data = page(&owner, &uid).await;
    assert_eq!((&data["allergy_description"], &data["dislikes"]), (&all, &json!("セロリ秘")));
    assert_eq!(data["customer"]["noted_allergies"], "エビ、カニ\nナッツ秘");
    let day = owner.get(&format!("/owners/daily_calendars/{}", slot.date)).await.data();
    let block = day["items"].as_array().unwrap().iter().find(|item| item["uid"] == booking).expect("a block").clone();
    assert_eq!((&block["has_allergy"], &block["allergy_description"]), (&json!(true), &all));
    assert_eq!((&block["dislikes"], &block["customer_tags"]), (&json!("セロリ秘"), &json!(["VIP", "札秘"])));
    let pane = owner.get(&format!("/owners/api/online_reservations/{booking}")).await.data();
    assert_eq!((&pane["allergy_description"], &pane["customer_tags"]), (&all, &json!(["VIP", "札秘"])));
    for path in ["/users/profile", "/users/profile/export"] {
        let reply = hanako.get(path).await;
        assert!(!reply.is(200).body.contains('秘'), "{path}: {}", reply.body);
    }
    assert!(!hanako.reservation(&booking).await.to_string().contains('秘'));
    assert!(hanako.get("/users/profile").await.body.contains("えび"));
    app.end().await;
}

#[tokio::test]
async fn staff_input_extends_known_customer() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    hanako.post("/users/api/customers", &json!({ "restaurant_slug": restaurant.slug })).await.is(201);
    let uid = app.customer_of(&restaurant, &hanako).await;
    change(&owner, &uid, json!({ "noted_allergies": "えび", "tags": ["vip"] })).await.is(200);
    let number: String =
        sqlx::query_scalar("SELECT phone_local_number FROM profiles").fetch_one(&app.pool).await.unwrap();
    let sms = json!({ "nickname": "花子", "type": "InvitedCustomer", "phone_local_number": number, "allow_send_ivr_sms": true,
        "noted_allergies": "エビ\nそば", "tags": ["誕生日"] });
    let known = owner.post(CUSTOMERS, &sms).await.is(201).json();
    assert_eq!(known["is_known"], true);
    let data = page(&owner, &uid).await;
    assert_eq!(data["customer"]["noted_allergies"], "えび\nそば");
    assert_eq!(labels(&data["customer"]["tags"]), ["誕生日", "VIP"]);
    app.end().await;
}

#[tokio::test]
async fn a_hit_has_what_staff_must_know() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = app.customer_of(&restaurant, &hanako).await;
    app.execute(
        "UPDATE profiles SET name_last = '高橋', name_first = '一郎', kana_last = 'タカハシ', kana_first = 'イチロウ',
                     allergy_description = 'えび', dislikes = 'セロリ'",
    )
    .await;
    let notes = json!({ "noted_allergies": "エビ\nそば", "noted_dislikes": "納豆", "internal_memo": "左利き", "tags": ["窓側", "vip"] });
    change(&owner, &uid, notes).await.is(200);
    let namesake = create_customer(&owner, json!({ "nickname": "高橋 一郎", "kana": "タカハシ イチロウ" })).await;
    let id = app.count("SELECT id FROM customers WHERE type = 'OnlineCustomer'").await;
    let past = seat(&app, &restaurant, id, -90).await;
    let missed = seat(&app, &restaurant, id, -60).await;
    seat(&app, &restaurant, id, 48).await;
    owner.put(&format!("/owners/api/reservations/{missed}/no_show"), &json!({ "no_show": true })).await.is(200);
    let found = async |who: &Persona| who.get(&format!("{CUSTOMERS}?type=name&q=たかはし")).await.data();

    let hits = found(&owner).await;
    assert_eq!(hits.as_array().map(Vec::len), Some(2), "{hits}");
    let hit = |uid: &str| hits.as_array().into_iter().flatten().find(|hit| hit["uid"] == uid).cloned().expect("a hit");
    let regular = hit(&uid);
    assert_eq!((&regular["kana"], &regular["internal_memo"]), (&json!("タカハシ イチロウ"), &json!("左利き")));
    assert_eq!((&regular["allergy_description"], &regular["dislikes"]), (&json!("えび\nそば"), &json!("セロリ\n納豆")));
    assert_eq!(labels(&regular["tags"]), ["VIP", "窓側"]);
    assert_eq!((&regular["visit_count"], &regular["no_show_count"]), (&json!(1), &json!(1)));
    let visits = page(&owner, &uid).await["visits"].clone();
    let visited = visits.as_array().into_iter().flatten().find(|visit| visit["uid"] == past).expect("the visit");
    let day = |at: &Value| text(at).chars().take(10).collect::<String>();
    assert_eq!(day(&regular["last_visited_at"]), day(&visited["date"]), "the missed one is no visit");
    let stranger = hit(&text(&namesake["uid"]));
    assert_eq!((&stranger["allergy_description"], &stranger["tags"]), (&json!(""), &json!([])));
    assert_eq!((&stranger["last_visited_at"], &stranger["no_show_count"]), (&json!(null), &json!(0)));
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    assert_eq!(found(&app.owner(&elsewhere).await).await, json!([]));
    app.end().await;
}

/// G294
#[tokio::test]
async fn guest_is_found_by_four_digits_of_a_number() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09055550102" })).await;
    let other = create_customer(&owner, json!({ "nickname": "いとう", "phone_local_number": "08087654321" })).await;
    create_customer(&owner, json!({ "nickname": "佐藤" })).await;
    let found = async |q: &str| {
        let hits = owner.get(&format!("{CUSTOMERS}?type=number_part&q={q}")).await.data();
        names(&hits)
    };
    for q in ["0102", "０１０２", "0905", "5501", "55550102", "5555-0102"] {
        assert_eq!(found(q).await, ["伊藤"], "{q}");
    }
    for q in ["102", "", "伊藤", "0000", "9999"] {
        assert!(found(q).await.is_empty(), "{q}");
    }
    let merge = json!({ "primary_customer_id": ito["id"], "merged_customer_ids": [other["id"]] });
    owner.post("/owners/api/offline_customer_merges", &merge).await.is(200);
    assert_eq!(found("4321").await, ["伊藤"], "a further number");
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let hits = app.owner(&elsewhere).await.get(&format!("{CUSTOMERS}?type=number_part&q=0102")).await.data();
    assert_eq!(hits, json!([]));
    app.end().await;
}

#[tokio::test]
async fn customer_page_lists_reservation_outcomes_with_totals() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    let id = ito["id"].as_i64().unwrap();
    let mut visits = Vec::new();
    for hours in [-90, -60, -30, 48] {
        visits.push(seat(&app, &restaurant, id, hours).await);
    }
    app.execute("UPDATE reservations SET course_price = 12000, guests_count = 1, internal_memo = '窓側のお席'").await;
    let of = |index: usize| visits[index].clone();
    owner.put(&format!("/owners/api/reservations/{}/no_show", of(1)), &json!({ "no_show": true })).await.is(200);
    sqlx::query("UPDATE reservations SET status = 'void', ended_at = $2 WHERE uid = $1")
        .bind(of(2))
        .bind(app.now())
        .execute(&app.pool)
        .await
        .unwrap();
    app.execute("UPDATE reservation_seats s SET released_at = r.ended_at FROM reservations r WHERE r.id = s.reservation_id AND r.status = 'void'")
        .await;
    let data = page(&owner, &text(&ito["uid"])).await;
    let entry = |visit: &Value| (text(&visit["uid"]), text(&visit["outcome"]), visit["spent"].as_i64().unwrap());
    let timeline: Vec<_> = data["visits"].as_array().unwrap().iter().map(entry).collect();
    let line = |index, outcome: &str, spent| (of(index), outcome.to_owned(), spent);
    assert_eq!(
        timeline,
        [line(3, "upcoming", 0), line(2, "cancelled", 0), line(1, "no_show", 0), line(0, "visited", 12_000)]
    );
    assert_eq!(data["visits"][0]["internal_memo"], "窓側のお席");
    let totals = [&data["upcoming_count"], &data["cancelled_count"], &data["no_show_count"], &data["spent"]];
    assert_eq!(totals, [&json!(1), &json!(1), &json!(1), &json!(12_000)]);
    sqlx::query("UPDATE reservations SET type = 'online_reservation', accepted_at = NULL WHERE uid = $1")
        .bind(of(2))
        .execute(&app.pool)
        .await
        .unwrap();
    let data = page(&owner, &text(&ito["uid"])).await;
    assert_eq!(data["visits"].as_array().map(Vec::len), Some(3), "a hold that was given back was no booking");
    assert_eq!(data["cancelled_count"], 0);
    app.end().await;
}

/// G306
#[tokio::test]
async fn only_the_guests_own_cancellations_count() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let guest = app.customer_of(&restaurant, &hanako).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let cancelled = hanako.book(&restaurant, &slot, 1).await;
    hanako.cancel(&cancelled).await.is(204);
    let visit = |days: i64| VisitSpec { days, ..VisitSpec::default() };
    let expired = owner.invite_diner(&app, &restaurant, &visit(1), &hanako).await;
    let declined = owner.invite_diner(&app, &restaurant, &visit(2), &hanako).await;
    hanako.post(&format!("/users/invited_reservations/{declined}/decline"), &json!({})).await.is(200);
    let withdrawn = owner.invite_diner(&app, &restaurant, &visit(9), &hanako).await;
    owner.delete(&format!("{INVITED_RESERVATIONS}/{withdrawn}")).await.is(200);
    let mut form = app.visit(&restaurant, &visit(10)).await;
    form["online_customer_uid"] = guest.clone().into();
    let deleted = owner.post(OFFLINE_RESERVATIONS, &form).await.uid();
    owner.delete(&format!("{OFFLINE_RESERVATIONS}/{deleted}")).await.is(200);
    app.advance(2 * DAY);
    assert_eq!(app.sweep_holds().await, 1, "the unanswered invitation");

    let data = page(&owner, &guest).await;
    let visits = data["visits"].as_array().cloned().unwrap_or_default();
    let outcome = |uid: &str| visits.iter().find(|visit| visit["uid"] == uid).map(|visit| text(&visit["outcome"]));
    for (uid, expected) in [
        (&cancelled, "cancelled"),
        (&declined, "declined"),
        (&expired, "expired"),
        (&withdrawn, "withdrawn"),
        (&deleted, "cancelled_by_restaurant"),
    ] {
        assert_eq!(outcome(uid).as_deref(), Some(expected));
    }
    assert_eq!((visits.len(), &data["cancelled_count"]), (5, &json!(1)));
    let ended_as = async |calls: &str, uid: &str| owner.reservation_detail(calls, uid).await["ended_as"].clone();
    assert_eq!(ended_as(INVITED_RESERVATIONS, &declined).await, "declined");
    assert_eq!(ended_as(OFFLINE_RESERVATIONS, &deleted).await, "cancelled_by_restaurant");

    let export = format!("/owners/customers/{guest}/export");
    assert_eq!(owner.get(&export).await.is(200).json()["totals"]["cancelled"], 1);
    let table = owner.get(&format!("{export}.csv")).await;
    let outcomes: Vec<_> = table.body.lines().skip(1).filter_map(|line| line.split("\",\"").nth(4)).collect();
    assert_eq!(outcomes, ["店舗取消", "招待取消", "キャンセル", "辞退", "期限切れ"], "{}", table.body);
    sweep::sweep(&app.pool).await.expect("a sweep");
    let report = owner.get("/owners/reports?from=2026-12&till=2026-12").await.is(200).data();
    assert_eq!(report["periods"][0]["cancellations"], 1, "the reports have the same count");
    app.end().await;
}
