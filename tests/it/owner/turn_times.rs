//! How long parties of each size stay: computed from the steps of visits that staff record, on the report's page and in its files.

use serde_json::{Value, json};
use tests::{HOUR, Persona, RestaurantSpec, TestApp, VisitSpec};

use super::reports::{Booked, DINNER, end, enter, opened, report, swept, workbook};

const DECEMBER: &str = "from=2026-12&till=2026-12";

/// Four parties of this evening at four tables, at 21:00. The first two are pairs, then three and four guests.
struct Evening {
    app: TestApp,
    owner: Persona,
    parties: Vec<String>,
}

impl Evening {
    async fn new() -> Self {
        let app = TestApp::start().await;
        let (restaurant, owner) = opened(&app).await;
        let mut parties = Vec::new();
        for (item, guests) in [2, 2, 3, 4].into_iter().enumerate() {
            let visit = VisitSpec { days: 0, items: vec![item], guests, ..VisitSpec::default() };
            let visit = owner.record_visit(&app, &restaurant, &visit).await.is(201).json();
            parties.push(visit["uid"].as_str().expect("a uid").to_owned());
        }
        app.advance(11 * HOUR);
        Self { app, owner, parties }
    }

    /// Records a step of a party at a time of the evening.
    async fn note(&self, party: usize, state: &str, at: &str) {
        let path = format!("/owners/api/reservations/{}/service_state", self.parties[party]);
        self.owner.put(&path, &json!({ "state": state, "at": at })).await.is(200);
    }

    /// Records the steps of all parties. The party of three has not left.
    async fn note_all(&self) {
        for (party, state, at) in [
            (0, "arrived", "18:00"),
            (0, "seated", "18:05"),
            (0, "left", "19:35"),
            (1, "arrived", "18:00"),
            (1, "left", "20:00"),
            (2, "seated", "18:00"),
            (3, "seated", "18:10"),
            (3, "bill", "20:30"),
            (3, "left", "20:40"),
        ] {
            self.note(party, state, at).await;
        }
    }

    async fn turn_times(&self) -> Value {
        swept(&self.app).await;
        report(&self.owner, DECEMBER).await["turn_times"].clone()
    }
}

/// Turn times with parties and average minutes of some sizes, and of all.
fn by_size(sizes: &[(usize, i64, i64)], total: (i64, i64)) -> Value {
    let mut all = vec![json!({ "parties": 0, "average_minutes": null }); 9];
    for (size, parties, average) in sizes {
        all[size - 1] = json!({ "parties": parties, "average_minutes": average });
    }
    json!({ "by_size": all, "total": { "parties": total.0, "average_minutes": total.1 } })
}

#[tokio::test]
async fn turn_times_by_party_size_follow_the_recorded_steps() {
    let evening = Evening::new().await;
    let nothing = json!({ "parties": 0, "average_minutes": null });
    let empty = json!({ "by_size": vec![nothing.clone(); 9], "total": nothing });
    let before = evening.turn_times().await;
    assert_eq!(before, json!({ "sizes": [1, 2, 3, 4, 5, 6, 7, 8, 9], "overall": empty, "meals": [] }));
    evening.note_all().await;
    let times = evening.turn_times().await;
    let expected = by_size(&[(2, 2, 105), (4, 1, 150)], (3, 120));
    assert_eq!(times["overall"], expected, "from the seating, or else from the arrival, until the departure");
    assert_eq!(times["meals"], json!([{ "operation": "dinner", "label": "ディナー", "times": expected }]));
    let english = evening.owner.get(&format!("/owners/reports?{DECEMBER}&locale=en")).await.data();
    assert_eq!(english["turn_times"]["meals"][0]["label"], "Dinner");

    evening.note(2, "left", "19:00").await;
    evening.note(1, "arrived", "18:00").await;
    assert_eq!(
        evening.turn_times().await["overall"],
        by_size(&[(2, 1, 90), (3, 1, 60), (4, 1, 150)], (3, 100)),
        "a departure is added, another one is taken back"
    );
    let no_show = format!("/owners/api/reservations/{}/no_show", evening.parties[3]);
    evening.owner.put(&no_show, &json!({ "no_show": true, "from": "left" })).await.is(200);
    let expected = by_size(&[(2, 1, 90), (3, 1, 60)], (2, 75));
    assert_eq!(evening.turn_times().await["overall"], expected, "without the no-show");
    evening.app.verify().await;
    evening.app.end().await;
}

