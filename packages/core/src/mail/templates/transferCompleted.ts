import { transferNotice } from "./transferNotice.ts"

/** Notifies a registrant of a completed transfer. */
export const transferCompleted = transferNotice({
  name: "transfer_completed",
  label: "Notice of a completed transfer",
  subject: { en: "Transfer of {{domain_name}} completed", de: "Transfer von {{domain_name}} abgeschlossen" }
})
