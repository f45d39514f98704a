-- Gold members write their profiles themselves, so each text is bounded. No row existed before.
ALTER TABLE gold_user_profiles
    ADD CONSTRAINT gold_user_profiles_omakase_recommendation_check CHECK (char_length(omakase_recommendation) <= 500) NOT VALID,
    ADD CONSTRAINT gold_user_profiles_birthplace_check CHECK (char_length(birthplace) <= 100) NOT VALID,
    ADD CONSTRAINT gold_user_profiles_industry_type_check CHECK (char_length(industry_type) <= 100) NOT VALID;
