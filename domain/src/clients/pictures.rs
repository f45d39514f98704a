//! Storage of uploaded pictures: a folder or an S3 bucket. A stored file never changes; it can only be deleted.

use std::path::Path as Folder;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use chrono::{DateTime, SubsecRound, Utc};
pub use object_store::Error;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ClientOptions, GetOptions, ObjectStore, ObjectStoreExt, RetryConfig};

use super::http;
use crate::config::{BucketConfig, UploadsConfig};

/// Timeout of one attempt of a call, for which a person waits.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeout of all attempts of one call together.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(8);
const MAX_ATTEMPTS: usize = 3;
/// File with which `try_out` tests the storage.
const PROBE: &str = "seki-doctor.jpg";

/// Cheap to clone.
#[derive(Clone)]
pub struct PictureStore(Arc<PictureStoreInner>);

struct PictureStoreInner {
    config: UploadsConfig,
    /// Opened on first use: a server without uploads starts without the folder.
    store: OnceLock<Box<dyn ObjectStore>>,
}

/// Result of reading a file.
#[derive(Debug)]
pub enum StoredPicture {
    File {
        bytes: Vec<u8>,
        modified_at: DateTime<Utc>,
    },
    /// Not newer than what the reader has.
    Unchanged,
    Nothing,
}

impl PictureStore {
    pub fn new(config: &UploadsConfig) -> Self {
        Self(Arc::new(PictureStoreInner { config: config.clone(), store: OnceLock::new() }))
    }

    fn store(&self) -> Result<&dyn ObjectStore, Error> {
        if let Some(store) = self.0.store.get() {
            return Ok(&**store);
        }
        let opened = open(&self.0.config)?;
        Ok(&**self.0.store.get_or_init(|| opened))
    }

    /// Stores a file.
    ///
    /// # Errors
    /// The storage is unavailable or rejects the call.
    pub async fn put(&self, file: &str, bytes: Vec<u8>) -> Result<(), Error> {
        self.store()?.put(&Path::from(file), bytes.into()).await.map(drop)
    }

    /// Deletes a file. Succeeds if the file does not exist.
    pub async fn delete(&self, file: &str) -> Result<(), Error> {
        match self.store()?.delete(&Path::from(file)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns a file, unless it is not newer than `since`, to the second.
    pub async fn find(&self, file: &str, since: Option<DateTime<Utc>>) -> Result<StoredPicture, Error> {
        let wanted = GetOptions { if_modified_since: since, ..GetOptions::default() };
        let found = match self.store()?.get_opts(&Path::from(file), wanted).await {
            Ok(found) => found,
            Err(Error::NotModified { .. }) => return Ok(StoredPicture::Unchanged),
            Err(Error::NotFound { .. }) => return Ok(StoredPicture::Nothing),
            Err(error) => return Err(error),
        };
        let modified_at = found.meta.last_modified.trunc_subsecs(0);
        if since.is_some_and(|since| modified_at <= since) {
            return Ok(StoredPicture::Unchanged);
        }
        Ok(StoredPicture::File { bytes: found.bytes().await?.into(), modified_at })
    }

    /// Writes a file, reads it and deletes it.
    pub async fn try_out(&self) -> Result<(), Error> {
        self.put(PROBE, Vec::new()).await?;
        self.find(PROBE, None).await?;
        self.delete(PROBE).await
    }
}

fn open(config: &UploadsConfig) -> Result<Box<dyn ObjectStore>, Error> {
    match config {
        UploadsConfig::Folder(path) => folder(Folder::new(path)),
        UploadsConfig::Bucket(config) => bucket(config),
    }
}

/// Creates the folder if it is missing.
fn folder(path: &Folder) -> Result<Box<dyn ObjectStore>, Error> {
    std::fs::create_dir_all(path).map_err(|error| Error::Generic { store: "folder", source: Box::new(error) })?;
    Ok(Box::new(LocalFileSystem::new_with_prefix(path)?))
}

fn bucket(config: &BucketConfig) -> Result<Box<dyn ObjectStore>, Error> {
    http::use_ring();
    let client = ClientOptions::new()
        .with_timeout(ATTEMPT_TIMEOUT)
        .with_connect_timeout(CONNECT_TIMEOUT)
        .with_http1_only()
        .with_allow_http(true)
        .with_default_content_type("image/jpeg");
    let backoff =
        BackoffConfig { init_backoff: Duration::from_millis(100), max_backoff: Duration::from_secs(1), base: 2.0 };
    let retry = RetryConfig { backoff, max_retries: MAX_ATTEMPTS - 1, retry_timeout: TOTAL_TIMEOUT };
    let builder = AmazonS3Builder::new()
        .with_bucket_name(&config.bucket)
        .with_region(&config.region)
        .with_access_key_id(&config.key)
        .with_secret_access_key(&config.secret)
        .with_virtual_hosted_style_request(config.endpoint.is_none())
        // Not every S3-compatible server supports bulk deletion.
        .with_disable_bulk_delete(true)
        .with_client_options(client)
        .with_retry(retry);
    let builder = match &config.endpoint {
        Some(endpoint) => builder.with_endpoint(endpoint),
        None => builder,
    };
    let store = builder.build()?;
    if config.prefix.is_empty() {
        return Ok(Box::new(store));
    }
    Ok(Box::new(PrefixStore::new(store, Path::parse(&config.prefix)?)))
}
