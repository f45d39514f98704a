//! SQL of the search.

use sqlx::PgConnection;

use super::spelling::Synonyms;
use super::words::SearchWords;
use crate::ids::{RestaurantId, UserId};
use crate::money::Yen;
use crate::restaurants::facilities::Facility;
use crate::restaurants::model::{Bilingual, RestaurantFilter, RestaurantListItem};

/// Returns a page of matching restaurants, and the number of all matches, which is 0 on a page beyond the last. `among` restricts the ids
/// and defines their order. PostgreSQL may plan the statement once for all searches: a first word that the index can find uses the first
/// branch of the candidates, everything else the second.
pub async fn list(
    conn: &mut PgConnection,
    filter: &RestaurantFilter,
    words: &SearchWords,
    among: Option<&[RestaurantId]>,
    diner: Option<UserId>,
    limit: i64,
    offset: i64,
) -> sqlx::Result<(Vec<RestaurantListItem>, i64)> {
    let among = among.map(|ids| ids.iter().map(|id| id.0).collect::<Vec<_>>());
    let cuisines: Vec<_> = filter.cuisines.iter().map(|id| id.0).collect();
    let searched = words.searched();
    let narrowing = searched[0].can_narrow.then_some(&searched[0].patterns);
    let [first, second, third, fourth, fifth] = &searched;
    let anywhere = searched.each_ref().map(|word| word.is_anywhere);
    let rows = sqlx::query!(
        r#"WITH candidates AS (
               SELECT restaurant_id AS id FROM restaurant_search_texts WHERE text LIKE ANY ($8::text[])
               UNION ALL
               SELECT id FROM restaurants WHERE $8 IS NULL),
           found AS MATERIALIZED (
               SELECT r.id, coalesce(s.name LIKE ANY ($15::text[]), false) AS is_exact,
                      search_level(s.name, s.kind, $9::text[], $8 IS NOT NULL OR ($14::boolean[])[1] AND s.text LIKE ANY ($9))
                      + search_level(s.name, s.kind, $10::text[], ($14::boolean[])[2] AND s.text LIKE ANY ($10))
                      + search_level(s.name, s.kind, $11::text[], ($14::boolean[])[3] AND s.text LIKE ANY ($11))
                      + search_level(s.name, s.kind, $12::text[], ($14::boolean[])[4] AND s.text LIKE ANY ($12))
                      + search_level(s.name, s.kind, $13::text[], ($14::boolean[])[5] AND s.text LIKE ANY ($13)) AS level
               FROM candidates
               JOIN restaurants r ON r.id = candidates.id
               JOIN restaurant_operations o ON o.restaurant_id = r.id
               LEFT JOIN restaurant_search_texts s ON s.restaurant_id = o.restaurant_id
               LEFT JOIN customers f ON f.restaurant_id = o.restaurant_id AND f.user_id = $4 AND f.favorited AND NOT f.hidden_from_user
               WHERE CASE WHEN $5::boolean THEN r.visibility <> 'hidden' AND f.id IS NOT NULL ELSE r.visibility = 'public' END
                 AND ($1::bigint IS NULL OR r.area_id = $1)
                 AND ($2::bigint[] = '{}' OR r.cuisine_id = ANY ($2))
                 AND ($3::text[] = '{}' OR r.prefecture = ANY ($3))
                 AND r.facilities @> $17::text[]
                 AND ($16::bigint[] IS NULL OR r.id = ANY ($16))),
           page AS (
               SELECT *, count(*) OVER () AS total FROM found WHERE level IS NOT NULL
               ORDER BY is_exact DESC, level, array_position($16, id), id LIMIT $6 OFFSET $7)
           SELECT r.id, r.slug, r.name_ja, r.name_en, r.tagline_ja, r.tagline_en, r.prefecture, r.pictures, r.is_delivery_only,
                  a.label_ja AS area_ja, a.label_en AS area_en, c.label_ja AS cuisine_ja, c.label_en AS cuisine_en, o.or_starts_at,
                  (SELECT min(price) FROM courses k WHERE k.restaurant_id = o.restaurant_id AND k.is_active AND k.price > 0)
                      AS "price_from: Yen",
                  EXISTS (SELECT 1 FROM customers f WHERE f.restaurant_id = o.restaurant_id AND f.user_id = $4 AND f.favorited
                              AND NOT f.hidden_from_user) AS "favorited!",
                  page.total AS "total!"
           FROM page
           JOIN restaurants r ON r.id = page.id
           JOIN restaurant_operations o ON o.restaurant_id = r.id
           JOIN areas a ON a.id = r.area_id
           JOIN cuisines c ON c.id = r.cuisine_id
           ORDER BY page.is_exact DESC, page.level, array_position($16, page.id), page.id"#,
        filter.area.map(|id| id.0),
        &cuisines,
        &filter.prefectures,
        diner.map(|id| id.0),
        filter.favorites_only,
        limit,
        offset,
        narrowing.map(Vec::as_slice),
        &first.patterns,
        &second.patterns,
        &third.patterns,
        &fourth.patterns,
        &fifth.patterns,
        &anywhere,
        &words.whole_names(),
        among.as_deref(),
        &Facility::stored(&filter.facilities),
    )
    .fetch_all(conn)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let cards = rows.into_iter().map(|r| RestaurantListItem {
        id: RestaurantId(r.id),
        slug: r.slug,
        name: Bilingual::new(r.name_ja, r.name_en),
        tagline: Bilingual::new(r.tagline_ja, r.tagline_en),
        area: Bilingual::new(r.area_ja, r.area_en),
        cuisine: Bilingual::new(r.cuisine_ja, r.cuisine_en),
        prefecture: r.prefecture,
        pictures: r.pictures,
        price_from: r.price_from,
        online_starts_at: r.or_starts_at,
        is_delivery_only: r.is_delivery_only,
        favorited: r.favorited,
    });
    Ok((cards.collect(), total))
}

