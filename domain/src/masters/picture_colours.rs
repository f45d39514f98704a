//! The pixels of an uploaded picture as opaque sRGB: a browser shows the JPEG without a profile and without transparency.

use image::{DynamicImage, GrayImage, ImageBuffer, Pixel, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Draws a picture with transparent pixels on white. JPEG has no transparency, and the colour below a transparent pixel is usually black.
pub(super) fn on_white(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture;
    }
    let has_colour = picture.color().has_color();
    let transparent = picture.into_rgba8();
    let opaque = RgbImage::from_fn(transparent.width(), transparent.height(), |x, y| {
        let [red, green, blue, alpha] = transparent.get_pixel(x, y).0;
        image::Rgb([red, green, blue].map(|value| over_white(value, alpha)))
    });
    drop(transparent);
    let opaque = DynamicImage::from(opaque);
    // A profile of a grey picture describes one channel.
    if has_colour { opaque } else { opaque.into_luma8().into() }
}

fn over_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    let mixed = (value * alpha + 255 * (255 - alpha) + 127) / 255;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

/// Converts an opaque picture from the colour space of its profile to sRGB. A profile that cannot be read, or that describes other channels than
/// the decoded ones (CMYK, which the decoder converts), is ignored.
pub(super) fn to_srgb(picture: DynamicImage, profile: Option<&[u8]>) -> RgbImage {
    let profile = profile.and_then(|bytes| ColorProfile::new_from_slice(bytes).ok());
    match profile.as_ref().map(|profile| (profile, profile.color_space)) {
        Some((profile, DataColorSpace::Rgb)) if picture.color().has_color() => {
            let rgb = picture.into_rgb8();
            converted(profile, Layout::Rgb, &rgb).unwrap_or(rgb)
        }
        Some((profile, DataColorSpace::Gray)) if !picture.color().has_color() => {
            let grey: GrayImage = picture.into_luma8();
            converted(profile, Layout::Gray, &grey).unwrap_or_else(|| DynamicImage::from(grey).into_rgb8())
        }
        _ => picture.into_rgb8(),
    }
}

fn converted<P: Pixel<Subpixel = u8>>(
    profile: &ColorProfile,
    layout: Layout,
    pixels: &ImageBuffer<P, Vec<u8>>,
) -> Option<RgbImage> {
    let srgb = ColorProfile::new_srgb();
    let transform = profile.create_transform_8bit(layout, &srgb, Layout::Rgb, TransformOptions::default()).ok()?;
    let mut made = RgbImage::new(pixels.width(), pixels.height());
    transform.transform(pixels.as_raw(), &mut made).ok()?;
    Some(made)
}

#[cfg(test)]
mod tests {
    use image::{LumaA, Rgb, RgbaImage};

    use super::*;

    fn opaque(picture: impl Into<DynamicImage>) -> RgbImage {
        to_srgb(on_white(picture.into()), None)
    }

    #[test]
    fn transparent_pixels_are_drawn_on_white() {
        let picture = RgbaImage::from_fn(3, 1, |x, _| image::Rgba([0, 0, 0, [0, 128, 255][x as usize]]));
        let drawn: Vec<_> = opaque(picture).pixels().map(|pixel| pixel.0).collect();
        assert_eq!(drawn, [[255; 3], [127; 3], [0; 3]]);
        let grey = ImageBuffer::<LumaA<u8>, Vec<u8>>::from_pixel(1, 1, LumaA([0, 0]));
        assert_eq!(opaque(grey).get_pixel(0, 0), &Rgb([255; 3]));
    }

    #[test]
    fn display_p3_is_converted_and_a_broken_profile_is_ignored() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        let red = || DynamicImage::from(RgbImage::from_pixel(1, 1, Rgb([234, 51, 35])));
        let shown = to_srgb(red(), Some(&p3)).get_pixel(0, 0).0;
        assert!(shown[0] > 250 && shown[1] < 12 && shown[2] < 12, "the red of sRGB: {shown:?}");
        let white = DynamicImage::from(RgbImage::from_pixel(1, 1, Rgb([255; 3])));
        assert!(to_srgb(white, Some(&p3)).get_pixel(0, 0).0.iter().all(|value| *value >= 254));
        for broken in [&b""[..], b"not a profile", &p3[..64]] {
            assert_eq!(to_srgb(red(), Some(broken)).get_pixel(0, 0).0, [234, 51, 35]);
        }
    }

    #[test]
    fn a_profile_of_other_channels_is_ignored() {
        let grey = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
        let colour = DynamicImage::from(RgbImage::from_pixel(1, 1, Rgb([234, 51, 35])));
        assert_eq!(to_srgb(colour, Some(&grey)).get_pixel(0, 0).0, [234, 51, 35]);
        let dark = DynamicImage::from(GrayImage::from_pixel(1, 1, image::Luma([55])));
        let shown = to_srgb(dark, Some(&grey)).get_pixel(0, 0).0;
        assert!(shown.iter().all(|value| (120..=136).contains(value)), "linear grey: {shown:?}");
    }
}
