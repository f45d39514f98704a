//! The operator's documents of the demo world, which are marked as examples.

use domain::legal::{self, DocumentKind, NewDocument};
use sqlx::PgConnection;

use super::tools::Tools;

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../../../fixtures/demo/legal/", $name))
    };
}

const TEXTS: [(DocumentKind, &str, &str); 4] = [
    (DocumentKind::Terms, text!("terms.ja.txt"), text!("terms.en.txt")),
    (DocumentKind::Privacy, text!("privacy.ja.txt"), text!("privacy.en.txt")),
    (DocumentKind::Commerce, text!("commerce.ja.txt"), text!("commerce.en.txt")),
    (DocumentKind::Contact, text!("contact.ja.txt"), text!("contact.en.txt")),
];

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>) -> sqlx::Result<()> {
    for (kind, body_ja, body_en) in TEXTS {
        legal::publish(conn, tools.now, NewDocument { kind, body_ja, body_en, is_example: true }).await?;
    }
    Ok(())
}
