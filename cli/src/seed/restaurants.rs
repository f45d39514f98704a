//! The restaurants of the demo world, and their slots for the next days.

use std::collections::HashMap;

use anyhow::Context;
use chrono::{Datelike, Duration, NaiveDate, NaiveTime};
use domain::audit::Actor;
use domain::ids::{RefillTemplateId, RestaurantId};
use domain::inventory;
use domain::restaurants::search;
use domain::rounds::actions::NewPlan;
use domain::rounds::plan::{CustomRound, OpenUptoMode, Periodic};
use domain::rounds::queries::RoundPlanKey;
use domain::rounds::schedule::{Rule, RuleDays};
use domain::rounds::window::{PlanKind, Round};
use domain::zone::{YearMonth, Zone};
use sqlx::PgConnection;

use super::templates;
use super::tools::Tools;
use super::world::{Group, Question, Restaurant, SlotRule, Text, World};

/// Ids by the keys of the file.
#[derive(Default)]
struct Keys {
    groups: HashMap<String, i64>,
    items: HashMap<(String, String), i64>,
    courses: HashMap<String, i64>,
    customer_groups: HashMap<String, i64>,
}

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>, world: &World) -> anyhow::Result<()> {
    for (position, area) in (0..).zip(&world.areas) {
        sqlx::query!(
            "INSERT INTO areas (label_ja, label_en, position) VALUES ($1, $2, $3)",
            area.ja,
            area.en,
            position
        )
        .execute(&mut *conn)
        .await?;
    }
    for (position, cuisine) in (0..).zip(&world.cuisines) {
        sqlx::query!(
            "INSERT INTO cuisines (label_ja, label_en, position) VALUES ($1, $2, $3)",
            cuisine.ja,
            cuisine.en,
            position
        )
        .execute(&mut *conn)
        .await?;
    }
    for synonym in &world.synonyms {
        search::set_synonym(conn, &synonym.word, &synonym.stands_for).await?;
    }
    for restaurant in &world.restaurants {
        load_one(conn, tools, world, restaurant).await.with_context(|| restaurant.slug.clone())?;
    }
    Ok(())
}

async fn load_one(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    world: &World,
    restaurant: &Restaurant,
) -> anyhow::Result<()> {
    let id = insert_restaurant(conn, tools, restaurant).await?;
    insert_settings(conn, tools, id, restaurant).await?;
    let mut keys = Keys::default();
    for (position, group) in (0..).zip(&restaurant.groups) {
        insert_group(conn, tools, id, group, position, &mut keys).await?;
    }
    insert_courses(conn, tools, id, restaurant, &mut keys).await?;
    insert_customer_groups(conn, tools, id, restaurant, &mut keys).await?;
    insert_rounds(conn, tools, id, restaurant).await?;
    let today = Zone::default().date_of(tools.now);
    let days: Vec<_> = (0..world.slot_days).map(|day| today + Duration::days(day)).collect();
    let mut rules = Vec::new();
    for rule in &restaurant.slots {
        let group = keys.groups[&rule.group];
        rules.push((rule, templates::insert(conn, tools, id, rule, group, &keys.courses).await?));
    }
    for date in &days {
        for (rule, template) in rules.iter().filter(|(rule, _)| rule.weekdays.contains(date.weekday())) {
            insert_slot(conn, tools, id, rule, *template, *date, &keys).await?;
        }
    }
    inventory::queries::refresh_days(conn, RestaurantId(id), &days).await?;
    search::write(conn, &[RestaurantId(id)]).await?;
    Ok(())
}

