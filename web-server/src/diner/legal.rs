//! The operator's documents as pages: terms, privacy policy, commercial disclosure, contact.

use axum::extract::{Path, State};
use axum::response::Response;
use domain::legal::{self, DocumentKind, LegalDocument, Section};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

/// Number of sections of the built-in terms, which apply until the operator publishes terms.
const BUILT_IN_TERMS: usize = 6;

#[derive(Serialize, ToSchema)]
pub struct LegalDocumentPage {
    kind: DocumentKind,
    title: String,
    /// Null before the operator has published one.
    version: Option<i32>,
    /// ISO 8601 with +09:00.
    published_at: Option<String>,
    is_example: bool,
    sections: Vec<Section>,
}

impl PageData for LegalDocumentPage {
    const NAME: &'static str = "legal_document";
}

/// The newest version of a document.
#[utoipa::path(get, path = "/legal/{kind}", tag = "diner", params(("kind" = String, Path, description = "terms, privacy, commerce or contact")),
    responses((status = 200, body = crate::http::page::Page<LegalDocumentPage>), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Path(kind): Path<String>,
) -> Result<Response, ApiError> {
    let kind = DocumentKind::named(&kind).ok_or_else(ApiError::not_found)?;
    let mut conn = app.pool.acquire().await?;
    let found = legal::find_current(&mut conn, kind).await?;
    drop(conn);
    let title = context.t(&format!("pages.legal.{}.title", kind.as_str()));
    let sections = match (&found, kind) {
        (Some(document), _) => document.sections(context.locale()),
        (None, DocumentKind::Terms) => built_in_terms(&context),
        (None, _) => Vec::new(),
    };
    let meta = Meta { is_noindex: sections.is_empty(), ..Meta::titled(&title) };
    let data = LegalDocumentPage {
        kind,
        title,
        version: found.as_ref().map(|document| document.version),
        published_at: found.as_ref().map(|document| domain::zone::Zone::default().iso(document.published_at)),
        is_example: found.as_ref().is_some_and(|document| document.is_example),
        sections,
    };
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

/// Returns the terms for a new diner's consent, with their version; `None` while the built-in terms apply.
pub async fn terms(conn: &mut PgConnection, context: &Context) -> sqlx::Result<(Vec<Section>, Option<i32>)> {
    let found: Option<LegalDocument> = legal::find_current(conn, DocumentKind::Terms).await?;
    let version = found.as_ref().map(|document| document.version);
    Ok((found.map_or_else(|| built_in_terms(context), |document| document.sections(context.locale())), version))
}

fn built_in_terms(context: &Context) -> Vec<Section> {
    let section = |number| Section {
        heading: context.t(&format!("terms.{number}.heading")),
        body: context.t(&format!("terms.{number}.body")),
    };
    (1..=BUILT_IN_TERMS).map(section).collect()
}
