import { accountNotice } from "./accountNotice.ts"

/** Tells a user that the password was changed. */
export const passwordChanged = accountNotice({
  name: "password_changed",
  label: "Notice of a changed password",
  subject: { en: "Your password was changed", de: "Ihr Passwort wurde geändert" },
  reason: {
    en: "The password of your account {{username}} was changed on {{day}}.",
    de: "Das Passwort Ihres Zugangs {{username}} wurde am {{day}} geändert."
  }
})