async fn insert_restaurant(conn: &mut PgConnection, tools: &Tools<'_>, r: &Restaurant) -> anyhow::Result<i64> {
    let notice = r.travel_law_notice.as_ref();
    let id = sqlx::query_scalar!(
        "INSERT INTO restaurants (slug, name_ja, name_en, tagline_ja, tagline_en, description_ja, description_en, area_id,
             cuisine_id, prefecture, zip_code, address_ja, address_en, access_ja, access_en, chef_ja, chef_en, phone, email, url,
             careers, pictures, visibility, is_delivery_only, quarter_hour_calendar, allow_cancellation_waiting,
             reservation_fee, cancellation_policy, travel_law_notice_ja, travel_law_notice_en, created_at, name_kana,
             facilities)
         SELECT $1, $2, $3, $4, $5, $6, $7, (SELECT id FROM areas WHERE label_ja = $8),
             (SELECT id FROM cuisines WHERE label_ja = $9), $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
             $24, $25, $26, $27, $28, $29, $30, $31, $32, $33 RETURNING id",
        r.slug,
        r.name.ja,
        r.name.en,
        r.tagline.ja,
        r.tagline.en,
        r.description.ja,
        r.description.en,
        r.area,
        r.cuisine,
        r.prefecture,
        r.zip_code,
        r.address.ja,
        r.address.en,
        r.access.ja,
        r.access.en,
        r.chef.ja,
        r.chef.en,
        r.phone,
        r.email,
        r.url,
        r.careers,
        &r.pictures,
        r.visibility,
        r.is_delivery_only,
        r.quarter_hour_calendar,
        r.allow_cancellation_waiting,
        r.reservation_fee,
        r.policy,
        notice.map(|text| text.ja.clone()),
        notice.map(|text| text.en.clone()),
        tools.now,
        r.name_kana,
        &r.facilities,
    )
    .fetch_one(conn)
    .await?;
    Ok(id)
}

async fn insert_settings(conn: &mut PgConnection, tools: &Tools<'_>, id: i64, r: &Restaurant) -> anyhow::Result<()> {
    sqlx::query!(
        "INSERT INTO restaurant_owners (restaurant_id, owner_id) SELECT $1, id FROM owners WHERE email = mail_address($2::text)",
        id,
        r.owner,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO restaurant_email_subscriptions (restaurant_id, email, created_at) VALUES ($1, $2::text, $3)",
        id,
        r.email,
        tools.now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO restaurant_operations (restaurant_id, or_starts_at, enable_online_cancellation,
             can_create_online_cancellation_within_days) VALUES ($1, $2, $3, $4)",
        id,
        tools.now + Duration::days(r.online_start_days),
        r.online_cancellation_within_days.is_some(),
        r.online_cancellation_within_days,
    )
    .execute(&mut *conn)
    .await?;
    for operation in &r.operations {
        sqlx::query!(
            "INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes, cutoff_hours)
             VALUES ($1, $2, $3, $4, $5, $6)",
            id,
            operation.name,
            time(&operation.opens_at)?,
            time(&operation.closes_at)?,
            operation.default_stay_minutes,
            operation.cutoff_hours,
        )
        .execute(&mut *conn)
        .await?;
    }
    for (position, item) in (0..).zip(&r.review_items) {
        sqlx::query!(
            "INSERT INTO review_page_items (restaurant_id, key_name, label_ja, label_en, position) VALUES ($1, $2, $3, $4, $5)",
            id,
            item.key_name,
            item.label.ja,
            item.label.en,
            position,
        )
        .execute(&mut *conn)
        .await?;
    }
    insert_questions(conn, id, &r.questions).await
}

/// Inserts the questions. A child question follows the last question before it that is not a child.
async fn insert_questions(conn: &mut PgConnection, restaurant: i64, questions: &[Question]) -> anyhow::Result<()> {
    let mut parent = None;
    for (position, question) in (0..).zip(questions) {
        let follows: Option<i64> = parent.filter(|_| question.only.is_some());
        let question_type = if question.options_ja.is_empty() { "singleline" } else { "select" };
        let id = sqlx::query_scalar!(
            "INSERT INTO preference_questions (restaurant_id, timing, question_type, question_ja, question_en, options_ja, options_en,
                 is_required, position, parent_id, only_option_id)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
            restaurant,
            question.timing,
            question_type,
            question.question_ja,
            question.question_en,
            &question.options_ja,
            &question.options_en,
            question.is_required,
            position,
            follows,
            question.only,
        );
        let id = id.fetch_one(&mut *conn).await?;
        if question.only.is_none() {
            parent = Some(id);
        }
    }
    Ok(())
}

