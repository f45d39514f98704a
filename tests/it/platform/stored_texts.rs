//! Stored texts with a meaning: schema and program know the same ones. Reading a text that the program does not know is an error that names
//! its column, and never yields another text's meaning.

use std::collections::BTreeSet;

use domain::ids::{ReservationId, RestaurantId};
use domain::payments::model::{ChargeKind, ChargeStatus, Subject, SubjectKind};
use domain::reservations::model::{EndCause, InviteType, Kind, Status};
use domain::restaurants::model::{OperationName, Visibility};
use domain::{calendar, cancellations, customers, payments, phone, reservations, restaurants, rounds};
use sqlx::{PgConnection, PgPool};
use tests::TestApp;

use crate::diner::payments::prepaid_restaurant;

/// Values that the CHECK of a column allows; empty without a CHECK.
async fn allowed(pool: &PgPool, column: &str) -> BTreeSet<String> {
    let (table, column) = column.split_once('.').expect("table.column");
    let exists: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2 AND NOT attisdropped)",
    )
    .bind(table)
    .bind(column)
    .fetch_one(pool)
    .await
    .expect("the catalogue");
    assert!(exists, "{table}.{column}");
    let texts: Vec<String> = sqlx::query_scalar(
        "SELECT (regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''', 'g'))[1]
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
         WHERE c.contype = 'c' AND c.conrelid = to_regclass($1) AND a.attname = $2",
    )
    .bind(table)
    .bind(column)
    .fetch_all(pool)
    .await
    .expect("the catalogue");
    texts.into_iter().collect()
}

/// The CHECK of an enum's first column allows exactly its texts, and no other text can be read as one of them.
macro_rules! agrees {
    ($pool:expr, $($name:ty),+ $(,)?) => {$({
        let ours: BTreeSet<_> = <$name>::ALL.iter().map(|text| text.as_str().to_owned()).collect();
        for (i, column) in <$name>::COLUMNS.iter().enumerate() {
            let allowed = allowed($pool, column).await;
            assert!(allowed == ours || i > 0 && allowed.is_empty(), "{column} allows {allowed:?}, known are {ours:?}");
        }
        let read = sqlx::query_scalar::<_, $name>("SELECT 'nonsense'::text").fetch_one($pool).await;
        let message = read.expect_err(stringify!($name)).to_string();
        assert!(message.contains(<$name>::COLUMNS[0]) && message.contains("nonsense"), "{message}");
    })+};
}

#[tokio::test]
async fn the_schema_and_the_program_know_the_same_texts() {
    let app = TestApp::start().await;
    agrees!(
        &app.pool,
        ChargeKind,
        ChargeStatus,
        payments::model::DisputeState,
        payments::disputes::DisputeBearer,
        payments::statement::ProviderList,
        domain::clients::stripe::BalanceKind,
        SubjectKind,
        Status,
        Kind,
        InviteType,
        EndCause,
        OperationName,
        Visibility,
        customers::model::CustomerType,
        cancellations::model::CancellationSlotOutcome,
        reservations::no_show_fee_rows::NoShowFeeStatus,
        domain::receipts::document::DocumentType,
        calendar::marks::CircleSource,
        rounds::window::PlanKind,
        phone::VerificationStatus,
        domain::adjustments::model::AdjustmentKind,
        domain::adjustments::model::AdjustmentStatus,
        domain::adjustments::model::BorneBy,
        domain::floor_plans::model::TableShape,
        domain::jobs::cron::Missed,
    );
    app.end().await;
}

/// Returns the result of reading a row that was written past its CHECK.
async fn read(app: &TestApp, sabotage: &str, reservation: ReservationId, restaurant: RestaurantId) -> String {
    let mut tx = app.pool.begin().await.expect("a transaction");
    let sabotage = format!("SET LOCAL session_replication_role = replica; {sabotage}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sabotage)).execute(&mut *tx).await.expect("sabotage");
    let error = read_all(&mut tx, reservation, restaurant).await.expect_err("a wrong value");
    tx.rollback().await.expect("as before");
    error.to_string()
}

async fn read_all(conn: &mut PgConnection, reservation: ReservationId, restaurant: RestaurantId) -> sqlx::Result<()> {
    payments::queries::list_charges(conn, Subject::Reservation(restaurant, reservation)).await?;
    reservations::queries::find(conn, reservation).await?;
    restaurants::queries::find(conn, restaurant).await?;
    restaurants::queries::list_operations(conn, restaurant).await?;
    restaurants::queries::list_courses(conn, restaurant).await?;
    Ok(())
}

#[tokio::test]
async fn unknown_stored_value_is_an_error_that_names_column() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, tests::cards::GOOD).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    hanako.confirm(&restaurant, &uid).await.is(200);
    let id = ReservationId(app.count("SELECT id FROM reservations").await);
    let place = restaurant.id;
    for (column, check, value) in [
        ("charges.kind", "charges_kind_check", "'guests_difference'"),
        ("charges.status", "charges_status_check", "'disputed'"),
        ("reservations.type", "reservations_type_check", "'waiting_list'"),
        ("reservations.status", "reservations_status_check", "'seated'"),
        ("reservations.operation", "", "'brunch'"),
        ("reservations.cancellation_policy", "", "'{\"free\": true}'"),
        ("restaurants.visibility", "restaurants_visibility_check", "'friends'"),
        ("restaurants.time_zone", "", "'Asia/Edo'"),
        ("operations.name", "operations_name_check", "'breakfast'"),
        ("courses.operation", "", "'breakfast'"),
    ] {
        let (table, name) = column.split_once('.').expect("table.column");
        let drop = match check {
            "" => String::new(),
            check => format!("ALTER TABLE {table} DROP CONSTRAINT {check};"),
        };
        let sabotage = format!("{drop} UPDATE {table} SET {name} = {value}");
        let message = read(&app, &sabotage, id, place).await;
        let shown = value.trim_matches('\'').replace([' ', '"'], "");
        assert!(message.contains(column) && message.replace(['\\', '"'], "").contains(&shown), "{column}: {message}");
    }
    app.end().await;
}
