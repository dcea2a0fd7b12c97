import { accountNotice } from "./accountNotice.ts"

/** Tells a user that failures have blocked the sign-in. */
export const signInBlocked = accountNotice({
  name: "sign_in_blocked",
  label: "Notice of a blocked sign-in",
  subject: { en: "Sign-in to your account was blocked", de: "Die Anmeldung zu Ihrem Zugang wurde gesperrt" },
  reason: {
    en:
      "There were many failed attempts to sign in as {{username}} on {{day}}. Further attempts are refused for up to 15 minutes. You get this notice at most once a day.",
    de:
      "Am {{day}} gab es viele fehlgeschlagene Versuche, sich als {{username}} anzumelden. Weitere Versuche werden bis zu 15 Minuten lang abgelehnt. Diesen Hinweis erhalten Sie höchstens einmal am Tag."
  }
})
