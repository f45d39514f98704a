//! A diner's payments, receipts by mail (F084), and documents (F085, gaps G094).

use domain::charge_invoices::close::close;
use domain::receipts::refunds;
use serde_json::{Value, json};
use tests::{
    CourseSpec, DAY, Options, Persona, Reply, Restaurant, RestaurantSpec, SlotSpec, TestApp, cards, usual_policy,
};

const HISTORY: &str = "/users/profile/payment_histories";
const SEND: &str = "/users/api/customers/send_receipt";
const ISSUE: &str = "/users/api/payment_histories";

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    hanako: Persona,
    uid: String,
}

/// Two guests have paid 780 yen to the platform and 20,000 yen in advance for their course.
async fn paid(operation: &'static str) -> Scene {
    let app = TestApp::start().await;
    let spec = RestaurantSpec {
        fee: 390,
        operation,
        policy: usual_policy(),
        courses: vec![CourseSpec { is_prepaid: true, ..CourseSpec::default() }],
        ..RestaurantSpec::default()
    };
    let restaurant = app.restaurant(spec).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    Scene { app, restaurant, hanako, uid }
}

impl Scene {
    async fn charges(&self) -> Vec<Value> {
        self.hanako.get(HISTORY).await.data()["charges"].as_array().cloned().expect("charges")
    }

    async fn charge(&self, kind: &str) -> Value {
        self.charges().await.into_iter().find(|charge| charge["kind"] == kind).expect("such a charge")
    }

    async fn issue(&self, id: &Value, part: Value) -> Reply {
        let mut invoice =
            json!({ "charge_id": id, "type": "receipt", "recipient_name": "席商事 <株式会社>", "reason": "" });
        for (key, value) in part.as_object().expect("an object") {
            invoice[key] = value.clone();
        }
        self.hanako.post(ISSUE, &json!({ "charge_invoice": invoice })).await
    }

    /// The page of an issued document, as a stranger with its address sees it.
    async fn open(&self, issued: &Reply) -> String {
        let url = issued.is(201).json()["receipt_url"].as_str().expect("an address").to_owned();
        let path = url.strip_prefix(&self.app.config.base_url).expect("of ours").to_owned();
        let page = self.app.anonymous().open(&path).await;
        assert_eq!(
            (page.status, page.header("x-robots-tag"), page.header("cache-control")),
            (200, "noindex", "no-store")
        );
        page.body
    }
}

#[tokio::test]
async fn history_lists_charges_with_refunds() {
    let scene = paid("dinner").await;
    let charges = scene.charges().await;
    assert_eq!(charges.len(), 2);
    let course = scene.charge("prepaid_course").await;
    assert_eq!(
        (&course["amount"], &course["refund_due"], &course["receipt_sent_at"]),
        (&json!(20_000), &json!(0), &Value::Null)
    );
    assert_eq!(course["visit"], "2026年12月08日 18:00");
    assert_eq!(course["reservation_uid"], scene.uid);
    scene.app.advance(6 * DAY);
    scene.hanako.cancel(&scene.uid).await.is(204);
    scene.app.drain_jobs().await;
    let course = scene.charge("prepaid_course").await;
    assert_eq!((&course["refund_due"], &course["refunded_amount"]), (&json!(10_000), &json!(10_000)));
    let page = scene.open(&scene.issue(&course["id"], json!({})).await).await;
    assert!(page.contains("10,000円") && page.contains("キャンセル料"), "what was kept: {page}");
    assert!(page.contains("不課税") && !page.contains("うち消費税"), "a fee contains no tax: {page}");
    assert!(page.contains("ご予約の日") && !page.contains("ご利用日"), "nobody was served: {page}");
    assert_eq!((&course["kept_fee"], &course["kind"]), (&json!(10_000), &json!("prepaid_course")));
    assert_eq!(scene.app.diner("kenji").await.get(HISTORY).await.data()["charges"], json!([]));
    scene.app.anonymous().open(HISTORY).await.goes_to("/users/sign_in");
    scene.app.end().await;
}

