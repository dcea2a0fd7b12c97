import { accountNotice } from "./accountNotice.ts"

/** Tells a user that a passkey was added. */
export const passkeyAdded = accountNotice({
  name: "passkey_added",
  label: "Notice of an added passkey",
  subject: { en: "A passkey was added", de: "Ein Passkey wurde hinzugefügt" },
  reason: {
    en: "A passkey was added to your account {{username}} on {{day}}.",
    de: "Ihrem Zugang {{username}} wurde am {{day}} ein Passkey hinzugefügt."
  }
})
