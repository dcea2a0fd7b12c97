import { accountNotice } from "./accountNotice.ts"

/** Tells a user that a passkey was removed. */
export const passkeyRemoved = accountNotice({
  name: "passkey_removed",
  label: "Notice of a removed passkey",
  subject: { en: "A passkey was removed", de: "Ein Passkey wurde entfernt" },
  reason: {
    en: "A passkey of your account {{username}} was removed on {{day}}.",
    de: "Von Ihrem Zugang {{username}} wurde am {{day}} ein Passkey entfernt."
  }
})
