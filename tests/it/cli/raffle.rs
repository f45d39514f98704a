//! `seki raffle draw`, as an operator runs it; `seki raffle verify`, as strangers run it, without a database; and the findings of `seki
//! verify` about altered lists.

use std::collections::HashMap;

use chrono::Duration;
use cli::up::registry::{self, Demo};
use domain::clients::beacon;
use domain::verify;
use serde_json::{Value, json};
use tests::{DAY, Persona, RestaurantSpec, TestApp, run_seki, seki};

use super::demo::Home;

const ROUNDS: &str = "/admin/r/sushi-test/raffle_rounds";
const AUDITED: &str = "SELECT count(*) FROM audit_events WHERE action = 'raffle_drawn' AND actor = 'command_line'";

/// A round of three diners with one winner, whose beacon is published in half an hour: its uid, and an admin.
async fn entered(app: &TestApp) -> (String, Persona) {
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let day = |days: i64| (app.now() + Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let round = json!({ "raffle_round": {
        "registerable_from": day(1), "registerable_till": day(4), "winners_count": 1, "entries_limit": 2 } });
    let uid = admin.post(ROUNDS, &round).await.uid();
    app.advance(2 * DAY);
    for name in ["hanako", "kenji", "yuki"] {
        app.diner(name).await.post(&format!("/users/api/raffle_rounds/{uid}/entries"), &json!({})).await.is(201);
    }
    let number: i64 = sqlx::query_scalar("SELECT beacon_round FROM raffle_rounds").fetch_one(&app.pool).await.unwrap();
    app.advance((beacon::out_at(number) - app.now()).num_seconds() - 1_800);
    (uid, admin)
}

/// A drawn round, as it is published; its address.
async fn drawn(app: &TestApp) -> (Value, String) {
    let (uid, admin) = entered(app).await;
    app.advance(1_801);
    admin.post(&format!("{ROUNDS}/{uid}/draw"), &json!({})).await.is(201);
    let path = format!("/raffle/rounds/{uid}/proof");
    (app.anonymous().get(&path).await.is(200).json(), format!("{}{path}", app.base_urls[0]))
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_that_are_due_are_drawn_from_a_shell_once() {
    let app = TestApp::start().await;
    let (uid, admin) = entered(&app).await;
    let draw = async |more: &[&str], environment: &HashMap<String, String>| {
        run_seki(&[&["raffle", "draw"], more].concat(), environment).await
    };
    let environment = app.variables();
    app.programs_follow().await;
    assert_eq!(draw(&[], &environment).await.stdout, "0 raffles drawn\n", "its beacon is not out");
    app.advance(1_801);
    app.programs_follow().await;
    let preview = draw(&["--dry-run"], &environment).await;
    assert_eq!((preview.code, preview.stdout.as_str()), (0, "1 raffle would be drawn\n"));
    let away = HashMap::from([("SEKI_BEACON_URL".to_owned(), "http://127.0.0.1:9".to_owned())]);
    let away = draw(&[], &environment.clone().into_iter().chain(away).collect()).await;
    assert!(away.code == 1 && !away.stderr.trim().is_empty(), "{}{}", away.stdout, away.stderr);
    assert_eq!(app.count("SELECT count(*) FROM raffle_rounds WHERE drawn_at IS NOT NULL").await, 0);

    let drawn: Value = serde_json::from_str(&draw(&["--json"], &environment).await.stdout).expect("an object");
    assert_eq!(drawn, json!({ "count": 1, "dry_run": false }));
    assert_eq!(draw(&[], &environment).await.stdout, "0 raffles drawn\n");
    assert_eq!(app.count(AUDITED).await, 1);
    let shown = admin.get(&format!("{ROUNDS}/{uid}")).await.data()["raffle_round"].clone();
    assert!(shown["drawn_at"].is_string() && shown["winners"] == 1, "{shown}");
    app.end().await;
}

/// More rounds than one batch, of which the first one always fails.
#[tokio::test(flavor = "multi_thread")]
async fn failing_round_does_not_stop_the_draws_of_the_others() {
    const ROUNDS_COUNT: i64 = 51;
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let day = |days: i64| (app.now() + Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    for number in 0..ROUNDS_COUNT {
        let round = json!({ "raffle_round": {
            "registerable_from": day(2 * number + 1), "registerable_till": day(2 * number + 2), "winners_count": 1,
            "entries_limit": 2 } });
        admin.post(ROUNDS, &round).await.is(201);
    }
    app.execute(
        "CREATE FUNCTION the_first_fails() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF OLD.id = (SELECT min(id) FROM raffle_rounds) THEN RAISE EXCEPTION 'the row is broken'; END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER broken BEFORE UPDATE ON raffle_rounds FOR EACH ROW EXECUTE FUNCTION the_first_fails()",
    )
    .await;
    app.advance((2 * ROUNDS_COUNT + 2) * DAY);
    app.programs_follow().await;
    let ran = run_seki(&["raffle", "draw"], &app.variables()).await;
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "50 raffles drawn\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("the row is broken"), "{}", ran.stderr);
    assert_eq!(app.count("SELECT count(*) FROM raffle_rounds WHERE drawn_at IS NOT NULL").await, 50);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_round_is_drawn_by_its_uid() {
    let app = TestApp::start().await;
    let (uid, _) = entered(&app).await;
    let environment = app.variables();
    let draw = async |more: &[&str]| run_seki(&[&["raffle", "draw", uid.as_str()], more].concat(), &environment).await;
    app.programs_follow().await;
    assert_eq!(draw(&["--dry-run"]).await.stdout, "0 raffles would be drawn\n", "its beacon is not out");
    let early = draw(&[]).await;
    assert!(early.code == 1 && early.stderr.contains("when its beacon's round is published"), "{}", early.stderr);
    app.advance(1_801);
    app.programs_follow().await;
    assert_eq!(draw(&["--dry-run"]).await.stdout, "1 raffle would be drawn\n");
    assert_eq!(draw(&[]).await.stdout, "1 raffle drawn\n");
    let again = draw(&[]).await;
    assert_eq!((again.code, again.stdout.as_str()), (0, "0 raffles drawn\n"));
    assert_eq!(app.count(AUDITED).await, 1);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draw_check_detects_tampering_by_url_and_file() {
    let app = TestApp::start().await;
    let (proof, address) = drawn(&app).await;
    let environment = HashMap::from([("SEKI_BEACON_PUBLIC_KEY".to_owned(), stand_ins::beacon::public_key())]);
    let file = std::env::temp_dir().join(format!("seki-proof-{}.json", proof["uid"].as_str().expect("a uid")));
    let path = file.to_str().expect("a path").to_owned();
    let check = async |proof: &Value, seen: &[&str]| {
        std::fs::write(&file, proof.to_string()).expect("a file");
        let heads = seen.iter().flat_map(|head| ["--seen", head]);
        seki(&["raffle", "verify", &path].into_iter().chain(heads).collect::<Vec<_>>(), &environment).await
    };
    let fine = (true, "ok: 3 entries, 1 winner\n".to_owned());
    assert_eq!(seki(&["raffle", "verify", &address], &environment).await, fine);
    let shown = proof["entries"][1]["link"].as_str().expect("a link").to_owned();
    assert_eq!(check(&proof, &[&shown]).await, fine);
    let (is_fine, text) = check(&proof, &["00"]).await;
    assert!(!is_fine && text.contains("the link that was seen is not in the chain"), "{text}");

    let changed = |pointer: &str, value: Value| {
        let mut proof = proof.clone();
        *proof.pointer_mut(pointer).expect(pointer) = value;
        proof
    };
    let tampered = [
        (changed("/entries/1/code", json!("X-1")), "the link of entry 2"),
        (changed("/entries/1/weight", json!(9)), "the link of entry 2"),
        (changed("/entries", json!([])), "the chain's head"),
        (changed("/chain_head", json!("00")), "the chain's head"),
        (changed("/closes_at", json!("2099-01-01T00:00:00+09:00")), "after the close"),
        (changed("/beacon_signature", json!("00")), "the beacon's signature"),
        (changed("/randomness", json!("00")), "the randomness"),
        (changed("/winners", json!([])), "the winners"),
    ];
    for (proof, words) in tampered {
        let (is_fine, text) = check(&proof, &[]).await;
        assert!(!is_fine && text.contains("invalid: ") && text.contains(words), "{words}: {text}");
    }
    std::fs::remove_file(&file).expect("the file");
    let (is_fine, text) = seki(&["raffle", "verify", &path], &environment).await;
    assert!(!is_fine && text.contains("reading "), "{text}");
    app.end().await;
}

/// The command of the proof page, as it is printed there: without a key of the demo's beacon.
#[tokio::test(flavor = "multi_thread")]
async fn draw_of_the_running_demo_verifies_with_its_own_beacon() {
    let app = TestApp::start().await;
    let (proof, address) = drawn(&app).await;
    let home = Home::make("proofs");
    let variables = HashMap::from([("SEKI_BEACON_PUBLIC_KEY".to_owned(), stand_ins::beacon::public_key())]);
    let base_url = app.base_urls[0].clone();
    let demo = Demo { base_url: base_url.clone(), home: "/demos/1".into(), variables };
    let file = std::env::temp_dir().join(format!("seki-demo-proof-{}.json", proof["uid"].as_str().expect("a uid")));
    std::fs::write(&file, proof.to_string()).expect("a file");
    let path = file.to_str().expect("a path").to_owned();
    let head = proof["chain_head"].as_str().expect("a head").to_owned();
    let verify = async |place: &str, head: &str| {
        run_seki(&["raffle", "verify", place, "--seen", head], &home.environment()).await
    };
    let stranger = verify(&address, &head).await;
    assert_eq!((stranger.code, stranger.stdout.contains("the beacon's signature")), (1, true), "{stranger:?}");
    assert!(stranger.stderr.contains("names another beacon"), "{stranger:?}");

    let entry = registry::register(&home.demos(), &demo).expect("a demo");
    let by_name = address.replacen("127.0.0.1", "localhost", 1);
    for place in [&address, &by_name, &path] {
        let ran = verify(place, &head).await;
        assert_eq!((ran.code, ran.stdout.as_str()), (0, "ok: 3 entries, 1 winner\n"), "{place}: {ran:?}");
        assert!(ran.stderr.contains(&format!("the demo at {base_url}")), "{ran:?}");
    }
    let placeholder = verify(&address, "CHAIN_HEAD").await;
    assert!(placeholder.code == 2 && placeholder.stderr.contains("hexadecimal digits"), "{placeholder:?}");
    drop(entry);
    std::fs::remove_file(&file).expect("the file");
    app.end().await;
}

/// Changes to a round behind its chain, and the finding for each.
pub(super) const PLANTED: &[(&str, &str, &str)] = &[
    ("raffle_lists", "UPDATE raffle_entries SET weight = 9 WHERE place = 2", "the link of entry 2"),
    ("raffle_lists", "UPDATE raffle_entries SET code = code || '0' WHERE place = 3", "the link of entry 3"),
    ("raffle_lists", "UPDATE raffle_entries SET link = repeat('0', 64) WHERE place = 1", "the link of entry 1"),
    ("raffle_lists", "UPDATE raffle_entries SET place = 9 WHERE place = 1", "the link of entry 1"),
    ("raffle_lists", "DELETE FROM raffle_entries WHERE place = 1", "the link of entry 1"),
    ("raffle_lists", "DELETE FROM raffle_entries WHERE place = 3", "the chain's head"),
    ("raffle_lists", "DELETE FROM raffle_entries", "the chain's head"),
    ("raffle_lists", "UPDATE raffle_rounds SET chain_head = repeat('0', 64)", "the chain's head"),
    ("raffle_lists", "UPDATE raffle_rounds SET beacon_round = beacon_round + 1", "the link of entry 1"),
    (
        "raffle_lists",
        "UPDATE raffle_entries SET raffle_round_registration_id = (SELECT max(id) FROM raffle_round_registrations) WHERE place = 1",
        "is not of its diner",
    ),
    (
        "raffle_lists",
        "UPDATE raffle_round_registrations SET pick = NULL, picked_code = NULL, won_at = NULL, won_by = NULL",
        "the winners",
    ),
];

#[tokio::test]
async fn changed_entry_list_is_found_and_raffle_named() {
    let app = TestApp::start().await;
    let (proof, _) = drawn(&app).await;
    let uid = proof["uid"].as_str().expect("a uid");
    assert_eq!(verify::run(&app.pool).await.expect("the checks run"), []);
    for (check, statement, words) in PLANTED {
        let mut tx = app.pool.begin().await.expect("a transaction");
        sqlx::raw_sql(*statement).execute(&mut *tx).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
        let found = verify::run_in(&mut tx).await.expect("the checks run");
        tx.rollback().await.expect("undone");
        let named = found
            .iter()
            .any(|finding| finding.check == *check && finding.detail.contains(uid) && finding.detail.contains(words));
        assert!(named, "{statement}: {found:?}");
    }
    app.end().await;
}
