//! The objects of one restaurant and one diner that the rows of the matrix name, and another restaurant.

use domain::ids::OwnerId;
use domain::sessions::AccountId;
use serde_json::{Value, json};
use tests::{
    GuestSpec, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec, all_ticked,
};

use super::belongings::{self, Gold, Keys, Member, Raffles};
use super::{MEMBERS, MatrixRow, SignInSide};

/// Part of the restaurant's memos, which its staff and admins read.
pub const OWNERS_SECRET: &str = "OWNERS-SECRET";
/// Part of the diner's name and request, which the diner, the restaurant's staff and admins read.
pub const DINERS_SECRET: &str = "DINERS-SECRET";

/// A row that was written.
#[derive(sqlx::FromRow)]
pub struct Write {
    pub place: String,
    pub row: Value,
}

pub struct Scene {
    pub app: TestApp,
    pub restaurant: Restaurant,
    pub elsewhere: Restaurant,
    pub owner: Persona,
    pub hanako: Persona,
    pub admin: Persona,
    /// Of the diner, the owner and the admin.
    pub keys: [Keys; 3],
    /// Another diner's account: with an app and a session to lose.
    pub bystander: String,
    pub raffles: Raffles,
    pub gold: Gold,
    /// Of premium, gold and the club.
    pub members: [Member; 3],
    pub way_out: String,
    /// The diner's account.
    pub user: String,
    /// The diner's booking, and a hold that is not confirmed yet.
    pub booking: String,
    pub booking_code: String,
    pub hold: String,
    /// A second booking, whose cancellation the restaurant requests.
    pub second_booking: String,
    /// A slot without a booking, and the body of a hold for it.
    pub free_slot: String,
    pub free_stocks: String,
    pub calendar_token: String,
    pub hold_request: Value,
    /// Invitations of the diner: to be accepted, declined, withdrawn.
    pub invitations: [String; 3],
    pub invite: String,
    /// Visits that staff recorded: a future one, a past one, and one from a partner site.
    pub visit: String,
    pub past_visit: String,
    pub offsite: String,
    pub new_visit: Value,
    /// A waiting-list entry for a seat on another day.
    pub waiting_entry: String,
    pub new_invitation: Value,
    pub new_slot: Value,
    /// The form of a refill template.
    pub template: Value,
    /// Slots freed by cancellations.
    pub freed: String,
    /// Customers of the restaurant's own: uid and number.
    pub customers: [(String, i64); 3],
    /// A merge of two further customers that is in effect.
    pub merge: i64,
    pub group: i64,
    pub tag: i64,
    pub day: i64,
    pub numbers: [i64; 3],
    pub announcements: [i64; 3],
    /// The restaurant's online start, and one of its notification addresses.
    pub operation: i64,
    pub subscription: i64,
    pub notification: i64,
    /// Phone verifications that the diner requested.
    pub call_proof: String,
    pub text_proof: String,
    pub text_code: String,
    pub card_method: String,
    /// Invitations to the staff, two for each console: one to be sent again, one to be withdrawn.
    pub staff_invitations: Vec<String>,
}

fn visit(days: i64) -> VisitSpec {
    VisitSpec { days, items: vec![0], guests: 1, ..VisitSpec::default() }
}

async fn invited_staff(owner: &Persona) -> Vec<String> {
    for number in 0..4 {
        let email = format!("invited{number}@seki.test");
        let whom = json!({ "email": email, "nickname": OWNERS_SECRET, "role": "staff" });
        owner.post("/owners/api/staff/invitations", &whom).await.is(200);
    }
    let page = owner.get("/owners/staff").await.data();
    let invitations = page["invitations"].as_array().expect("invitations").iter();
    invitations.map(|invitation| invitation["uid"].as_str().expect("a uid").to_owned()).collect()
}

