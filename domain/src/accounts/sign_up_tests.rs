use super::*;

fn form() -> SignUpForm {
    SignUpForm {
        email: "hanako@seki.test".into(),
        password: "Abcdefk1".into(),
        terms_agreed: true,
        move_phone: false,
        phone_verification_uuid: "Vsome".into(),
        name_last: "山田".into(),
        name_first: "花子".into(),
        prefecture: "東京都".into(),
        locale: "ja".into(),
        phone_country: "JP".into(),
        phone_local_number: "０９０１２３４５６７８".into(),
        ..SignUpForm::default()
    }
}

/// Returns the errors of a form with one change.
fn refusal(change: impl FnOnce(&mut SignUpForm)) -> Vec<(&'static str, &'static str)> {
    let mut form = form();
    change(&mut form);
    form.validate().err().unwrap_or_default().0.into_iter().collect()
}

#[test]
fn complete_form_is_valid() {
    let parsed = form().validate().unwrap();
    assert_eq!(parsed.phone.local, "9012345678");
    assert_eq!(parsed.prefecture, "東京都");
    assert_eq!(parsed.locale, Locale::Ja);
}

#[test]
fn readings_are_stored_in_katakana_of_usual_width() {
    for (typed, stored) in
        [("やまだ", "ヤマダ"), ("ｶﾞｰﾃﾞﾝ", "ガーデン"), (" みすゞ ", "ミスヾ"), ("Hana", "Hana"), (" ", "")]
    {
        let mut form = form();
        (form.kana_last, form.kana_first) = (typed.into(), typed.into());
        let parsed = form.validate().unwrap();
        assert_eq!((parsed.kana_last.as_str(), parsed.kana_first.as_str()), (stored, stored));
    }
}

#[test]
fn invalid_field_is_reported_alone() {
    for bad in ["", "hanako", "hanako@", "@seki.test", "hanako@seki", "ha nako@seki.test", "a@b..c", "a@seki.test\n"] {
        let named = refusal(|f| f.email = bad.into());
        // A trailing line break is trimmed like any other blank.
        assert!(named == [("email", "email_invalid")] || bad.ends_with('\n'), "{bad:?}: {named:?}");
    }
    assert_eq!(refusal(|f| f.password = "abcdefgh".into()), [("password", "password_weak")]);
    assert_eq!(refusal(|f| f.name_last = " ".into()), [("profile_attributes.name_last", "blank")]);
    assert_eq!(refusal(|f| f.name_first = "あ".repeat(51)), [("profile_attributes.name_first", "too_long_50")]);
    assert_eq!(refusal(|f| f.kana_last = "a\u{7}".into()), [("profile_attributes.kana_last", "invalid_characters")]);
    for bad in ["http://evil.example", "<b>", "a>"] {
        assert_eq!(refusal(|f| f.name_last = bad.into()), [("profile_attributes.name_last", "invalid_characters")]);
        assert_eq!(refusal(|f| f.kana_first = bad.into()), [("profile_attributes.kana_first", "invalid_characters")]);
    }
    assert_eq!(refusal(|f| f.name_last = "\u{200b}".into()), [("profile_attributes.name_last", "blank")]);
    assert_eq!(
        refusal(|f| f.name_first = "\u{202e}a".into()),
        [("profile_attributes.name_first", "invalid_characters")]
    );
    assert_eq!(refusal(|f| f.prefecture = "東京".into()), [("profile_attributes.prefecture", "prefecture_unknown")]);
    assert_eq!(refusal(|f| f.locale = "fr".into()), [("profile_attributes.locale", "locale_unknown")]);
    assert_eq!(
        refusal(|f| f.phone_local_number = "12".into()),
        [("profile_attributes.phone_local_number", "phone_number_invalid")]
    );
    assert_eq!(refusal(|f| f.terms_agreed = false), [("terms_agreed", "terms_not_agreed")]);
    assert_eq!(refusal(|f| f.phone_verification_uuid.clear()), [("phone_verification_uuid", "phone_not_confirmed")]);
    assert_eq!(refusal(|f| f.jcb_uid = Some("x".repeat(101))), [("jcb_uid", "too_long_100")]);
    let unknown = refusal(|f| {
        f.phone_country = "XX".into();
        f.prefecture = OVERSEAS.into();
    });
    assert_eq!(unknown, [("profile_attributes.phone_country", "phone_country_invalid")]);
}

#[test]
fn prefecture_must_match_country_of_phone() {
    assert_eq!(refusal(|f| f.prefecture = OVERSEAS.into()), [("profile_attributes.prefecture", "prefecture_unknown")]);
    let abroad = |prefecture: &str| {
        refusal(|f| {
            f.phone_country = "US".into();
            f.phone_local_number = "4155552671".into();
            f.prefecture = prefecture.into();
        })
    };
    assert_eq!(abroad("東京都"), [("profile_attributes.prefecture", "prefecture_overseas_only")]);
    assert_eq!(abroad(OVERSEAS), []);
}

#[test]
fn all_form_errors_are_reported_together() {
    let errors = SignUpForm::default().validate().unwrap_err();
    assert!(errors.0.len() >= 7, "{errors:?}");
}

#[test]
fn new_password_needs_confirmation() {
    assert!(new_password("Seki-2026", "Seki-2026").is_ok());
    assert_eq!(new_password("seki", "seki"), Err(FieldErrors::one("password", "password_weak")));
    assert_eq!(
        new_password("Seki-2026", "Seki-2027"),
        Err(FieldErrors::one("password_confirmation", "password_mismatch"))
    );
}
