//! Raffles over HTTP: taking part, the draw by worker and admin, and what is published (F086, F087, F088, gaps G120 to G123).

use chrono::{DateTime, Duration, Utc};
use domain::audit::Actor;
use domain::clients::beacon::{self, Beacon};
use domain::config::BeaconConfig;
use domain::raffles::error::RaffleError;
use domain::raffles::proof::{ProofError, PublishedProof};
use domain::raffles::sweep;
use serde_json::{Value, json};
use tests::{DAY, Persona, RestaurantSpec, TestApp};

const ROUNDS: &str = "/admin/r/sushi-test/raffle_rounds";

struct Scene {
    app: TestApp,
    owner: Persona,
    admin: Persona,
    uid: String,
    closes_at: DateTime<Utc>,
}

/// A round that opens in a day and closes after another three.
async fn scene(winners_count: i32) -> Scene {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let day = |days: i64| (app.now() + Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let round = json!({ "raffle_round": {
        "registerable_from": day(1), "registerable_till": day(4), "winners_count": winners_count, "entries_limit": 2 } });
    let uid = admin.post(ROUNDS, &round).await.uid();
    let closes_at = sqlx::query_scalar("SELECT registerable_till FROM raffle_rounds WHERE uid = $1");
    let closes_at = closes_at.bind(&uid).fetch_one(&app.pool).await.expect("the close");
    Scene { app, owner, admin, uid, closes_at }
}

impl Scene {
    fn entries(&self) -> String {
        format!("/users/api/raffle_rounds/{}/entries", self.uid)
    }

    fn draw(&self) -> String {
        format!("{ROUNDS}/{}/draw", self.uid)
    }

    fn advance_to(&self, at: DateTime<Utc>) {
        self.app.advance((at - self.app.now()).num_seconds() + 1);
    }

    /// Moves the clock to the publication of the beacon's round.
    fn advance_to_draw(&self) {
        self.advance_to(beacon::out_at(beacon::round_at(self.closes_at + Duration::seconds(60))));
    }

    async fn published(&self) -> Value {
        self.app.anonymous().get(&format!("/raffle/rounds/{}/proof", self.uid)).await.is(200).json()
    }

    async fn proof(&self) -> PublishedProof {
        serde_json::from_value(self.published().await).expect("a proof")
    }
}

/// F086: a diner abroad decides with the entry whether the restaurant may send mail; a diner in Japan is not asked.
#[tokio::test]
async fn foreign_diner_consents_to_mail_with_entry() {
    let scene = scene(1).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    for (name, country, said, kept) in [
        ("emma", "US", Some(true), Some(true)),
        ("liam", "GB", Some(false), Some(false)),
        ("noah", "SG", None, None),
        // Where mails of favourites are usual, they come as with every favourite.
        ("hanako", "JP", Some(false), Some(true)),
    ] {
        let diner = app.diner(name).await;
        sqlx::query("UPDATE profiles SET phone_country = $2 WHERE user_id = $1")
            .bind(diner.id().0)
            .bind(country)
            .execute(&app.pool)
            .await
            .expect("a number abroad");
        let body = match said {
            Some(said) => json!({ "category": "normal", "notification_enabled": said }),
            None => json!({ "category": "normal" }),
        };
        let made = diner.post(&scene.entries(), &body).await.is(201).json();
        assert_eq!(made["is_jp_user"], country == "JP", "{name}");
        let now: Option<bool> = sqlx::query_scalar("SELECT shop_notification FROM customers WHERE user_id = $1")
            .bind(diner.id().0)
            .fetch_one(&app.pool)
            .await
            .expect("a customer");
        assert_eq!(now, kept, "{name}");
    }
    scene.app.end().await;
}

/// F086, F087, F088
#[tokio::test]
async fn an_entry_is_a_link_of_the_chain_and_the_next_waits_a_day() {
    let scene = scene(1).await;
    let app = &scene.app;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let body = json!({ "category": "normal" });
    hanako.post(&scene.entries(), &body).await.refused(422, "raffle_not_open");
    app.advance(2 * DAY);
    for stranger in [&scene.owner, &scene.admin, &app.anonymous()] {
        stranger.post(&scene.entries(), &body).await.refused(401, "sign_in_required");
    }
    hanako.post("/users/api/raffle_rounds/none/entries", &body).await.refused(404, "not_found");
    for wrong in ["0", "2", "3", "-1"] {
        let call = format!("{}?entries_count={wrong}", scene.entries());
        assert_eq!(hanako.post(&call, &body).await.is(422).bad_fields(), ["entries_count"]);
    }
    hanako.post(&scene.entries(), &json!({ "category": "other" })).await.is(422);

    let first_link = scene.published().await["chain_head"].clone();
    let first = hanako.post(&scene.entries(), &body).await.is(201).json();
    assert_eq!((&first["is_jp_user"], &first["favorited"]), (&json!(true), &json!(true)));
    assert_eq!(first["next_release_time_ms"], (app.now() + Duration::days(1)).timestamp_millis());
    assert_eq!((&first["registerable_entries_count"], &first["entries"][0]["won_at"]), (&json!(1), &Value::Null));
    hanako.post(&scene.entries(), &body).await.refused(422, "raffle_entry_too_early");
    let other = kenji.post(&scene.entries(), &body).await.is(201).json();
    assert_eq!(scene.published().await["chain_head"], first_link, "the instants of entries are not public");
    assert_ne!(first_link, other["entries"][0]["chain_head"]);
    app.advance(DAY);
    let second = hanako.post(&scene.entries(), &body).await.is(201).json();
    assert_eq!((&second["favorited"], &second["registerable_entries_count"]), (&json!(false), &json!(0)));
    assert_eq!(second["entries"].as_array().map(Vec::len), Some(2));
    kenji.post(&scene.entries(), &body).await.is(201);
    scene.advance_to(scene.closes_at);
    app.diner("ren").await.post(&scene.entries(), &body).await.refused(422, "raffle_not_open");
    assert_eq!(app.count("SELECT count(*) FROM raffle_entries").await, 4);
    scene.app.end().await;
}

#[tokio::test]
async fn simultaneous_entries_get_consecutive_numbers() {
    let scene = scene(1).await;
    scene.app.advance(2 * DAY);
    let mut diners = Vec::new();
    for name in ["hanako", "kenji", "aoi", "ren", "emma", "tabi"] {
        diners.push(scene.app.diner(name).await);
    }
    let (call, body) = (scene.entries(), json!({}));
    // Each diner sends two concurrent requests: one entry each.
    let asked = diners.iter().chain(&diners).map(|diner| diner.post(&call, &body));
    let answers = futures_util::future::join_all(asked).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 6);
    scene.advance_to(scene.closes_at);
    let proof = scene.proof().await;
    scene.app.anonymous().open("/raffle/rounds/a%0Ab/proof").await.is(404);
    assert_eq!(proof.entries.len(), 6);
    assert_eq!(proof.check(&proof.beacon_public_key, &[]), Err(ProofError::NotDrawn), "the chain holds");
    scene.app.end().await;
}