async fn insert_group(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: i64,
    group: &Group,
    position: i32,
    keys: &mut Keys,
) -> anyhow::Result<()> {
    let id = sqlx::query_scalar!(
        "INSERT INTO inventory_groups (uid, restaurant_id, title_ja, title_en, short_label, inventory_type, capacity_per_stock,
             position) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        tools.rng.uid(),
        restaurant,
        group.title.ja,
        group.title.en,
        group.short_label,
        group.inventory_type,
        group.capacity_per_stock,
        position,
    )
    .fetch_one(&mut *conn)
    .await?;
    keys.groups.insert(group.key.clone(), id);
    for (position, label) in (0..).zip(&group.items) {
        let item = sqlx::query_scalar!(
            "INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
             VALUES ($1, $2, $3, $4, $5) RETURNING id",
            tools.rng.uid(),
            restaurant,
            id,
            label,
            position,
        )
        .fetch_one(&mut *conn)
        .await?;
        keys.items.insert((group.key.clone(), label.clone()), item);
    }
    Ok(())
}

async fn insert_courses(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: i64,
    r: &Restaurant,
    keys: &mut Keys,
) -> anyhow::Result<()> {
    for (position, course) in (0..).zip(&r.courses) {
        let unit = |pick: fn(&Text) -> &String| course.custom_unit.as_ref().map(|text| pick(text).clone());
        let id = sqlx::query_scalar!(
            "INSERT INTO courses (uid, restaurant_id, operation, title_ja, title_en, description_ja, description_en, price,
                 price_description_ja, price_description_en, custom_unit_ja, custom_unit_en, is_prepaid, daily_max, position)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id",
            tools.rng.uid(),
            restaurant,
            course.operation,
            course.title.ja,
            course.title.en,
            course.description.ja,
            course.description.en,
            course.price,
            course.price_description.ja,
            course.price_description.en,
            unit(|text| &text.ja),
            unit(|text| &text.en),
            course.is_prepaid,
            course.daily_max,
            position,
        )
        .fetch_one(&mut *conn)
        .await?;
        keys.courses.insert(course.key.clone(), id);
    }
    Ok(())
}

async fn insert_customer_groups(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: i64,
    r: &Restaurant,
    keys: &mut Keys,
) -> anyhow::Result<()> {
    for group in &r.customer_groups {
        let id = sqlx::query_scalar!(
            "INSERT INTO customer_groups (uid, restaurant_id, label, label_short, soft_disallow_online_reservation, allow_standby,
                 standby_notify_immediate, standby_notify_before_days) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
            tools.rng.uid(),
            restaurant,
            group.label,
            group.label_short,
            group.soft_disallow_online_reservation,
            group.allow_standby,
            group.standby_notify_immediate,
            group.standby_notify_before_days,
        )
        .fetch_one(&mut *conn)
        .await?;
        keys.customer_groups.insert(group.label.clone(), id);
    }
    Ok(())
}