/// Returns the public restaurants whose name, cuisine or area has the spelling most similar to a text of Latin letters, best first. The
/// index returns them in that order (`<->>` is one less `word_similarity`).
pub async fn list_similar(
    conn: &mut PgConnection,
    typed: &str,
    least: f32,
    limit: i64,
) -> sqlx::Result<Vec<RestaurantId>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!: RestaurantId" FROM (
             SELECT r.id, word_similarity($1, s.alike) AS likeness
             FROM restaurant_search_texts s JOIN restaurants r ON r.id = s.restaurant_id
             WHERE r.visibility = 'public' ORDER BY s.alike <->> $1 LIMIT $3) near
         WHERE likeness >= $2 ORDER BY likeness DESC, id"#,
        typed,
        least,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// The searched texts of a restaurant.
#[derive(Clone, Debug)]
pub struct SearchedTexts {
    pub restaurant: RestaurantId,
    /// Its name and the name's reading.
    pub names: Vec<String>,
    /// Its cuisine, area and prefecture.
    pub kinds: Vec<String>,
    pub rest: Vec<String>,
}

pub async fn list_searched(conn: &mut PgConnection, restaurants: &[RestaurantId]) -> sqlx::Result<Vec<SearchedTexts>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    sqlx::query_as!(
        SearchedTexts,
        r#"SELECT r.id AS "restaurant: RestaurantId", ARRAY[r.name_ja, r.name_kana, r.name_en] AS "names!",
                  ARRAY[c.label_ja, c.label_en, a.label_ja, a.label_en, r.prefecture] AS "kinds!",
                  ARRAY[r.tagline_ja, r.tagline_en, r.description_ja, r.description_en, r.address_ja, r.address_en, r.access_ja,
                        r.access_en, r.chef_ja, r.chef_en, CASE WHEN r.is_delivery_only THEN 'delivery' ELSE '' END]
                      || ARRAY(SELECT m.name FROM operations m WHERE m.restaurant_id = o.restaurant_id AND m.is_active)
                      || ARRAY(SELECT unnest(ARRAY[k.title_ja, k.title_en, k.description_ja, k.description_en])
                               FROM courses k WHERE k.restaurant_id = o.restaurant_id AND k.is_active)
                      || ARRAY(SELECT unnest(ARRAY[g.title_ja, g.title_en, replace(g.inventory_type, '_', ' ')])
                               FROM inventory_groups g WHERE g.restaurant_id = o.restaurant_id) AS "rest!"
           FROM restaurants r
           JOIN restaurant_operations o ON o.restaurant_id = r.id
           JOIN areas a ON a.id = r.area_id
           JOIN cuisines c ON c.id = r.cuisine_id
           WHERE r.id = ANY ($1) ORDER BY r.id"#,
        &ids,
    )
    .fetch_all(conn)
    .await
}

