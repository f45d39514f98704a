import { useRef, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import { AppLink, browser, useLocale, usePageData, useTitle } from "@/navigation";
import {
  Button,
  Checkbox,
  PageFrame,
  Panel,
  SelectField,
  Skeleton,
  Stack,
  TextField,
  WriteProblem,
  lazyPart,
  useFocusFirstInvalid,
  useWrite,
} from "@/ui";
import { PhoneBlock } from "../components/PhoneBlock";
import { HOME_COUNTRY } from "@seki/shared/phone";
import { deleteSignUp, loadSignUp, useStoredSignUp } from "../hooks/useSignUpDraft";
import { OVERSEAS, emptySignUp, prefectureFor, signUpBody, signUpFieldOf, signUpResolver } from "../model/sign-up";
import type { SignUpValues } from "../model/sign-up";
import styles from "./SignUpPage.module.css";

const AppleSignUp = lazyPart(
  async () => (await import("../components/AppleSignUp")).default,
  <Skeleton height="3rem" />,
);
/** Most visitors have no intent other than an account. */
const ContinuingNotice = lazyPart(
  async () => (await import("../components/ContinuingNotice")).default,
  <Skeleton height="4rem" />,
);
/** Below the first screen. */
const TermsBox = lazyPart(async () => (await import("../components/TermsBox")).default, <Skeleton height="16rem" />);
const PhoneTaken = lazyPart(async () => (await import("../components/PhoneTaken")).default);
const AddressTaken = lazyPart(async () => (await import("../components/AddressTaken")).default);

/** The type of an error that the server reported. */
const REFUSED = "refused";

export default function SignUpPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const page = usePageData("sign_up");
  const [droppedProofs, setDroppedProofs] = useState(0);
  const [taken, setTaken] = useState(false);
  const [isShown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const prefectureBox = useRef<HTMLDivElement>(null);
  const empty = emptySignUp(page.prefill.email, page.identity);
  const { register, control, handleSubmit, setValue, setError, formState } = useForm<SignUpValues>({
    resolver: signUpResolver(t, page.phone_pattern, page.identity !== null),
    defaultValues: loadSignUp(empty),
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const [country, digits, prefecture, uuid] = useWatch({
    control,
    name: ["phone_country", "phone_local_number", "prefecture", "phone_verification_uuid"],
  });
  const offered = page.prefectures.filter(({ code }) => (code === OVERSEAS) === (country !== HOME_COUNTRY));
  useStoredSignUp(control, empty);
  useFocusFirstInvalid(form, submitCount);
  useTitle(t("sign_up.title"));

  const changeCountry = (next: string) => {
    setValue("phone_country", next);
    setValue("prefecture", prefectureFor(next, prefecture), { shouldValidate: next !== HOME_COUNTRY });
  };

  /**
   * Focuses the prefecture, because the pressed button has disappeared. A focus that has moved to another field stays
   * there.
   */
  const focusPrefecture = () => {
    if (document.activeElement === document.body) prefectureBox.current?.querySelector("select")?.focus();
  };

  const dropProof = () => {
    setValue("phone_verification_uuid", "");
    setDroppedProofs(droppedProofs + 1);
    setTaken(false);
  };

  const saving = useWrite({
    handles: (error) => {
      if (!(error instanceof ApiError)) return false;
      const isTaken = error.problem.code === "phone_taken";
      setTaken(isTaken);
      const wrong = Object.entries(error.problem.fields ?? {}).flatMap(([field, message]) => {
        const name = signUpFieldOf(field);
        return name && !isTaken ? [{ name, message }] : [];
      });
      // The verification has expired or was used: the number is verified again.
      if (wrong.some(({ name }) => name === "phone_verification_uuid")) dropProof();
      for (const { name, message } of wrong) setError(name, { type: REFUSED, message });
      return isTaken || wrong.length > 0;
    },
  });
  const submit = (movePhone: boolean) =>
    handleSubmit(async (values) => {
      setTaken(false);
      await saving.write(async () => {
        const { redirect_to } = await send("POST", "/users", {
          body: signUpBody(values, page, locale, movePhone),
        });
        deleteSignUp();
        browser.assign(redirect_to);
      });
    });

  return (
    <PageFrame
      narrow
      title={t("sign_up.title")}
      lead={
        <>
          {t("sign_up.have_account")} <AppLink to={page.sign_in_path}>{t("menu.sign_in")}</AppLink>
        </>
      }
    >
      <Panel>
        <Stack>
          <AppleSignUp page={page} />
          <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(false)(event)}>
            {page.continuing && <ContinuingNotice continuing={page.continuing} by="sign_up" />}
            <div className={styles.pair}>
              <TextField
                label={t("sign_up.name_last")}
                mandatory
                autoComplete="family-name"
                error={errors.name_last?.message}
                {...register("name_last")}
              />
              <TextField
                label={t("sign_up.name_first")}
                mandatory
                autoComplete="given-name"
                error={errors.name_first?.message}
                {...register("name_first")}
              />
              {/* Only Japanese readers give names in kana; the English form omits them. */}
              {locale === "ja" && (
                <>
                  <TextField
                    label={t("sign_up.kana_last")}
                    error={errors.kana_last?.message}
                    {...register("kana_last")}
                  />
                  <TextField
                    label={t("sign_up.kana_first")}
                    error={errors.kana_first?.message}
                    {...register("kana_first")}
                  />
                </>
              )}
            </div>
            <TextField
              label={t("sign_up.email")}
              mandatory
              type="email"
              autoComplete="email"
              error={errors.email?.message}
              {...register("email")}
            />
            {errors.email?.type === REFUSED && <AddressTaken signInPath={page.sign_in_path} />}
            <TextField
              label={t("security.sign_in_password")}
              hint={page.identity ? t("apple.password_hint") : t("sign_up.password_hint")}
              mandatory={page.identity === null}
              type={isShown ? "text" : "password"}
              autoComplete="new-password"
              error={errors.password?.message}
              {...register("password")}
            />
            <Checkbox
              label={t("security.reveal")}
              checked={isShown}
              onChange={(event) => setShown(event.target.checked)}
            />
            <PhoneBlock
              flow="sign_up"
              key={droppedProofs}
              countries={page.countries}
              pattern={page.phone_pattern}
              country={country}
              digits={digits}
              confirmed={uuid !== ""}
              numberError={errors.phone_local_number?.message}
              confirmError={errors.phone_verification_uuid?.message}
              onCountry={changeCountry}
              onDigits={(next) =>
                setValue("phone_local_number", next, { shouldValidate: formState.isSubmitted, shouldTouch: true })
              }
              onConfirmed={(next) => setValue("phone_verification_uuid", next, { shouldValidate: true })}
              onSettled={focusPrefecture}
            />
            <div ref={prefectureBox}>
              <Controller
                control={control}
                name="prefecture"
                render={({ field }) => (
                  <SelectField
                    label={t("sign_up.prefecture")}
                    mandatory
                    autoComplete="address-level1"
                    error={errors.prefecture?.message}
                    {...field}
                  >
                    {country === HOME_COUNTRY && <option value="">{t("common.choose")}</option>}
                    {offered.map(({ code, label }) => (
                      <option key={code} value={code}>
                        {label}
                      </option>
                    ))}
                  </SelectField>
                )}
              />
            </div>
            <Controller
              control={control}
              name="terms_agreed"
              render={({ field: { value, onChange, ref } }) => (
                <TermsBox
                  ref={ref}
                  terms={page.terms}
                  agreed={value}
                  error={errors.terms_agreed?.message}
                  onAgree={onChange}
                />
              )}
            />
            <WriteProblem write={saving} />
            <Stack>
              {taken && (
                <PhoneTaken
                  busy={isSubmitting}
                  action={t("sign_up.move_phone")}
                  onMove={() => void submit(true)()}
                  onOther={dropProof}
                />
              )}
              <Button type="submit" kind="primary" wide busy={isSubmitting}>
                {t("sign_up.submit")}
              </Button>
              {Object.keys(errors).length > 0 && <p role="status">{t("sign_up.check_fields")}</p>}
            </Stack>
          </form>
        </Stack>
      </Panel>
    </PageFrame>
  );
}
