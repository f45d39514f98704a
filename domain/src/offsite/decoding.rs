//! The encoding of an imported file: UTF-8 with or without a byte order mark, UTF-16 with one, or CP932, which Japanese Excel calls
//! Shift_JIS. A file that no encoding can read is rejected with the line and the column. Pure (gaps G235).

use encoding_rs::{DecoderResult, Encoding, SHIFT_JIS};

use super::error::FormatError;

/// Decodes a file. Line ends become `\n`.
///
/// # Errors
/// `Encoding`, with the first line and column that cannot be read.
pub fn decode(bytes: &[u8]) -> Result<String, FormatError> {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => decode_as(encoding, &bytes[mark..])?,
        None => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(error) if is_japanese(&bytes[..error.valid_up_to()]) => {
                return Err(fault_at(&bytes[..error.valid_up_to()]));
            }
            Err(_) => decode_as(SHIFT_JIS, bytes)?,
        },
    };
    if let Some(at) = text.find('\0') {
        return Err(fault(&text[..at]));
    }
    Ok(unify_line_ends(&text))
}

/// Converts line ends to `\n`: `\r\n` of Windows, and the single `\r` of old spreadsheets.
pub fn unify_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Whether a text in UTF-8 has Japanese letters. Then the file is damaged UTF-8, although CP932 could read most bytes as other letters.
fn is_japanese(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.chars().any(|c| matches!(c, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}'))
}

fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, FormatError> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let length = decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(bytes.len());
    let mut text = String::with_capacity(length);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    match result {
        DecoderResult::InputEmpty => Ok(text),
        DecoderResult::Malformed(..) | DecoderResult::OutputFull => Err(fault(&text)),
    }
}

fn fault_at(readable: &[u8]) -> FormatError {
    fault(&String::from_utf8_lossy(readable))
}

/// Returns the error for the position after a readable text.
fn fault(readable: &str) -> FormatError {
    let readable = unify_line_ends(readable);
    let line = readable.matches('\n').count() + 1;
    let column = readable.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    FormatError::Encoding { line, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "名前,備考\n髙橋 ①,㈱山﨑\n";

    fn cp932(text: &str) -> Vec<u8> {
        let (bytes, _, has_lost) = SHIFT_JIS.encode(text);
        assert!(!has_lost);
        bytes.into_owned()
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(to_bytes).collect()
    }

    #[test]
    fn encodings_of_excel_are_read() {
        let with_mark = format!("\u{feff}{LIST}");
        for bytes in [
            LIST.as_bytes().to_vec(),
            with_mark.into_bytes(),
            cp932(LIST),
            utf16(LIST, u16::to_le_bytes),
            utf16(LIST, u16::to_be_bytes),
        ] {
            assert_eq!(decode(&bytes).as_deref(), Ok(LIST));
        }
    }

    #[test]
    fn line_ends_are_unified() {
        assert_eq!(decode(b"a\r\nb\rc\nd").as_deref(), Ok("a\nb\nc\nd"));
    }

    #[test]
    fn unreadable_file_is_rejected_with_its_position() {
        let at = |line, column| Err(FormatError::Encoding { line, column });
        let mut cut = "名前\r\n山田,あ".as_bytes().to_vec();
        cut.pop();
        assert_eq!(decode(&cut), at(2, 4), "UTF-8 that ends within a letter is not CP932");
        assert_eq!(decode(b"name\ncaf\xe9,1\n"), at(2, 4), "Latin-1");
        assert_eq!(decode(b"a\0b\0"), at(1, 2), "UTF-16 without a mark");
        assert_eq!(decode(b"\xff\xfea\0b"), at(1, 2), "UTF-16 that ends within a letter");
    }
}
