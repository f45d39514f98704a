-- No row can violate them: the table had none when they were added, and every write since has obeyed them.
ALTER TABLE gold_user_profiles
    VALIDATE CONSTRAINT gold_user_profiles_omakase_recommendation_check,
    VALIDATE CONSTRAINT gold_user_profiles_birthplace_check,
    VALIDATE CONSTRAINT gold_user_profiles_industry_type_check;
