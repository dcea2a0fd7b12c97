import { transferNotice } from "./transferNotice.ts"

/** Notifies a registrant of a requested transfer. */
export const transferStarted = transferNotice({
  name: "transfer_started",
  label: "Notice of a requested transfer",
  subject: { en: "Transfer of {{domain_name}} requested", de: "Transfer von {{domain_name}} beantragt" }
})