#[tokio::test]
async fn draw_follows_beacon_and_is_verifiable() {
    let scene = scene(2).await;
    scene.app.advance(2 * DAY);
    let mut seen = Vec::new();
    for name in ["hanako", "kenji", "aoi", "ren", "emma"] {
        let made = scene.app.diner(name).await.post(&scene.entries(), &json!({})).await.is(201).json();
        seen.push(made["entries"][0]["chain_head"].as_str().expect("a head").to_owned());
    }
    let open = scene.published().await;
    assert_eq!((&open["progress"], &open["entries"]), (&json!("open"), &json!([])), "the list is out at the close");
    scene.advance_to(scene.closes_at);
    let closed = scene.published().await;
    assert_eq!((&closed["progress"], closed["entries"].as_array().map(Vec::len)), (&json!("closed"), Some(5)));
    scene.advance_to_draw();
    assert_eq!(scene.published().await["progress"], "waiting_for_beacon");

    let worker = scene.app.start_job_runner();
    scene.app.becomes("SELECT count(*) FROM raffle_rounds WHERE drawn_at IS NOT NULL", 1).await;
    drop(worker);
    assert_eq!(scene.published().await["progress"], "drawn");
    let proof = scene.proof().await;
    assert_eq!(proof.check(&stand_ins::beacon::public_key(), &seen), Ok(()));
    assert_eq!(proof.winners.len(), 2);
    let app = &scene.app;
    let shown = app.anonymous().get("/r/sushi-test").await.data()["raffle"].clone();
    assert_eq!((&shown["progress"], &shown["uid"]), (&json!("drawn"), &json!(scene.uid)), "the proof is public");
    let page = app.anonymous().get(&format!("/raffle/rounds/{}", scene.uid)).await.data();
    assert_eq!((&page["restaurant_slug"], &page["restaurant_name"]), (&json!("sushi-test"), &json!("試し鮨")));
    assert_eq!(page["entries_count"], 5);
    app.advance(61 * DAY);
    assert_eq!(app.anonymous().get("/r/sushi-test").await.data()["raffle"], Value::Null, "not for ever");
    assert_eq!(app.count("SELECT count(*) FROM raffle_round_registrations WHERE won_by = 'draw'").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'raffle_won'").await, 2);

    // A later change of the database is detected.
    app.execute("UPDATE raffle_entries SET weight = 9 WHERE place = 1").await;
    assert_eq!(scene.proof().await.check(&stand_ins::beacon::public_key(), &seen), Err(ProofError::Link(1)));
    app.execute("UPDATE raffle_entries SET weight = 1 WHERE place = 1").await;
    scene.app.end().await;
}

#[tokio::test]
async fn entry_that_waited_until_after_the_close_is_rejected() {
    let scene = scene(1).await;
    let app = &scene.app;
    scene.advance_to(scene.closes_at - Duration::seconds(30));
    let hanako = app.diner("hanako").await;
    let mut held = app.pool.begin().await.expect("a transaction");
    let lock = "SELECT 1 FROM raffle_rounds WHERE uid = $1 FOR UPDATE";
    sqlx::query(lock).bind(&scene.uid).execute(&mut *held).await.expect("the lock");
    let (path, body) = (scene.entries(), json!({ "category": "normal" }));
    let release = async {
        app.wait_for_blocked_lock().await;
        app.advance(60);
        held.rollback().await.expect("the end");
    };
    let (entered, ()) = tokio::join!(hanako.post(&path, &body), release);
    entered.refused(422, "raffle_not_open");
    assert_eq!(app.count("SELECT count(*) FROM raffle_entries").await, 0);
    scene.app.end().await;
}

/// G221: the list is long, so neither the page nor a client reads it without limit.
#[tokio::test]
async fn round_and_proof_are_limited_and_cached() {
    let scene = scene(1).await;
    let visitor = scene.app.anonymous();
    let round = format!("/raffle/rounds/{}", scene.uid);
    let proof = visitor.get(&format!("{round}/proof")).await;
    assert_eq!(proof.is(200).header("cache-control"), "private, no-store", "it changes until the draw");
    scene.app.execute("UPDATE raffle_rounds SET drawn_at = registerable_till, beacon_signature = 'aa'").await;
    let drawn = visitor.get(&format!("{round}/proof")).await;
    assert_eq!((drawn.is(200).header("cache-control"), drawn.header("vary")), ("public, max-age=300", "accept"));
    for _ in 2..20 {
        visitor.get(&format!("{round}/proof")).await.is(200);
    }
    scene.app.anonymous().get(&format!("{round}/proof")).await.refused(429, "too_many_requests");
    for _ in 0..60 {
        visitor.get(&round).await.is(200);
    }
    visitor.get(&round).await.refused(429, "too_many_requests");
    scene.app.advance(60);
    visitor.get(&round).await.is(200);
    scene.app.end().await;
}

#[tokio::test]
async fn an_admin_draws_after_the_close_alone_and_once() {
    let scene = scene(1).await;
    scene.app.advance(2 * DAY);
    let hanako = scene.app.diner("hanako").await;
    hanako.post(&scene.entries(), &json!({})).await.is(201);
    scene.admin.post(&scene.draw(), &json!({})).await.refused(422, "raffle_not_due");
    scene.advance_to(scene.closes_at);
    scene.admin.post(&scene.draw(), &json!({})).await.refused(422, "raffle_not_due");
    scene.advance_to_draw();
    for stranger in [&scene.owner, &hanako, &scene.app.anonymous()] {
        stranger.post(&scene.draw(), &json!({})).await.refused(401, "sign_in_required");
    }
    scene.admin.post(&format!("{ROUNDS}/none/draw"), &json!({})).await.refused(404, "not_found");
    assert_eq!(scene.admin.post(&scene.draw(), &json!({})).await.is(201).json()["winners"], 1);
    scene.admin.post(&scene.draw(), &json!({})).await.refused(422, "raffle_drawn");
    assert_eq!(scene.app.count("SELECT count(*) FROM audit_events WHERE action = 'raffle_drawn'").await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn concurrent_draws_draw_once_and_missing_beacon_delays() {
    let scene = scene(1).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    for name in ["hanako", "kenji"] {
        app.diner(name).await.post(&scene.entries(), &json!({})).await.is(201);
    }
    scene.advance_to_draw();
    let beacon = |url: String, public_key: String| Beacon::new(&BeaconConfig { url, public_key });
    let (url, key) = (app.outside.handle.beacon_url(), stand_ins::beacon::public_key());
    let away = beacon("http://127.0.0.1:1".into(), key.clone());
    let refused =
        sweep::draw_due(&app.pool, &away, &app.rng, app.now(), Actor::CommandLine).await.expect("a pass").failure;
    assert!(matches!(refused, Some(RaffleError::Beacon(_))), "{refused:?}");
    let forged = beacon(url.clone(), domain::config::QUICKNET_KEY.into());
    let refused =
        sweep::draw_due(&app.pool, &forged, &app.rng, app.now(), Actor::CommandLine).await.expect("a pass").failure;
    assert!(matches!(refused, Some(RaffleError::Beacon(_))), "{refused:?}");
    assert_eq!(scene.published().await["progress"], "waiting_for_beacon");

    let beacon = beacon(url, key);
    let sweep = async || {
        let drawn = sweep::draw_due(&app.pool, &beacon, &app.rng, app.now(), Actor::CommandLine).await.expect("a pass");
        drawn.result().expect("no failure")
    };
    let (a, b) = tokio::join!(sweep(), sweep());
    assert_eq!(a + b, 1);
    assert_eq!(sweep().await, 0);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'raffle_won'").await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn each_winner_of_many_has_one_mail_and_one_job() {
    let scene = scene(4).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    let names = ["hanako", "kenji", "aoi", "ren", "emma", "jun"];
    for name in names {
        app.diner(name).await.post(&scene.entries(), &json!({})).await.is(201);
    }
    scene.advance_to_draw();
    assert_eq!(scene.admin.post(&scene.draw(), &json!({})).await.is(201).json()["winners"], 4);
    let mails = "SELECT count(*) FROM mail_deliveries m
                 JOIN raffle_round_registrations g ON g.user_id = m.user_id AND g.won_at IS NOT NULL
                     AND m.dedup_key = 'raffle_won:' || g.id AND m.restaurant_id = g.restaurant_id
                 JOIN apalis.jobs j ON j.job_type = 'mail' AND j.idempotency_key = 'mail:' || m.uid";
    assert_eq!(app.count(mails).await, 4);
    app.drain_jobs().await;
    let mut notified = 0;
    for name in names {
        let inbox = app.outside.inbox(&format!("{name}@seki.test")).await;
        let won =
            inbox.iter().filter(|mail| mail["subject"].as_str().is_some_and(|text| text.contains("当選"))).count();
        assert!(won <= 1, "{name}: {inbox:?}");
        notified += won;
    }
    assert_eq!(notified, 4);
    scene.app.end().await;
}

const CONFIRMED: &str = "UPDATE profiles SET phone_confirmed_at = now()";

/// A number is one entrant, whichever account has it: the later entry is rejected.
#[tokio::test]
async fn moved_number_enters_once() {
    let scene = scene(1).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let stranger = app.unconfirmed("emma").await;
    stranger.post(&scene.entries(), &json!({})).await.refused(422, "raffle_phone_unconfirmed");
    hanako.post(&scene.entries(), &json!({})).await.is(201);
    app.execute(
        "UPDATE profiles SET phone_confirmed_at = NULL WHERE name_last = 'hanako';
         UPDATE profiles p SET phone_local_number = h.phone_local_number, phone_e164 = h.phone_e164
         FROM profiles h WHERE h.name_last = 'hanako' AND p.name_last = 'kenji'",
    )
    .await;
    kenji.post(&scene.entries(), &json!({})).await.refused(422, "raffle_number_entered");
    app.advance(DAY);
    hanako.post(&scene.entries(), &json!({})).await.refused(422, "raffle_phone_unconfirmed");
    app.execute("UPDATE profiles SET phone_e164 = '+819088887777' WHERE name_last = 'hanako'").await;
    app.execute(CONFIRMED).await;
    hanako.post(&scene.entries(), &json!({})).await.is(201);
    kenji.post(&scene.entries(), &json!({})).await.refused(422, "raffle_number_entered");
    assert_eq!(app.count("SELECT count(*) FROM raffle_round_registrations").await, 1);
    scene.app.end().await;
}

/// A blacklisted diner sees nothing of it, and another diner gets the seat. The public proof verifies.
#[tokio::test]
async fn blacklisted_winner_is_replaced() {
    let scene = scene(1).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    for name in ["hanako", "kenji", "aoi"] {
        app.diner(name).await.post(&scene.entries(), &json!({})).await.is(201);
    }
    // All of them, so that the diner who is drawn first is replaced until all have won.
    app.execute(
        "INSERT INTO blacklisted_phone_numbers (restaurant_id, phone_country, phone_local_number, phone_e164, created_at)
         SELECT r.id, 'JP', p.phone_local_number, p.phone_e164, now() - interval '1000 years' FROM restaurants r, profiles p
         WHERE p.name_last IN ('hanako', 'kenji', 'aoi')",
    )
    .await;
    scene.advance_to_draw();
    let hashes = "SELECT count(*) FROM raffle_round_registrations WHERE phone_mac IS NOT NULL";
    assert_eq!(app.count(hashes).await, 3);
    assert_eq!(scene.admin.post(&scene.draw(), &json!({})).await.is(201).json()["winners"], 3);
    assert_eq!(app.count(hashes).await, 0, "the draw erases the hashes of the numbers");
    let proof = scene.proof().await;
    assert_eq!((proof.winners_count, proof.replacements, proof.winners.len()), (1, 2, 3));
    assert_eq!(proof.check(&stand_ins::beacon::public_key(), &[]), Ok(()));
    let page = app.anonymous().get(&format!("/raffle/rounds/{}", scene.uid)).await.data();
    assert_eq!((&page["replacements"], &page["own_heads"]), (&json!(2), &json!([])));
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'raffle_won'").await, 3);
    scene.app.end().await;
}

#[tokio::test]
async fn number_blacklisted_after_the_close_is_not_replaced() {
    let scene = scene(1).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    for name in ["hanako", "kenji"] {
        app.diner(name).await.post(&scene.entries(), &json!({})).await.is(201);
    }
    sqlx::query(
        "INSERT INTO blacklisted_phone_numbers (restaurant_id, phone_country, phone_local_number, phone_e164, created_at)
         SELECT r.id, 'JP', p.phone_local_number, p.phone_e164, $1 FROM restaurants r, profiles p",
    )
    .bind(scene.closes_at)
    .execute(&app.pool)
    .await
    .expect("a blacklist");
    scene.advance_to_draw();
    assert_eq!(scene.admin.post(&scene.draw(), &json!({})).await.is(201).json()["winners"], 1);
    assert_eq!(scene.proof().await.replacements, 0);
    scene.app.end().await;
}

#[tokio::test]
async fn diners_who_were_not_drawn_are_notified_once_in_their_language() {
    let scene = scene(1).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    let names = ["hanako", "kenji", "aoi"];
    for name in names {
        app.diner(name).await.post(&scene.entries(), &json!({})).await.is(201);
    }
    app.execute("UPDATE profiles SET locale = 'en' WHERE name_last = 'kenji'").await;
    scene.advance_to_draw();
    scene.admin.post(&scene.draw(), &json!({})).await.is(201);
    for _ in 0..3 {
        app.drain_jobs().await;
    }
    let mut results = 0;
    for name in names {
        let inbox = app.outside.inbox(&format!("{name}@seki.test")).await;
        let subject = if name == "kenji" { "The result of the raffle" } else { "抽選結果のお知らせ" };
        let lost: Vec<_> =
            inbox.iter().filter(|mail| mail["subject"].as_str().is_some_and(|text| text.contains(subject))).collect();
        assert!(lost.len() <= 1, "{name}: {inbox:?}");
        let proof = format!("/raffle/rounds/{}", scene.uid);
        assert!(lost.iter().all(|mail| mail["text"].as_str().is_some_and(|text| text.contains(&proof))), "{lost:?}");
        results += lost.len();
    }
    assert_eq!(results, 2);
    scene.app.end().await;
}

#[tokio::test]
async fn hidden_restaurant_sends_no_results() {
    let scene = scene(1).await;
    let app = &scene.app;
    app.advance(2 * DAY);
    for name in ["hanako", "kenji"] {
        app.diner(name).await.post(&scene.entries(), &json!({})).await.is(201);
    }
    scene.advance_to_draw();
    scene.admin.post(&scene.draw(), &json!({})).await.is(201);
    app.execute("UPDATE restaurants SET visibility = 'hidden'").await;
    for _ in 0..2 {
        app.drain_jobs().await;
    }
    let sent = "SELECT count(*) FROM mail_deliveries WHERE template LIKE 'raffle_%' AND sent_at IS NOT NULL";
    assert_eq!(app.count(sent).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template LIKE 'raffle_%'").await, 2);
    scene.app.end().await;
}

#[tokio::test]
async fn entrant_finds_own_receipts_on_the_page_of_the_draw() {
    let scene = scene(1).await;
    scene.app.advance(2 * DAY);
    let hanako = scene.app.diner("hanako").await;
    let made = hanako.post(&scene.entries(), &json!({})).await.is(201).json();
    let page = hanako.get(&format!("/raffle/rounds/{}", scene.uid)).await.data();
    assert_eq!(page["own_heads"], json!([made["entries"][0]["chain_head"]]));
    scene.app.end().await;
}

/// G071
#[tokio::test]
async fn entry_code_is_a_ticket_of_its_diner() {
    let scene = scene(1).await;
    scene.app.advance(2 * DAY);
    let (hanako, kenji) = (scene.app.diner("hanako").await, scene.app.diner("kenji").await);
    let made = hanako.post(&scene.entries(), &json!({})).await.is(201).json();
    let code = made["entries"][0]["code"].as_str().expect("a code").to_owned();
    let path = format!("/r/sushi-test/reservations/new?ticket_code={code}");
    assert_eq!(hanako.get(&path).await.data()["ticket"], json!({ "code": code, "is_good": true, "valid_till": null }));
    assert_eq!(kenji.get(&path).await.data()["ticket"]["is_good"], false, "a published code is its diner's");
    scene.app.end().await;
}