/// A restaurant's texts as the search compares them: each in every spelling, on a separate line, with characters beyond ASCII doubled.
#[derive(Clone, Debug)]
pub struct SearchTexts {
    pub restaurant: RestaurantId,
    pub name: String,
    pub kind: String,
    /// All texts, including names and kinds.
    pub text: String,
    /// Names and kinds in Latin letters.
    pub alike: String,
}

pub async fn save(conn: &mut PgConnection, written: &[SearchTexts]) -> sqlx::Result<()> {
    let column = |pick: fn(&SearchTexts) -> &String| written.iter().map(|row| pick(row).clone()).collect::<Vec<_>>();
    sqlx::query!(
        "INSERT INTO restaurant_search_texts (restaurant_id, name, kind, text, alike)
         SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
         ON CONFLICT (restaurant_id) DO UPDATE
         SET name = excluded.name, kind = excluded.kind, text = excluded.text, alike = excluded.alike",
        &written.iter().map(|row| row.restaurant.0).collect::<Vec<_>>(),
        &column(|row| &row.name),
        &column(|row| &row.kind),
        &column(|row| &row.text),
        &column(|row| &row.alike),
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn list_ids_after(
    conn: &mut PgConnection,
    last: RestaurantId,
    limit: i64,
) -> sqlx::Result<Vec<RestaurantId>> {
    let ids = sqlx::query_scalar!("SELECT id FROM restaurants WHERE id > $1 ORDER BY id LIMIT $2", last.0, limit);
    Ok(ids.fetch_all(conn).await?.into_iter().map(RestaurantId).collect())
}

/// Counts restaurants that no search by words can find, because their search texts were never written.
pub async fn count_unwritten(conn: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM restaurants r
           WHERE NOT EXISTS (SELECT 1 FROM restaurant_search_texts s WHERE s.restaurant_id = r.id)"#
    )
    .fetch_one(conn)
    .await
}

/// A word, and the word that replaces it in searches.
#[derive(Clone, Debug)]
pub struct Synonym {
    pub word: String,
    pub stands_for: String,
}

pub async fn list_synonyms(conn: &mut PgConnection) -> sqlx::Result<Vec<Synonym>> {
    sqlx::query_as!(Synonym, "SELECT word, stands_for FROM search_synonyms ORDER BY stands_for, word")
        .fetch_all(conn)
        .await
}

/// Returns the synonyms, ready to use.
pub async fn synonyms(conn: &mut PgConnection) -> sqlx::Result<Synonyms> {
    let rows = list_synonyms(conn).await?;
    let pairs = rows.iter().map(|row| (row.word.as_str(), row.stands_for.as_str()));
    Synonyms::new(pairs).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Makes a word a synonym of another one. The search texts use it after the next rebuild.
pub async fn set_synonym(conn: &mut PgConnection, word: &str, stands_for: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO search_synonyms (word, stands_for) VALUES ($1, $2)
         ON CONFLICT (word) DO UPDATE SET stands_for = excluded.stands_for",
        word,
        stands_for,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes a synonym. Returns whether it existed.
pub async fn delete_synonym(conn: &mut PgConnection, word: &str) -> sqlx::Result<bool> {
    let gone = sqlx::query!("DELETE FROM search_synonyms WHERE word = $1", word).execute(conn).await?;
    Ok(gone.rows_affected() > 0)
}
