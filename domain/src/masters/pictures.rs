//! A restaurant's pictures: stored in two sizes, ordered, each with a description in both languages (gaps G195).

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use sqlx::PgConnection;

use super::context::MasterEdit;
use super::error::MasterError;
use super::fields::FieldChecks;
use super::picture_colours::{on_white, to_srgb};
use crate::clients::pictures::{self, PictureStore};
use crate::jobs::{self, PicturesJob};
use crate::restaurants::model::{LARGE_END, PictureText, small_of};
use crate::restaurants::profile;
use crate::rng::Rng;

/// Maximum number of pictures of a restaurant.
const MAX_PICTURES: usize = 20;
/// Longer sides of the two sizes, in pixels.
const LARGE: u32 = 1600;
const SMALL: u32 = 640;
const QUALITY: u8 = 85;
/// Maximum pixels of a side, and maximum bytes while decoding: a small file may decompress to gigabytes.
const MAX_SIDE_PIXELS: u32 = 12_000;
const MAX_DECODED_BYTES: u64 = 256 * 1024 * 1024;

/// A picture in both sizes, as sRGB JPEG without the metadata of its camera.
#[derive(Debug)]
pub struct PictureSizes {
    large: Vec<u8>,
    small: Vec<u8>,
}

/// Decodes an uploaded file and creates its sizes, rotated upright, on white and in sRGB.
///
/// # Errors
/// `picture_invalid` on `file` if it is not a JPEG, PNG or WebP, or is too large to decode.
pub fn sizes(uploaded: &[u8]) -> Result<PictureSizes, MasterError> {
    read(uploaded).map_err(|_| MasterError::field("file", "picture_invalid"))
}

fn read(uploaded: &[u8]) -> image::ImageResult<PictureSizes> {
    let mut reader = ImageReader::new(Cursor::new(uploaded)).with_guessed_format()?;
    let is_taken = matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP));
    if !is_taken {
        return Err(image::ImageError::Unsupported(image::error::ImageFormatHint::Unknown.into()));
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE_PIXELS);
    limits.max_image_height = Some(MAX_SIDE_PIXELS);
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    // A decoder counts the memory that it allocates itself, but not the output buffer.
    limits.reserve(decoder.total_bytes())?;
    let orientation = decoder.orientation()?;
    let profile = decoder.icc_profile()?;
    // White before resizing: the edges would otherwise mix with the colour below the transparent pixels.
    let mut picture = fitted(on_white(DynamicImage::from_decoder(decoder)?), LARGE);
    picture.apply_orientation(orientation);
    let large = DynamicImage::from(to_srgb(picture, profile.as_deref()));
    Ok(PictureSizes { large: jpeg(&large)?, small: jpeg(&fitted(large, SMALL))? })
}

/// Resizes a picture whose longer side exceeds this many pixels.
fn fitted(picture: DynamicImage, longest: u32) -> DynamicImage {
    let is_larger = picture.width().max(picture.height()) > longest;
    if is_larger { picture.resize(longest, longest, FilterType::Lanczos3) } else { picture }
}

fn jpeg(picture: &DynamicImage) -> image::ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    picture.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY))?;
    Ok(bytes)
}

/// Uploads both sizes to the storage, outside any transaction. Returns the name of the file.
pub async fn store_picture(store: &PictureStore, uid: &str, sizes: PictureSizes) -> Result<String, pictures::Error> {
    let file = format!("{uid}{LARGE_END}");
    store.put(&small_of(&file), sizes.small).await?;
    store.put(&file, sizes.large).await?;
    Ok(file)
}

/// Enqueues the deletion of both sizes of these files from the storage, effective when the caller's transaction commits.
pub async fn delete_files(conn: &mut PgConnection, rng: &Rng, files: Vec<String>) -> sqlx::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    jobs::push(conn, rng, &PicturesJob { removed: files }, None).await
}

/// Deletes the files, in the worker; idempotent.
pub async fn remove_picture(store: &PictureStore, files: &[String]) -> Result<(), pictures::Error> {
    for file in files {
        store.delete(&small_of(file)).await?;
        store.delete(file).await?;
    }
    Ok(())
}

/// A picture with its text, in order.
pub type OrderedPicture = (String, PictureText);

/// Adds a file at the end.
pub async fn add(conn: &mut PgConnection, edit: &MasterEdit<'_>, file: String) -> Result<(), MasterError> {
    let id = edit.restaurant.ok_or(MasterError::NotFound)?;
    let mut placed = profile::lock_pictures(conn, id).await?;
    if placed.len() >= MAX_PICTURES {
        return Err(MasterError::field("file", "too_many_pictures"));
    }
    placed.push((file, PictureText::default()));
    Ok(profile::save_pictures(conn, edit.now, edit.actor, id, &placed).await?)
}

