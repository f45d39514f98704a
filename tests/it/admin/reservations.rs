//! A reservation in the admin console: its page and its charges.

use tests::{RestaurantSpec, SlotSpec, TestApp};

/// F204
#[tokio::test]
async fn all_reservations_and_payments_are_admin_only() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let paths = [format!("/admin/reservations/{uid}"), format!("/admin/reservations/{uid}/reservation_charges")];
    for path in &paths {
        for stranger in [&owner, &app.diner(&format!("diner{}", app.next_number())).await, &app.anonymous()] {
            stranger.get(path).await.refused(401, "sign_in_required");
            stranger.open(path).await.goes_to("/admin/sign_in");
        }
    }
    app.sign_in_admin_as_well(&owner).await;
    for path in &paths {
        assert_eq!(owner.get(path).await.data()["reservation"]["uid"], uid.as_str());
        assert_eq!(owner.open(path).await.is(200).embedded()["data"]["reservation"]["guests_count"], 2);
    }
    owner.get("/admin/reservations/none").await.refused(404, "not_found");
    app.end().await;
}

#[tokio::test]
async fn each_front_end_loads_its_application() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    app.sign_in_admin_as_well(&owner).await;
    let (owners, admins) =
        (owner.open("/owners").await.body, owner.open(&format!("/admin/reservations/{uid}")).await.body);
    for (page, own, other) in [(&owners, "owners", "admins"), (&admins, "admins", "owners")] {
        assert!(page.contains(&format!("<script type=\"module\" src=\"/console/{own}.js\">")), "{own}");
        assert!(page.contains(&format!("/console/{own}-ja.js")), "{own}");
        assert!(!page.contains(&format!("/console/{other}")), "{own}");
    }
    app.end().await;
}
