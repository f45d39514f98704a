//! Enums that are stored as text in the database and used in forms and responses. `text_enum!` contains each text once, next to its
//! variant, and generates `as_str`, `named`, the names of serde and of the schema, and the decoding of the columns. A text without a
//! variant is an error that names column and value, never a variant.

/// A column contains a value that this program does not know: a newer program wrote it, or the row is corrupt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} holds {value:?}, which this program does not know", columns.join(" or "))]
pub struct UnknownValue {
    /// Columns with the text, as `table.column`; several if columns copy each other.
    pub columns: &'static [&'static str],
    pub value: String,
}

impl UnknownValue {
    pub fn new(columns: &'static [&'static str], value: impl Into<String>) -> Self {
        Self { columns, value: value.into() }
    }
}

impl From<UnknownValue> for sqlx::Error {
    fn from(error: UnknownValue) -> Self {
        Self::Decode(Box::new(error))
    }
}

/// `text_enum! { pub enum Status of "reservations.status" { Pending = "pending", … } }` generates the enum, `ALL`, `as_str` and `named`.
/// With columns, it can be read from the database: by `stored`, as a column (`r.status AS "status: Status"`) or inside JSON.
///
/// The texts are matched as single tokens, because the schema's derive does not see through a captured literal.
macro_rules! text_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident $(of $($column:literal),+)? {
        $($(#[$note:meta])* $variant:ident = $text:tt),+ $(,)?
    }) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, utoipa::ToSchema,
        )]
        $(#[$meta])*
        $vis enum $name {
            $($(#[$note])* #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];
            /// The texts of `ALL`.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// Returns the variant of an entered or submitted text.
            pub fn named(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $(
            $crate::text_enum::stored_text!($name of $($column),+);

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                    Self::stored(&text).map_err(serde::de::Error::custom)
                }
            }
        )?
    };
}

/// For a type whose `named` parses a text: implements `stored`, and the decoding of its columns.
macro_rules! stored_text {
    ($name:ident of $($column:literal),+) => {
        impl $name {
            /// The columns that contain it.
            pub const COLUMNS: &'static [&'static str] = &[$($column),+];

            /// Returns the variant of a text from one of its columns.
            ///
            /// # Errors
            /// The text is unknown.
            pub fn stored(text: &str) -> Result<Self, $crate::text_enum::UnknownValue> {
                Self::named(text).ok_or_else(|| $crate::text_enum::UnknownValue::new(Self::COLUMNS, text))
            }
        }

        impl sqlx::Type<sqlx::Postgres> for $name {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                <str as sqlx::Type<sqlx::Postgres>>::type_info()
            }

            fn compatible(kind: &sqlx::postgres::PgTypeInfo) -> bool {
                <str as sqlx::Type<sqlx::Postgres>>::compatible(kind)
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Postgres> for $name {
            fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                Ok(Self::stored(<&str as sqlx::Decode<'r, sqlx::Postgres>>::decode(value)?)?)
            }
        }
    };
}

pub(crate) use {stored_text, text_enum};

#[cfg(test)]
mod tests {

    super::text_enum! {
        enum Meal of "operations.name", "courses.operation" {
            Lunch = "lunch",
            /// In the evening.
            Dinner = "dinner",
        }
    }

    #[test]
    fn text_maps_to_variant_everywhere() {
        assert_eq!(Meal::ALL.map(Meal::as_str), ["lunch", "dinner"]);
        assert_eq!(Meal::NAMES, ["lunch", "dinner"]);
        assert_eq!(Meal::named("dinner"), Some(Meal::Dinner));
        assert_eq!(Meal::stored("lunch"), Ok(Meal::Lunch));
        assert_eq!(serde_json::to_string(&Meal::Dinner).unwrap(), r#""dinner""#);
        assert_eq!(serde_json::from_str::<Meal>(r#""lunch""#).unwrap(), Meal::Lunch);
    }

    #[test]
    fn unknown_text_is_an_error_that_names_column() {
        assert_eq!(Meal::named("Lunch"), None);
        let unknown = Meal::stored("brunch").unwrap_err();
        let message = r#"operations.name or courses.operation holds "brunch", which this program does not know"#;
        assert_eq!(unknown.to_string(), message);
        assert!(sqlx::Error::from(unknown).to_string().ends_with(message));
    }
}