/// Orders the pictures and saves their descriptions. Omitted pictures are deleted, together with their files.
///
/// # Errors
/// `picture_unknown` on `pictures` for a file that the restaurant does not have, or that occurs twice.
pub async fn arrange(
    conn: &mut PgConnection,
    edit: &MasterEdit<'_>,
    mut wanted: Vec<OrderedPicture>,
) -> Result<(), MasterError> {
    let id = edit.restaurant.ok_or(MasterError::NotFound)?;
    let known: Vec<_> = profile::lock_pictures(conn, id).await?.into_iter().map(|(file, _)| file).collect();
    let mut check = FieldChecks::default();
    let is_once = |file: &String| wanted.iter().filter(|(other, _)| other == file).count() == 1;
    let are_ours = wanted.iter().all(|(file, _)| known.contains(file) && is_once(file));
    check.require("pictures", are_ours, "picture_unknown");
    for (_, text) in &mut wanted {
        check.single_line("alt_ja", &mut text.ja);
        check.single_line("alt_en", &mut text.en);
    }
    check.end()?;
    profile::save_pictures(conn, edit.now, edit.actor, id, &wanted).await?;
    let removed = known.into_iter().filter(|file| !wanted.iter().any(|(other, _)| other == file)).collect();
    Ok(delete_files(conn, edit.rng, removed).await?)
}

#[cfg(test)]
mod tests {
    use image::{ImageEncoder, RgbImage, Rgba, RgbaImage};

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(RgbImage::new(width, height)).write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    /// Returns a PNG whose header declares a picture of this size; the body is not valid.
    fn decoded_size(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let sum = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        bytes
    }

    /// Returns the checksum of a PNG's chunk.
    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
        })
    }

    #[test]
    fn sizes_are_jpegs_within_bounds_and_never_enlarged() {
        let read = |bytes: &[u8]| image::load_from_memory_with_format(bytes, ImageFormat::Jpeg).unwrap();
        let made = sizes(&png(3200, 1600)).unwrap();
        let (large, small) = (read(&made.large), read(&made.small));
        assert_eq!((large.width(), large.height(), small.width(), small.height()), (1600, 800, 640, 320));
        assert_eq!(read(&sizes(&png(300, 200)).unwrap().large).width(), 300);
    }

    #[test]
    fn a_transparent_picture_gets_a_white_ground_in_both_sizes() {
        let picture = RgbaImage::from_pixel(2000, 1000, Rgba([0, 0, 0, 0]));
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(picture).write_to(&mut bytes, ImageFormat::Png).unwrap();
        let made = sizes(&bytes.into_inner()).unwrap();
        for size in [made.large, made.small] {
            let read = image::load_from_memory_with_format(&size, ImageFormat::Jpeg).unwrap().into_rgb8();
            assert!(read.pixels().all(|pixel| pixel.0.iter().all(|value| *value >= 253)));
        }
    }

    #[test]
    fn colours_of_a_profile_and_the_rotation_of_a_camera_are_applied() {
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
        encoder.set_icc_profile(moxcms::ColorProfile::new_display_p3().encode().unwrap()).unwrap();
        // One entry of a TIFF header: orientation 6, to be rotated by 90 degrees.
        let turned = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        encoder.set_exif_metadata(turned.to_vec()).unwrap();
        RgbImage::from_pixel(64, 32, image::Rgb([234, 51, 35])).write_with_encoder(encoder).unwrap();
        let made = sizes(&bytes).unwrap().large;
        let read = image::load_from_memory_with_format(&made, ImageFormat::Jpeg).unwrap().into_rgb8();
        assert_eq!((read.width(), read.height()), (32, 64));
        let [red, green, blue] = read.get_pixel(16, 32).0;
        assert!(red > 245 && green < 20 && blue < 20, "the red of sRGB: {red} {green} {blue}");
    }

    #[test]
    fn invalid_picture_is_rejected() {
        let gif = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;";
        for bad in [&b""[..], b"<svg onload=alert(1)>", gif, &png(10, 10)[..40]] {
            assert_eq!(sizes(bad).unwrap_err().code(), "invalid_input");
        }
        assert!(sizes(&png(MAX_SIDE_PIXELS + 1, 1)).is_err(), "wider than any screen");
        assert!(sizes(&decoded_size(MAX_SIDE_PIXELS, MAX_SIDE_PIXELS)).is_err(), "432 MB once it is read");
    }
}