/// A departure that staff forgot and recorded on the next day is no turn time; neither are steps that they recorded together.
#[tokio::test]
async fn only_plausible_stays_of_accepted_visits_count() {
    let app = TestApp::start().await;
    let (restaurant, owner) = opened(&app).await;
    let booked = |day: &'static str| Booked { date: day, ..DINNER };
    for (entry, guests, arrived, seated, left) in [
        (booked("2026-11-01"), 1, None, Some(0), Some(4)),
        (booked("2026-11-02"), 2, None, Some(0), Some(5)),
        (booked("2026-11-03"), 3, None, Some(0), Some(480)),
        (booked("2026-11-04"), 4, None, Some(0), Some(481)),
        (booked("2026-11-05"), 5, Some(-10), Some(20), Some(80)),
        (booked("2026-11-06"), 5, Some(-10), None, Some(80)),
        (booked("2026-11-07"), 6, None, None, Some(80)),
        (booked("2026-11-08"), 6, Some(0), Some(5), None),
        (Booked { is_no_show: true, ..booked("2026-11-09") }, 7, None, Some(0), Some(90)),
        (Booked { status: "void", ..booked("2026-11-10") }, 7, None, Some(0), Some(90)),
        (booked("2026-11-11"), 12, None, Some(0), Some(200)),
    ] {
        let id = enter(&app, &restaurant, Booked { guests, ..entry }).await;
        record_steps(&app, id, [arrived, seated, left]).await;
    }
    let takeaway = enter(&app, &restaurant, booked("2026-11-12")).await;
    record_steps(&app, takeaway, [None, Some(0), Some(60)]).await;
    sqlx::query("UPDATE reservations SET operation = 'takeaway' WHERE id = $1")
        .bind(takeaway)
        .execute(&app.pool)
        .await
        .expect("an order");
    swept(&app).await;
    let times = report(&owner, "from=2026-11&till=2026-11").await["turn_times"].clone();
    let expected = by_size(&[(2, 1, 5), (3, 1, 480), (5, 2, 75), (9, 1, 200)], (5, 167));
    assert_eq!(times["overall"], expected, "the last size includes larger parties");
    assert_eq!(times["meals"].as_array().expect("meals").len(), 1);
    let october = report(&owner, "from=2026-10&till=2026-10").await;
    assert_eq!(october["turn_times"]["overall"]["total"]["parties"], 0);
    end(app).await;
}

/// Records the steps at some minutes after the start of a visit.
async fn record_steps(app: &TestApp, id: i64, [arrived, seated, left]: [Option<i32>; 3]) {
    let steps = sqlx::query(
        "INSERT INTO reservation_service_times (restaurant_id, reservation_id, arrived_at, seated_at, left_at)
         SELECT restaurant_id, id, starts_at + make_interval(mins => $2), starts_at + make_interval(mins => $3),
             starts_at + make_interval(mins => $4)
         FROM reservations WHERE id = $1",
    );
    steps.bind(id).bind(arrived).bind(seated).bind(left).execute(&app.pool).await.expect("the steps");
}

#[tokio::test]
async fn turn_times_export_csv_and_workbook() {
    let evening = Evening::new().await;
    evening.note_all().await;
    swept(&evening.app).await;
    let file = async |query: &str| {
        let reply = evening.owner.get(&format!("/owners/reports/turn_times.csv?{query}")).await;
        reply.is(200).body.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let lines = file(DECEMBER).await;
    assert_eq!(lines[0], "\"1組の人数\",\"組数\",\"平均（分）\",\"ディナー 組数\",\"ディナー 平均（分）\"");
    assert_eq!(lines[1], "\"1名\",\"0\",\"\",\"0\",\"\"");
    assert_eq!(lines[2], "\"2名\",\"2\",\"105\",\"2\",\"105\"");
    assert_eq!((lines.len(), lines[9].as_str()), (10, "\"9名以上\",\"0\",\"\",\"0\",\"\""));
    let empty = file("from=2026-11&till=2026-11").await;
    assert_eq!(empty[0], "\"1組の人数\",\"組数\",\"平均（分）\"", "no meal has a recorded visit");
    let part = workbook(&evening.owner, &format!("/owners/reports/turn_times.xlsx?{DECEMBER}")).await;
    assert!(part("xl/workbook.xml").contains("name=\"滞在時間\""));
    let sheet = part("xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<v>105</v>") && sheet.contains("<v>150</v>"), "{sheet}");

    let other = evening.app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = evening.app.owner(&other).await;
    assert_eq!(report(&stranger, DECEMBER).await["turn_times"]["overall"]["total"]["parties"], 0);
    evening.app.end().await;
}