/// F084: the mail in the outbox, `receipt_sent_at` set, and no second one.
#[tokio::test]
async fn a_receipt_is_mailed_once() {
    let scene = paid("dinner").await;
    let Scene { app, hanako, .. } = &scene;
    let fid = scene.charge("reservation_fee").await["gateway_fid"].clone();
    let body = json!({ "receipt_email": "accounting@example.jp", "gateway_fid": fid });
    for bad in ["", "accounting", "a@b"] {
        let refused = hanako.post(SEND, &json!({ "receipt_email": bad, "gateway_fid": fid })).await;
        refused.refused(422, "invalid_input");
        assert_eq!(refused.bad_fields(), ["receipt_email"], "{bad:?}");
    }
    app.diner("kenji").await.post(SEND, &body).await.refused(404, "not_found");
    app.anonymous().post(SEND, &body).await.refused(401, "sign_in_required");
    assert_eq!(hanako.post(SEND, &body).await.is(200).json()["redirect_to"], HISTORY);
    hanako.post(SEND, &body).await.refused(422, "receipt_already_sent");
    app.drain_jobs().await;
    let mails = app.outside.inbox("accounting@example.jp").await;
    assert_eq!(mails.len(), 1);
    let text = mails[0]["text"].as_str().unwrap();
    for expected in ["領収書", "780円", "10%対象: 780円 (うち消費税 70円)", "予約手数料", "/receipts/"]
    {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let fee = scene.charge("reservation_fee").await;
    assert!(fee["receipt_sent_at"].is_string());
    assert_eq!(scene.charge("prepaid_course").await["receipt_sent_at"], Value::Null);
    // The mail contains the first copy, so a printed one of the same payment is reissued; an invoice is another document.
    assert!(!text.contains("再発行"), "{text}");
    let printed = scene.open(&scene.issue(&fee["id"], json!({})).await).await;
    assert!(printed.contains("再発行"), "{printed}");
    let invoice = scene.open(&scene.issue(&fee["id"], json!({ "type": "invoice" })).await).await;
    assert!(!invoice.contains("再発行"), "{invoice}");
    scene.app.end().await;
}

#[tokio::test]
async fn a_charge_has_at_most_twenty_documents_of_a_type() {
    let scene = paid("dinner").await;
    let course = scene.charge("prepaid_course").await["id"].clone();
    for copy in 0..20 {
        scene.issue(&course, json!({ "reason": format!("会食代 {copy}") })).await.is(201);
    }
    scene.issue(&course, json!({})).await.refused(422, "documents_too_many");
    scene.issue(&course, json!({ "reason": "会食代 0" })).await.is(201);
    scene.issue(&course, json!({ "type": "invoice" })).await.is(201);
    scene.app.end().await;
}

/// The same document is not issued again: a reprint has no mark, and a document for another name has one.
#[tokio::test]
async fn a_document_with_the_same_contents_is_the_same_document() {
    let scene = paid("dinner").await;
    let course = scene.charge("prepaid_course").await;
    let send = json!({ "receipt_email": "accounting@example.jp", "gateway_fid": course["gateway_fid"],
                       "recipient_name": "席商事株式会社", "reason": "会食代として" });
    let mut long = send.clone();
    long["reason"] = json!("席".repeat(101));
    assert_eq!(scene.hanako.post(SEND, &long).await.bad_fields(), ["reason"]);
    scene.hanako.post(SEND, &send).await.is(200);
    scene.app.drain_jobs().await;
    let mails = scene.app.outside.inbox("accounting@example.jp").await;
    let text = mails[0]["text"].as_str().expect("a text");
    assert!(text.starts_with("hanako 太郎 様"), "the mail greets the diner: {text}");
    assert!(text.contains("席商事株式会社 御中") && text.contains("会食代として"), "{text}");
    scene.app.advance(DAY);
    let same = json!({ "recipient_name": "席商事株式会社", "reason": "会食代として" });
    let printed = scene.issue(&course["id"], same).await;
    let address = printed.is(201).json()["receipt_url"].as_str().expect("an address").to_owned();
    assert!(text.contains(&address), "the mailed one: {text}");
    assert!(!scene.open(&printed).await.contains("再発行"));
    let other = scene.open(&scene.issue(&course["id"], json!({ "recipient_name": "山田 花子" })).await).await;
    assert!(other.contains("再発行") && other.contains("山田 花子 様"), "{other}");
    scene.app.end().await;
}

/// The button needs the page's only script, which the policy allows by its hash.
#[tokio::test]
async fn a_document_can_be_printed_by_a_button() {
    let scene = paid("dinner").await;
    let course = scene.charge("prepaid_course").await["id"].clone();
    let url =
        scene.issue(&course, json!({})).await.is(201).json()["receipt_url"].as_str().expect("an address").to_owned();
    let page = scene.app.anonymous().open(url.strip_prefix(&scene.app.config.base_url).expect("of ours")).await;
    let script =
        page.body.split_once("<script>").and_then(|(_, rest)| rest.split_once("</script>")).expect("a script").0;
    assert!(script.contains("print()") && page.body.contains(">印刷する</button>"), "{}", page.body);
    let policy = page.header("content-security-policy").to_owned();
    assert!(policy.contains(&domain::signing::script_source(script)), "{policy}");
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    scene.app.end().await;
}

/// F085: without the recipient's name nothing; with it an address that opens.
#[tokio::test]
async fn document_has_the_fields_of_a_qualified_invoice() {
    let scene = paid("dinner").await;
    let Scene { app, hanako, .. } = &scene;
    let course = scene.charge("prepaid_course").await["id"].clone();
    for (part, field) in [
        (json!({ "recipient_name": "　" }), "charge_invoice.recipient_name"),
        (json!({ "recipient_name": "名".repeat(101) }), "charge_invoice.recipient_name"),
        (json!({ "type": "bill" }), "charge_invoice.type"),
        (json!({ "reason": "席".repeat(101) }), "charge_invoice.reason"),
    ] {
        let refused = scene.issue(&course, part).await;
        refused.refused(422, "invalid_input");
        assert_eq!(refused.bad_fields(), [field]);
    }
    let page = scene.open(&scene.issue(&course, json!({})).await).await;
    for expected in [
        "<h1>領収書</h1>",
        "席商事 &lt;株式会社&gt; 御中",
        "20,000円",
        "10%対象",
        "1,818円",
        "登録番号: T1234567890123",
        "2026年12月01日",
        "コース代金（前払）",
    ] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    let again = scene.open(&scene.issue(&course, json!({ "reason": "会食代として" })).await).await;
    assert!(again.contains("再発行") && again.contains("会食代として"), "{again}");
    let invoice = scene.open(&scene.issue(&course, json!({ "type": "invoice" })).await).await;
    assert!(invoice.contains("<h1>請求書</h1>"), "the first of its type: {invoice}");
    let body = json!({ "charge_invoice": { "charge_id": course, "type": "receipt", "recipient_name": "健二" } });
    app.diner("kenji").await.post(ISSUE, &body).await.refused(404, "not_found");
    app.anonymous().post(ISSUE, &body).await.refused(401, "sign_in_required");
    let uncsrf = hanako.call(reqwest::Method::POST, ISSUE).csrf(tests::Csrf::None).json(&body).send().await;
    uncsrf.refused(422, "csrf");
    app.anonymous().get("/receipts/none").await.refused(404, "not_found");
    hanako.cancel(&scene.uid).await.is(204);
    app.drain_jobs().await;
    scene.issue(&course, json!({})).await.refused(422, "nothing_paid");
    scene.app.end().await;
}

#[tokio::test]
async fn receipt_has_reduced_takeaway_tax_and_untaxed_fee() {
    let scene = paid("takeaway").await;
    let course = scene.charge("prepaid_course").await["id"].clone();
    let page = scene.open(&scene.issue(&course, json!({})).await).await;
    assert!(page.contains("8%対象（軽減税率）") && page.contains("1,481円"), "{page}");
    scene.app.end().await;
    let app = TestApp::with(Options::default()).await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.advance(6 * DAY);
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    let scene = Scene { app, restaurant, hanako, uid };
    let fee = scene.charge("cancellation_fee").await["id"].clone();
    let page = scene.open(&scene.issue(&fee, json!({})).await).await;
    assert!(page.contains("不課税") && !page.contains("うち消費税"), "{page}");
    scene.app.end().await;
}

/// A receipt that was issued before a refund keeps its content, and names the refund and its document.
#[tokio::test]
async fn refund_has_a_document_and_marks_the_receipt() {
    let scene = paid("dinner").await;
    let Scene { app, hanako, .. } = &scene;
    let course = scene.charge("prepaid_course").await["id"].clone();
    let issued = scene.issue(&course, json!({})).await;
    let before = scene.open(&issued).await;
    assert!(before.contains("20,000円") && !before.contains("返金"), "{before}");
    app.advance(6 * DAY);
    hanako.cancel(&scene.uid).await.is(204);
    app.drain_jobs().await;
    let charge = scene.charge("prepaid_course").await;
    assert_eq!(charge["refunds"][0]["amount"], 10_000);
    assert_eq!(charge["refunds"][0]["document_path"], Value::Null, "the sweep comes later");
    app.drain_jobs().await;
    let refund = scene.charge("prepaid_course").await["refunds"][0].clone();
    let number = refund["document_number"].as_str().expect("a number").to_owned();
    let after = scene.open(&issued).await;
    for expected in ["20,000円", "1,818円", "10,000円を返金しました", &number, "キャンセル料（不課税）"]
    {
        assert!(after.contains(expected), "{expected} in {after}");
    }
    let page = app.anonymous().open(refund["document_path"].as_str().expect("a path")).await;
    for expected in [
        "<h1>適格返還請求書</h1>",
        "席商事 &lt;株式会社&gt; 御中",
        "登録番号: T1234567890123",
        "2026年12月07日",
        "2026年12月01日",
        "10%対象",
        "10,000円",
        "909円",
        "R-",
        &number,
    ] {
        assert!(page.body.contains(expected), "{expected} in {}", page.body);
    }
    let mails = app.outside.inbox("hanako@seki.test").await;
    let mailed: Vec<_> =
        mails.iter().filter(|mail| mail["text"].as_str().unwrap_or_default().contains(&number)).collect();
    assert_eq!(mailed.len(), 1, "the document is mailed once");
    scene.app.end().await;
}

/// The law asks for no document of a small refund. Its diner may ask for one.
#[tokio::test]
async fn small_refund_is_documented_on_request() {
    let scene = paid("dinner").await;
    let Scene { app, hanako, .. } = &scene;
    app.execute("UPDATE charges SET refund_due = 5000 WHERE kind = 'prepaid_course'").await;
    let subject = app.only_reservation().await;
    domain::settlement::settle_subject(app.payments(), subject).await.expect("a refund");
    app.drain_jobs().await;
    let refund = scene.charge("prepaid_course").await["refunds"][0].clone();
    assert_eq!((&refund["amount"], &refund["document_path"]), (&json!(5_000), &Value::Null));
    let path = format!("/users/api/payment_histories/refunds/{}/document", refund["id"]);
    app.diner("kenji").await.post(&path, &json!({})).await.refused(404, "not_found");
    app.anonymous().post(&path, &json!({})).await.refused(401, "sign_in_required");
    let issued = hanako.post(&path, &json!({})).await;
    let page = scene.open(&issued).await;
    assert!(page.contains("5,000円") && page.contains("454円") && !page.contains("ご利用日"), "{page}");
    let again = hanako.post(&path, &json!({})).await;
    assert_eq!(again.is(201).json(), issued.json(), "one document a refund");
    let body = json!({ "charge_invoice": { "charge_id": 1, "type": "refund", "recipient_name": "花子" } });
    hanako.post(ISSUE, &body).await.refused(422, "invalid_input");
    scene.app.end_unverified().await;
}

/// The kept part of a no-show's course is an untaxed fee, and so is its refund: the law asks for no document.
#[tokio::test]
async fn refund_of_a_kept_fee_is_untaxed_and_documented_on_request() {
    let Scene { app, restaurant, hanako, uid } = paid("dinner").await;
    let course = app.intents(&hanako).await.pop().expect("a payment").id;
    app.advance(8 * DAY);
    let no_show = format!("/owners/api/reservations/{uid}/no_show");
    app.owner(&restaurant).await.put(&no_show, &json!({ "no_show": true })).await.is(200);
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").earned, 1);
    let hanako = app.back(&hanako).await;
    let scene = Scene { app, restaurant, hanako, uid };
    let Scene { app, hanako, .. } = &scene;
    let charge = scene.charge("prepaid_course").await["id"].clone();
    let issued = scene.issue(&charge, json!({})).await;
    assert!(scene.open(&issued).await.contains("不課税"));
    app.outside.dashboard("refunds", &[("payment_intent", &course), ("amount", "10000")]).await;
    app.drain_jobs().await;
    app.drain_jobs().await;
    let refund = scene.charge("prepaid_course").await["refunds"][0].clone();
    assert_eq!((&refund["amount"], &refund["document_path"]), (&json!(10_000), &Value::Null), "not due by law");
    assert!(scene.open(&issued).await.contains("10,000円を返金しました"));
    let path = format!("/users/api/payment_histories/refunds/{}/document", refund["id"]);
    let page = scene.open(&hanako.post(&path, &json!({})).await).await;
    for expected in ["<h1>返金明細書</h1>", "不課税", "10,000円", "キャンセル料"] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    assert!(!page.contains("うち消費税"), "{page}");
    scene.app.end().await;
}

/// The first sweep after the update mails nothing about earlier refunds.
#[tokio::test]
async fn refund_from_before_the_update_is_documented_on_request() {
    let scene = paid("dinner").await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.cancel(uid).await.is(204);
    app.drain_jobs().await;
    app.execute(
        "ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_append_only;
         UPDATE ledger_transfers SET predates_documents = true;
         ALTER TABLE ledger_transfers ENABLE TRIGGER ledger_transfers_append_only",
    )
    .await;
    app.drain_jobs().await;
    let refund = scene.charge("prepaid_course").await["refunds"][0].clone();
    assert_eq!((&refund["amount"], &refund["document_path"]), (&json!(20_000), &Value::Null));
    let mut conn = app.pool.acquire().await.expect("a connection");
    assert_eq!(refunds::count_due(&mut conn, app.now()).await.expect("a count").count, 0);
    drop(conn);
    let path = format!("/users/api/payment_histories/refunds/{}/document", refund["id"]);
    let page = scene.open(&hanako.post(&path, &json!({})).await).await;
    assert!(page.contains("<h1>適格返還請求書</h1>"), "{page}");
    scene.app.end().await;
}

/// Once the close has booked the course as served, a no-show does not change its tax. No receipt states a visit.
#[tokio::test]
async fn receipt_of_a_late_no_show_states_no_visit() {
    let scene = paid("dinner").await;
    scene.app.advance(8 * DAY);
    let scene = Scene { hanako: scene.app.back(&scene.hanako).await, ..scene };
    let Scene { app, restaurant, uid, .. } = &scene;
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").earned, 1);
    let course = scene.charge("prepaid_course").await["id"].clone();
    assert!(scene.open(&scene.issue(&course, json!({})).await).await.contains("ご利用日"));
    let no_show = format!("/owners/api/reservations/{uid}/no_show");
    app.owner(restaurant).await.put(&no_show, &json!({ "no_show": true })).await.is(200);
    let page = scene.open(&scene.issue(&course, json!({})).await).await;
    assert!(page.contains("10%対象") && page.contains("1,818円"), "{page}");
    assert!(page.contains("ご予約の日") && !page.contains("ご利用日"), "{page}");
    scene.app.end().await;
}

/// A no-show that was recorded by mistake: the receipt keeps its content, and names no fee that is not kept.
#[tokio::test]
async fn receipt_names_no_fee_that_became_a_course_again() {
    let scene = paid("dinner").await;
    scene.app.advance(8 * DAY);
    let scene = Scene { hanako: scene.app.back(&scene.hanako).await, ..scene };
    let owner = scene.app.owner(&scene.restaurant).await;
    let no_show = format!("/owners/api/reservations/{}/no_show", scene.uid);
    let course = scene.charge("prepaid_course").await["id"].clone();
    let of_course = scene.issue(&course, json!({})).await;
    owner.put(&no_show, &json!({ "no_show": true })).await.is(200);
    assert!(scene.open(&of_course).await.contains("お支払いのうち20,000円はキャンセル料"));
    let of_fee = scene.issue(&course, json!({})).await;
    owner.put(&no_show, &json!({ "no_show": false })).await.is(200);
    for issued in [of_course, of_fee] {
        let page = scene.open(&issued).await;
        assert!(!page.contains("お支払いのうち"), "{page}");
    }
    scene.app.end().await;
}
