import { accountNotice } from "./accountNotice.ts"

/** Tells a user that the second factor was removed. */
export const secondFactorRemoved = accountNotice({
  name: "second_factor_removed",
  label: "Notice of a removed second factor",
  subject: { en: "Your second factor was removed", de: "Ihr zweiter Faktor wurde entfernt" },
  reason: {
    en: "The second factor of your account {{username}} was removed on {{day}}.",
    de: "Der zweite Faktor Ihres Zugangs {{username}} wurde am {{day}} entfernt."
  }
})
