import { accountNotice } from "./accountNotice.ts"

/** Tells a user that the backup codes were replaced. */
export const backupCodesRenewed = accountNotice({
  name: "backup_codes_renewed",
  label: "Notice of new backup codes",
  subject: { en: "Your backup codes were replaced", de: "Ihre Ersatzcodes wurden erneuert" },
  reason: {
    en: "The backup codes of your account {{username}} were replaced on {{day}}.",
    de: "Die Ersatzcodes Ihres Zugangs {{username}} wurden am {{day}} erneuert."
  }
})