impl Scene {
    pub async fn open() -> Self {
        let app = TestApp::start().await;
        let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
        let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
        let (owner, hanako) = (app.owner(&restaurant).await, app.diner("hanako").await);
        sqlx::query("UPDATE profiles SET name_last = $1 WHERE user_id = $2")
            .bind(DINERS_SECRET)
            .bind(hanako.id().0)
            .execute(&app.pool)
            .await
            .expect("a name");
        app.execute("UPDATE operations SET opens_at = '00:00'").await;
        app.execute("UPDATE restaurant_operations SET is_in_availability_feed = true").await;
        app.execute("INSERT INTO restaurant_feature_availabilities (restaurant_id, delivery_provider) SELECT id, true FROM restaurants").await;
        let hanako = hanako.with_card(&app.outside, tests::cards::GOOD).await;
        let freed = freed(&app, &restaurant, &owner, &hanako).await;
        let second_booking = second_booking(&app, &restaurant, &hanako).await;
        let (booking, hold) = booked(&app, &restaurant, &hanako).await;
        let free = app.slot(&restaurant, SlotSpec { days: 12, ..SlotSpec::default() }).await;
        let token = hanako.calendar_token(restaurant.slug).await;
        let mut invitations = Vec::new();
        for days in [20, 21, 22] {
            let spec = VisitSpec { guests: 2, items: vec![0, 1], ..visit(days) };
            invitations.push(owner.invite_diner(&app, &restaurant, &spec, &hanako).await);
        }
        let (written, past_visit, offsite) = recorded_visits(&app, &restaurant, &owner).await;
        let customers = customers(&owner).await;
        let merge = merge(&owner).await;
        let mut new_visit = app.visit(&restaurant, &visit(40)).await;
        new_visit["offline_customer_uid"] = customers[0].0.clone().into();
        let waits = json!({ "customer_uid": customers[0].0, "date": app.day(43), "starts_from": "18:00", "starts_till": "19:00", "guests_count": 1 });
        let waiting_entry = owner.post("/owners/api/waiting_list", &waits).await.is(201).json()["data"]["uid"].clone();
        let waiting_entry = waiting_entry.as_str().expect("a uid").to_owned();
        let mut new_invitation = app.visit(&restaurant, &visit(41)).await;
        new_invitation["online_customer_uid"] = app.customer_of(&restaurant, &hanako).await.into();
        let staff_invitations = invited_staff(&owner).await;
        let template = app.template_form(&restaurant, &[]).await;
        let new_slot = json!({ "online_stock_group": {
            "guests_counts": [1], "always_allow_last_solo": 0, "course_ids": restaurant.courses, "date": app.day(42),
            "inventory_group_uid": new_visit["inventory_group_uid"], "inventory_item_uids": new_visit["inventory_item_uids"],
            "times": [{ "start_time": "18:00", "end_time": "20:00" }], "online_stocks": [], "show_end_time_on_title": false } });
        let (call_proof, text_proof, text_code) = proofs(&app, &hanako).await;
        let admin = app.anonymous();
        let admin_id = app.sign_in_admin_as_well(&admin).await;
        let owner_id = OwnerId(app.count("SELECT min(id) FROM owners").await);
        let keys = [
            belongings::keys_of(&app, AccountId::Diner(hanako.id())).await,
            belongings::keys_of(&app, AccountId::Owner(owner_id)).await,
            belongings::keys_of(&app, AccountId::Admin(admin_id)).await,
        ];
        let bystander = app.diner("sora").await;
        bystander.add_authenticator(&app, "/users/profile/security_settings").await;
        let request = sqlx::query("INSERT INTO gold_plan_change_requests (user_id, created_at) VALUES ($1, $2)");
        request.bind(bystander.id().0).bind(app.now()).execute(&app.pool).await.expect("the request of number 1");
        belongings::insert_dead_jobs(&app).await;
        let raffles = belongings::raffles(&app, &restaurant, &hanako, &bystander).await;
        let set_aside = app.slot(&restaurant, SlotSpec { days: 14, ..SlotSpec::default() }).await;
        let gold = belongings::gold(&app, &restaurant, &set_aside).await;
        let members = belongings::members(&app).await;
        belongings::insert_dispute(&app).await;
        let way_out = belongings::way_out(&app, &app.customer_of(&restaurant, &hanako).await);
        let begun = hanako.post("/users/profile/credit_card/setup_intent", &json!({})).await;
        let secret = begun.is(200).json()["client_secret"].as_str().expect("a secret").to_owned();
        app.outside.card_form(&secret, tests::cards::GOOD, "success").await;
        let card_method = tests::card_of(&app.outside, &secret).await;
        let announcements = announcements(&app, &owner).await;
        let numbers = numbers(&owner).await;
        let one = |query: &'static str| app.count(query);
        Self {
            user: text(&app, "SELECT uid FROM users WHERE id::text = $1", &hanako.id().0.to_string()).await,
            booking_code: text(&app, "SELECT reservation_code FROM reservations WHERE uid = $1", &booking).await,
            invite: text(&app, "SELECT i.uid FROM reservation_invites i JOIN reservations r ON r.id = i.reservation_id WHERE r.uid = $1", &invitations[0]).await,
            free_slot: text(&app, "SELECT uid FROM online_stock_groups WHERE id::text = $1", &free.id.to_string()).await,
            free_stocks: text(&app, "SELECT string_agg(id::text, ',') FROM online_stocks WHERE online_stock_group_id::text = $1", &free.id.to_string()).await,
            hold_request: free.hold_request(&restaurant, 1, &token),
            group: app.customer_group(&restaurant, "常連", false).await,
            tag: one("INSERT INTO calendar_tags (restaurant_id, label, color) SELECT min(id), 'OWNERS-SECRET', '#ab3524' FROM restaurants RETURNING id").await,
            day: one("INSERT INTO restaurant_calendar_dates (restaurant_id, date, daily_memo) SELECT min(id), '2027-03-01', 'OWNERS-SECRET' FROM restaurants RETURNING id").await,
            notification: one("SELECT min(id) FROM notifications WHERE reason = 'new_onr'").await,
            operation: one("SELECT id FROM restaurant_operations WHERE restaurant_id = (SELECT min(id) FROM restaurants)").await,
            subscription: one("INSERT INTO restaurant_email_subscriptions (restaurant_id, email, created_at)
                               SELECT id, 'chef@kagura.test', created_at FROM restaurants ORDER BY id LIMIT 1 RETURNING id").await,
            calendar_token: token,
            invitations: invitations.try_into().expect("three"),
            visit: written,
            booking, second_booking, hold, past_visit, offsite, new_visit, waiting_entry, new_invitation, new_slot, template, staff_invitations, freed, customers, merge, numbers, announcements,
            bystander: text(&app, "SELECT uid FROM users WHERE id::text = $1", &bystander.id().0.to_string()).await,
            admin, keys, raffles, gold, members, way_out, call_proof, text_proof, text_code, card_method, app, restaurant, elsewhere, owner, hanako,
        }
    }

    /// Returns the texts that a role must never read.
    pub fn markers_for(&self, role: &str) -> Vec<&'static str> {
        match role {
            "the owner" | "staff" | "the owner with an admin's session" | "the admin" => Vec::new(),
            "the diner" => vec![OWNERS_SECRET],
            _ => vec![OWNERS_SECRET, DINERS_SECRET],
        }
    }

