//! Units of a course's price (R-080, gaps G277). The price is multiplied by the number of guests or portions, so the unit counts exactly one of
//! them. Units are recognised, and unknown ones are rejected: a list of units that cover several guests can never be complete.

use unicode_normalization::UnicodeNormalization;

/// The counted things, in Japanese; without a number and an honorific.
const JA_COUNTED: [&str; 39] = [
    "名",
    "名様",
    "名さま",
    "人",
    "人様",
    "人さま",
    "おひとり様",
    "おひとりさま",
    "ひとり",
    "人前",
    "膳",
    "食",
    "個",
    "コ",
    "ケ",
    "折",
    "箱",
    "本",
    "皿",
    "杯",
    "枚",
    "椀",
    "碗",
    "丼",
    "鉢",
    "貫",
    "切",
    "切れ",
    "串",
    "丁",
    "点",
    "瓶",
    "缶",
    "袋",
    "パック",
    "ピース",
    "カップ",
    "グラス",
    "ボトル",
];
/// Kinds of guests before the number: 大人1名様.
const JA_GUESTS: [&str; 9] = ["大人", "おとな", "小人", "子供", "子ども", "こども", "お子様", "お子さま", "幼児"];
const JA_ONE: [&str; 6] = ["お1", "お一", "御1", "御一", "1", "一"];
const JA_ENDS: [&str; 7] = ["につき", "あたり", "当たり", "当り", "ごと", "毎", "分"];

/// The counted things, in English.
const EN_COUNTED: [&str; 38] = [
    "person", "guest", "diner", "adult", "child", "head", "pax", "cover", "seat", "portion", "serving", "helping",
    "meal", "bento", "box", "piece", "item", "bottle", "glass", "cup", "mug", "plate", "dish", "bowl", "pack",
    "packet", "bag", "can", "jar", "tin", "skewer", "stick", "roll", "slice", "cut", "cake", "loaf", "each",
];
const EN_ONE: [&str; 7] = ["per", "each", "for", "a", "an", "one", "1"];
/// Notes on the tax after a unit.
const TAX_NOTES: [&str; 5] = ["(税込)", "(税込み)", "(税サ込)", "(tax included)", "(tax incl.)"];

/// Reports whether a unit counts one guest or one portion. Width, case and spaces do not matter.
pub fn counts_one(unit: &str) -> bool {
    let unit: String = unit.nfkc().flat_map(char::to_lowercase).collect();
    let unit = unit.trim().trim_start_matches('/').trim();
    let unit = TAX_NOTES.iter().find_map(|note| unit.strip_suffix(note)).unwrap_or(unit).trim();
    is_one_in_japanese(unit) || is_one_in_english(unit)
}

fn is_one_in_japanese(unit: &str) -> bool {
    let unit: String = unit.chars().filter(|c| !c.is_whitespace()).collect();
    let unit = JA_GUESTS.iter().find_map(|guests| unit.strip_prefix(guests)).unwrap_or(&unit);
    let unit = JA_ONE.iter().find_map(|one| unit.strip_prefix(one)).unwrap_or(unit);
    let mut rest = unit;
    loop {
        if JA_COUNTED.contains(&rest) {
            return true;
        }
        let Some(shorter) = JA_ENDS.iter().find_map(|end| rest.strip_suffix(end)) else { return false };
        rest = shorter;
    }
}

fn is_one_in_english(unit: &str) -> bool {
    let mut words: Vec<&str> = unit.split_whitespace().collect();
    let Some(counted) = words.pop() else { return false };
    EN_COUNTED.contains(&counted) && words.iter().all(|word| EN_ONE.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_one_guest_or_portion_are_recognised() {
        for unit in [
            "1名",
            "１名",
            "1名様",
            "1 名様",
            "お一人様",
            "お1人様",
            "おひとり様",
            "一人",
            "1人前",
            "１人分",
            "1名様分",
            "名",
            "大人1名様",
            "お子様1名",
            "1名様につき",
            "1名様あたり",
            "1折",
            "1箱",
            "1個",
            "１本",
            "一皿",
            "1膳",
            "1パック",
            "1名様（税込）",
            "/1名様",
            "per person",
            "Per Person",
            "per guest",
            "1 person",
            "one person",
            "per adult",
            "per child",
            "per box",
            "per piece",
            "per portion",
            "a bottle",
            "each",
            "per person (tax included)",
            "/ person",
        ] {
            assert!(counts_one(unit), "{unit}");
        }
    }

    #[test]
    fn units_of_several_guests_or_unknown_ones_are_not() {
        for unit in [
            "2名様",
            "２名様",
            "2名様分",
            "二名様",
            "1ペア",
            "ペア",
            "1家族",
            "セット（2名）",
            "セット(2名)",
            "1式",
            "1台",
            "1卓",
            "１卓",
            "1テーブル",
            "ﾃｰﾌﾞﾙ",
            "一組",
            "1組",
            "1室",
            "1部屋",
            "貸切",
            "1グループ",
            "10名",
            "11名",
            "1名様×2",
            "1〜2名様",
            "4人前",
            "1家族分",
            "1名様または2名様",
            "カップル",
            "1カップル",
            "1ボックス席",
            "ご家族",
            "1団体",
            "半折",
            "",
            "分",
            "1",
            "大人",
            "per table",
            "Per Group",
            "a private room",
            "per party",
            "per couple",
            "per pair",
            "two people",
            "2 persons",
            "per 2 people",
            "people",
            "per box (serves 4)",
            "per family",
            "per set",
            "1 2 person",
            "per",
            "person person",
        ] {
            assert!(!counts_one(unit), "{unit}");
        }
    }
}