/// Inserts the general plan: forever, never, periodic on the first day of each month at 10:00, or one round that begins today.
async fn insert_rounds(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: i64,
    r: &Restaurant,
) -> anyhow::Result<()> {
    let zone = Zone::default();
    let this_month = YearMonth::containing(zone.date_of(tools.now));
    let last = match r.round.till.as_deref() {
        Some("end_of_third_month") => this_month.next().next(),
        _ => this_month.next(),
    };
    let ten = NaiveTime::from_hms_opt(10, 0, 0).unwrap_or_default();
    let plan = match PlanKind::named(&r.round.kind) {
        Some(PlanKind::Custom) => {
            let effective_at = zone.at(zone.date_of(tools.now), NaiveTime::MIN);
            let round = Round { effective_at, online_reservable_till: last.last_day() };
            NewPlan::Custom(vec![CustomRound { key: None, round }])
        }
        Some(PlanKind::Periodic) => NewPlan::Periodic(Periodic {
            rules: (1..=12).map(|month| Rule { days: RuleDays::OfMonth { month, day: 1 }, time: ten }).collect(),
            open_for_months: 2,
            open_upto_mode: OpenUptoMode::EndOfMonth,
            open_immediate: true,
        }),
        Some(PlanKind::Forever) => NewPlan::Forever,
        Some(PlanKind::Never) | None => NewPlan::Never,
    };
    let key = RoundPlanKey { restaurant: RestaurantId(restaurant), group: None, is_preferred: false };
    domain::rounds::actions::save(conn, tools.rng, tools.now, Actor::CommandLine, key, zone, plan).await?;
    Ok(())
}

async fn insert_slot(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: i64,
    rule: &SlotRule,
    template: Option<RefillTemplateId>,
    date: NaiveDate,
    keys: &Keys,
) -> anyhow::Result<()> {
    let zone = Zone::default();
    let times = rule.times.iter().map(|(from, till)| Ok((zone.at(date, time(from)?), zone.at(date, time(till)?))));
    let times = times.collect::<anyhow::Result<Vec<_>>>()?;
    let (starts, ends): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    let courses: Vec<_> = rule.courses.iter().map(|key| keys.courses[key]).collect();
    let mut items: Vec<_> =
        keys.items.iter().filter(|((group, _), _)| *group == rule.group).map(|(_, id)| *id).collect();
    items.sort_unstable();
    let slot = sqlx::query_scalar!(
        r#"WITH slot AS (
               INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts,
                   always_allow_last_solo, created_at, online_stock_refillment_template_id)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $13) RETURNING id, restaurant_id),
           times AS (
               INSERT INTO osg_times (restaurant_id, online_stock_group_id, starts_at, ends_at)
               SELECT restaurant_id, id, t.* FROM slot, unnest($9::timestamptz[], $10::timestamptz[]) AS t),
           courses AS (
               INSERT INTO osg_courses (restaurant_id, online_stock_group_id, course_id)
               SELECT restaurant_id, id, course FROM slot, unnest($11::bigint[]) AS course),
           stocks AS (
               INSERT INTO online_stocks (restaurant_id, online_stock_group_id, inventory_item_id)
               SELECT restaurant_id, id, item FROM slot, unnest($12::bigint[]) AS item)
           SELECT id AS "id!" FROM slot"#,
        tools.rng.uid(),
        restaurant,
        keys.groups[&rule.group],
        rule.operation,
        date,
        &rule.guests_counts,
        rule.always_allow_last_solo,
        tools.now,
        &starts,
        &ends,
        &courses,
        &items,
        template.map(|template| template.0),
    )
    .fetch_one(&mut *conn)
    .await?;
    for (label, groups) in &rule.whitelist {
        let item = keys.items[&(rule.group.clone(), label.clone())];
        let groups: Vec<_> = groups.iter().map(|group| keys.customer_groups[group]).collect();
        sqlx::query!(
            "WITH stock AS (UPDATE online_stocks SET access_control = 'whitelist'
                            WHERE online_stock_group_id = $1 AND inventory_item_id = $2 RETURNING restaurant_id, id)
             INSERT INTO online_stock_customer_groups (restaurant_id, online_stock_id, customer_group_id)
             SELECT restaurant_id, id, listed FROM stock, unnest($3::bigint[]) AS listed",
            slot,
            item,
            &groups,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

pub fn time(text: &str) -> anyhow::Result<NaiveTime> {
    NaiveTime::parse_from_str(text, "%H:%M").with_context(|| format!("{text} is not a time of day"))
}
