//! `seki admin create`, `seki owner create`, `seki restaurant list`.

use domain::accounts::staff::{NewStaff, StaffError, create_admin, create_owner};
use domain::restaurants;

use super::{SMALL, with_world};

fn staff<'a>(uid: &'a str, email: &'a str) -> NewStaff<'a> {
    NewStaff { uid, email, nickname: "店長", password_hash: "-" }
}

#[tokio::test]
async fn an_owner_belongs_to_restaurants_that_exist() {
    let (app, _) = with_world(SMALL).await;
    let slugs = ["load-00001".to_owned(), "load-00002".to_owned()];
    let mut tx = app.pool.begin().await.expect("a transaction");
    create_owner(&mut tx, app.now(), &staff("o1", "chef@seki.test"), &slugs).await.expect("an owner");
    tx.commit().await.expect("a commit");
    assert_eq!(app.count("SELECT count(*) FROM restaurant_owners").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM owners WHERE terms_agreed_at IS NULL").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'owner_created'").await, 2);
    let rows = restaurants::queries::list_rows(&mut app.pool.acquire().await.expect("a connection"), app.now()).await;
    let rows = rows.expect("a list");
    assert_eq!((rows[0].slug.as_str(), rows[0].owners, rows[0].slots, rows[0].reservations), ("load-00001", 1, 6, 0));

    for (email, slug, refusal) in [
        ("CHEF@seki.test", "load-00001", "the address has an account already"),
        ("chef", "load-00001", "that is no mail address"),
        ("other@seki.test", "nowhere", "no restaurant is called \"nowhere\""),
    ] {
        let mut tx = app.pool.begin().await.expect("a transaction");
        let made = create_owner(&mut tx, app.now(), &staff("o2", email), &[slug.to_owned()]).await;
        assert_eq!(made.expect_err("a refusal").to_string(), refusal);
    }
    assert_eq!(app.count("SELECT count(*) FROM owners").await, 1);
    app.end().await;
}

#[tokio::test]
async fn an_admin_has_the_flags_that_were_given() {
    let (app, _) = with_world(SMALL).await;
    let mut tx = app.pool.begin().await.expect("a transaction");
    let flags = ["osg".to_owned(), "cxl".to_owned()];
    create_admin(&mut tx, app.now(), &staff("a1", "chief@seki.test"), &flags).await.expect("an admin");
    tx.commit().await.expect("a commit");
    let given = "SELECT count(*) FROM admin_users WHERE osg AND cxl AND NOT (onr OR ofsr OR ivr OR os OR cpn)";
    assert_eq!(app.count(given).await, 1);
    let mut tx = app.pool.begin().await.expect("a transaction");
    let again = create_admin(&mut tx, app.now(), &staff("a2", "chief@seki.test"), &[]).await;
    assert!(matches!(again, Err(StaffError::EmailTaken)));
    drop(tx);
    app.end().await;
}
