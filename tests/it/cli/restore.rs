//! A database that was restored from a backup: the provider knows accounts, payments and subscriptions that the database does not.

use domain::payments::cards;
use tests::TestApp;

#[tokio::test]
async fn account_with_the_id_of_a_lost_one_has_its_own_customer() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await.id();
    let lost = cards::ensure_customer(&app.pool, &app.outside.stripe, hanako).await.expect("a customer");
    app.execute("UPDATE users SET uid = 'another', gateway_customer_fid = NULL").await;
    let own = cards::ensure_customer(&app.pool, &app.outside.stripe, hanako).await.expect("a customer");
    assert_ne!(own, lost);
    app.end().await;
}