    /// Records every written row from now on.
    pub async fn watch_writes(&self) {
        self.app.execute(WATCH).await;
    }

    /// Returns the writes since the last call.
    pub async fn writes(&self) -> Vec<Write> {
        let taken = sqlx::query_as("DELETE FROM watched_writes RETURNING place, row");
        taken.fetch_all(&self.app.pool).await.expect("what was written")
    }

    pub fn is_of_the_rightful(&self, line: &MatrixRow, write: &Write) -> bool {
        let member = MEMBERS.iter().position(|name| *name == line.rightful).map(|at| &self.members[at].persona);
        let rightful = member.unwrap_or(&self.hanako).id().0;
        let is_hers = write.row["user_id"] == rightful
            || (write.place == "users" && write.row["id"] == rightful)
            || (write.place == "passkeys" && self.keys.iter().any(|keys| write.row["uid"] == *keys.passkey));
        is_hers || (line.side == SignInSide::Owner && write.row["restaurant_id"] == self.restaurant.id.0)
    }
}

const WATCH: &str = "
    CREATE TABLE watched_writes (place text NOT NULL, row jsonb NOT NULL);
    CREATE FUNCTION watch_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO watched_writes VALUES (TG_TABLE_NAME, to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END));
        RETURN NULL;
    END $$;
    DO $$
    DECLARE place regclass;
    BEGIN
        FOR place IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                     AND relname <> 'watched_writes' LOOP
            EXECUTE format('CREATE TRIGGER zz_watch AFTER INSERT OR UPDATE OR DELETE ON %s
                            FOR EACH ROW EXECUTE FUNCTION watch_write()', place);
        END LOOP;
    END $$";

async fn text(app: &TestApp, query: &'static str, of: &str) -> String {
    sqlx::query_scalar(query).bind(of).fetch_one(&app.pool).await.unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// A slot that a cancellation freed.
async fn freed(app: &TestApp, restaurant: &Restaurant, owner: &Persona, hanako: &Persona) -> String {
    let switch_on = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch(&format!("/owners/api/restaurant_operations/{}", restaurant.slug), &switch_on).await.is(200);
    let slot = app.slot(restaurant, SlotSpec { days: 5, items: vec![0, 1], ..SlotSpec::default() }).await;
    let booked = hanako.book(restaurant, &slot, 2).await;
    hanako.cancel(&booked).await.is(204);
    text(app, "SELECT uid FROM online_cancellations WHERE online_stock_group_id::text = $1", &slot.id.to_string()).await
}

/// A booking with a request, and a hold.
async fn booked(app: &TestApp, restaurant: &Restaurant, hanako: &Persona) -> (String, String) {
    let slot = app.slot(restaurant, SlotSpec { days: 10, ..SlotSpec::default() }).await;
    let booking = hanako.hold(restaurant, &slot, 2).await;
    let mut body = all_ticked();
    body["reservation"] = json!({ "special_request": DINERS_SECRET });
    hanako.post(&format!("/r/{}/reservations/{booking}/confirm.json", restaurant.slug), &body).await.is(200);
    let slot = app.slot(restaurant, SlotSpec { days: 11, ..SlotSpec::default() }).await;
    (booking, hanako.hold(restaurant, &slot, 1).await)
}

async fn second_booking(app: &TestApp, restaurant: &Restaurant, hanako: &Persona) -> String {
    let slot = app.slot(restaurant, SlotSpec { days: 13, ..SlotSpec::default() }).await;
    hanako.book(restaurant, &slot, 1).await
}

async fn recorded_visits(app: &TestApp, restaurant: &Restaurant, owner: &Persona) -> (String, String, String) {
    let mut uids = Vec::new();
    for days in [30, 31, 32] {
        let mut body = app.visit(restaurant, &visit(days)).await;
        body["offline_customer_uid"] = app.guest(restaurant, GuestSpec::default()).await.into();
        body["internal_memo"] = OWNERS_SECRET.into();
        uids.push(owner.post(OFFLINE_RESERVATIONS, &body).await.uid());
    }
    let [written, past, offsite] = uids.try_into().expect("three");
    sqlx::query("UPDATE reservations SET type = 'offsite_reservation' WHERE uid = $1")
        .bind(&offsite)
        .execute(&app.pool)
        .await
        .expect("a partner's reservation");
    sqlx::query(
        "WITH moved AS (UPDATE reservations SET date = date - 33, starts_at = starts_at - interval '33 days',
             ends_at = ends_at - interval '33 days' WHERE uid = $1 RETURNING id, starts_at, ends_at)
         UPDATE reservation_seats SET during = tstzrange(m.starts_at, m.ends_at) FROM moved m WHERE reservation_id = m.id",
    )
    .bind(&past)
    .execute(&app.pool)
    .await
    .expect("a visit that ended");
    (written, past, offsite)
}

async fn merge(owner: &Persona) -> i64 {
    let mut ids = Vec::new();
    for nickname in ["OWNERS-SECRET-FIRST", "OWNERS-SECRET-SECOND"] {
        let saved = owner.post("/owners/api/customers", &json!({ "nickname": nickname })).await.is(201).json();
        ids.push(saved["id"].clone());
    }
    let body = json!({ "primary_customer_id": ids[0], "merged_customer_ids": [ids[1]] });
    let made = owner.post("/owners/api/offline_customer_merges", &body).await.is(200).json();
    made["id"].as_i64().expect("a merge")
}

async fn customers(owner: &Persona) -> [(String, i64); 3] {
    let mut found = Vec::new();
    for number in ["08011110001", "08011110002", "08011110003"] {
        let body = json!({ "nickname": OWNERS_SECRET, "phone_local_number": number, "internal_memo": OWNERS_SECRET });
        let saved = owner.post("/owners/api/customers", &body).await.is(201).json();
        found.push((saved["uid"].as_str().expect("a uid").to_owned(), saved["id"].as_i64().expect("a number")));
    }
    found.try_into().expect("three")
}

async fn announcements(app: &TestApp, owner: &Persona) -> [i64; 3] {
    for _ in 0..3 {
        let body = json!({ "announcement": { "subject_type": "event", "body": OWNERS_SECRET } });
        owner.post("/owners/announcements", &body).await.is(200);
    }
    let ids: Vec<i64> =
        sqlx::query_scalar("SELECT id FROM announcements ORDER BY id").fetch_all(&app.pool).await.unwrap();
    ids.try_into().expect("three")
}

async fn numbers(owner: &Persona) -> [i64; 3] {
    let mut found = Vec::new();
    for number in ["09055550001", "09055550002", "09055550003"] {
        let body = json!({ "phone_local_number": number, "internal_memo": OWNERS_SECRET });
        let saved = owner.post("/owners/restaurant_blacklisted_phone_numbers", &body).await.is(201).json();
        found.push(saved["id"].as_i64().expect("a number"));
    }
    found.try_into().expect("three")
}

/// A call that has come and a text message whose code is known, both the diner's browser's.
async fn proofs(app: &TestApp, hanako: &Persona) -> (String, String, String) {
    let body = json!({ "phone_country": "JP", "phone_local_number": "9012340001", "flow_type": "phone_update" });
    let called = hanako.post("/phone_verifications", &body).await.is(201).json();
    let body = json!({ "sms_confirmation": { "phone_country": "JP", "phone_local_number": "9012340002" }, "recaptcha_token": "human" });
    let texted = hanako.post("/sms_confirmations", &body).await.is(201).json();
    let uuid = |answer: &Value| answer["uuid"].as_str().expect("a uuid").to_owned();
    app.execute("UPDATE phone_verifications SET status = 'confirmed', confirmed_at = requested_at").await;
    app.drain_jobs().await;
    let message = app.outside.inbox("+819012340002").await.remove(0);
    let words = message["text"].as_str().expect("a text").split(|c: char| !c.is_ascii_digit());
    let code = words.into_iter().find(|word| word.len() == 4).expect("a code").to_owned();
    (uuid(&called), uuid(&texted), code)
}
