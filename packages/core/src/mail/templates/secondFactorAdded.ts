import { accountNotice } from "./accountNotice.ts"

/** Tells a user that a second factor was added. */
export const secondFactorAdded = accountNotice({
  name: "second_factor_added",
  label: "Notice of an added second factor",
  subject: { en: "A second factor was added", de: "Ein zweiter Faktor wurde hinzugefügt" },
  reason: {
    en: "A second factor was added to your account {{username}} on {{day}}.",
    de: "Ihrem Zugang {{username}} wurde am {{day}} ein zweiter Faktor hinzugefügt."
  }
})
