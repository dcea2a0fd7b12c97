import { UserCredentials } from "@namewright/core/access"
import { Effect, type Redacted } from "effect"
import { keepOnly, problemOf, proofOf, shown, statusOf, withForm } from "./accountForms.ts"
import { backupCodesPage } from "./pages/backupCodePages.ts"
import { type Answer, pageAnswer, type Visit } from "./Visit.ts"

/** Page with new backup codes. */
export const showBackupCodes = (
  visit: Visit,
  codes: ReadonlyArray<Redacted.Redacted>,
  isFirst: boolean
): Answer => pageAnswer(visit, backupCodesPage(visit.urls, { codes, isFirst, locale: visit.locale }))

/** Replaces the backup codes, signs other browsers out, and shows the new codes. */
export const renewBackupCodes = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      return yield* Effect.matchEffect(credentials.renewBackupCodes(user_id, yield* proofOf(it), it.address), {
        onFailure: (error) => shown(it, { about: "backup-codes", problem: problemOf(it, error) }, statusOf(error)),
        onSuccess: (codes) => Effect.as(keepOnly(it), showBackupCodes(it, codes, false))
      })
    }))
