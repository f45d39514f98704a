//! Storage of pictures that admins upload.

use super::values::Values;

/// A folder that web servers and workers share, or an S3 bucket.
#[derive(Clone)]
pub enum UploadsConfig {
    Folder(String),
    Bucket(BucketConfig),
}

/// A bucket of Amazon S3 or of an S3-compatible server.
#[derive(Clone)]
pub struct BucketConfig {
    pub bucket: String,
    /// Prefix of the names of all pictures; may be blank.
    pub prefix: String,
    /// None for Amazon's endpoint of the region. At any other endpoint, the bucket's name is the first part of the path.
    pub endpoint: Option<String>,
    pub region: String,
    pub key: String,
    pub secret: String,
}

impl UploadsConfig {
    pub(super) fn from_values(values: &Values<'_>) -> Self {
        const NAME: &str = "SEKI_UPLOADS";
        let value = values.required(NAME);
        let Some(place) = value.strip_prefix("s3://") else {
            return Self::Folder(value);
        };
        let (bucket, prefix) = place.trim_end_matches('/').split_once('/').unwrap_or((place.trim_end_matches('/'), ""));
        if !is_bucket(bucket) {
            values.invalid(NAME, value.clone(), "a folder, or s3://BUCKET/PREFIX");
        }
        Self::Bucket(BucketConfig {
            bucket: bucket.to_owned(),
            prefix: prefix.to_owned(),
            endpoint: endpoint(values),
            region: values.required("SEKI_S3_REGION"),
            key: values.required("SEKI_S3_KEY"),
            secret: values.required("SEKI_S3_SECRET"),
        })
    }
}

/// Whether a name follows Amazon's rules for buckets.
fn is_bucket(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
    (3..=63).contains(&name.len()) && name.bytes().all(is_plain)
}

fn endpoint(values: &Values<'_>) -> Option<String> {
    const NAME: &str = "SEKI_S3_ENDPOINT";
    let given = values.optional(NAME)?;
    if !given.starts_with("https://") && !given.starts_with("http://") {
        values.invalid(NAME, given.clone(), "an address that begins with https:// or http://");
    }
    Some(given.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::fault::{ConfigError, ConfigFault};
    use super::*;

    fn read(given: &[(&str, &str)]) -> Result<UploadsConfig, ConfigError> {
        let given: HashMap<_, _> =
            given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let values = Values::new(&given);
        let config = UploadsConfig::from_values(&values);
        values.end(config)
    }

    fn bucket(uploads: &str) -> Result<BucketConfig, ConfigError> {
        let keys = [("SEKI_UPLOADS", uploads), ("SEKI_S3_KEY", "AKIA"), ("SEKI_S3_SECRET", "secret")];
        read(&keys).map(|config| match config {
            UploadsConfig::Bucket(bucket) => bucket,
            UploadsConfig::Folder(folder) => panic!("{folder} is read as a folder"),
        })
    }

    #[test]
    fn uploads_are_in_a_folder_or_in_a_bucket_with_a_prefix() {
        assert!(matches!(read(&[]).unwrap(), UploadsConfig::Folder(folder) if folder == "var/uploads"));
        let of = |uploads| bucket(uploads).map(|bucket| (bucket.bucket, bucket.prefix)).unwrap();
        assert_eq!(of("s3://pictures.seki.jp"), ("pictures.seki.jp".to_owned(), String::new()));
        assert_eq!(of("s3://pictures/"), ("pictures".to_owned(), String::new()));
        assert_eq!(of("s3://pictures/seki/live/"), ("pictures".to_owned(), "seki/live".to_owned()));
        for wrong in ["s3://", "s3://Pictures", "s3:///seki", "s3://a b/c"] {
            assert!(matches!(bucket(wrong).map(|_| ()).unwrap_err().0[..], [ConfigFault::Invalid { .. }]), "{wrong}");
        }
    }

    #[test]
    fn bucket_needs_keys_and_folder_does_not() {
        let Err(ConfigError(faults)) = read(&[("SEKI_UPLOADS", "s3://pictures"), ("SEKI_S3_ENDPOINT", "minio")]) else {
            panic!("without keys")
        };
        let expected = "an address that begins with https:// or http://";
        let endpoint = ConfigFault::Invalid { name: "SEKI_S3_ENDPOINT", value: "minio".to_owned(), expected };
        assert_eq!(faults, [endpoint, ConfigFault::Missing("SEKI_S3_KEY"), ConfigFault::Missing("SEKI_S3_SECRET")]);
        assert!(read(&[("SEKI_UPLOADS", "/srv/pictures"), ("SEKI_S3_ENDPOINT", "minio")]).is_ok());
    }
}
