import { UserCredentials } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import {
  changed,
  enteredCode,
  keepOnly,
  next,
  password,
  problemOf,
  proofOf,
  purpose,
  shown,
  statusOf,
  withForm
} from "./accountForms.ts"
import { showBackupCodes } from "./backupCodeHandlers.ts"
import { ConnectedPrograms } from "./ConnectedPrograms.ts"
import { enrolmentPage } from "./pages/accountPages.ts"
import { qrCode } from "./pages/qrCode.ts"
import { accountTexts } from "./pages/texts/accountTexts.ts"
import { forSignedIn } from "./signInHandlers.ts"
import { fieldOf, formTokenOf, pageAnswer, type Visit } from "./Visit.ts"

/** Account page: the person and the connected programs. */
export const showAccount = (visit: Visit) => forSignedIn(visit, { next }, (it) => shown(it))

export const changePassword = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      const passwords = { current: password(it, "current"), next: password(it, "next") }
      return yield* Effect.matchEffect(credentials.changePassword(user_id, passwords, it.address), {
        onFailure: (error) => shown(it, { about: "password", problem: problemOf(it, error) }, statusOf(error)),
        onSuccess: () =>
          changed(it, {
            about: "password",
            done: accountTexts[it.locale].password.changed
          })
      })
    }))

/** Shows the key of a new second factor, which is active after its first code has been entered. */
export const enrolSecondFactor = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      return yield* Effect.matchEffect(credentials.enrolTotp(user_id, yield* proofOf(it), it.address), {
        onFailure: (error) => shown(it, { about: "second-factor", problem: problemOf(it, error) }, statusOf(error)),
        onSuccess: (enrolment) =>
          Effect.map(
            Effect.promise(() => qrCode(Redacted.value(enrolment.uri), accountTexts[it.locale].enrolment.image)),
            (code) =>
              pageAnswer(
                it,
                enrolmentPage(it.urls, it.locale, {
                  enrolment: { ...enrolment, code },
                  token: formTokenOf(it, purpose)
                })
              )
          )
      })
    }))

export const confirmSecondFactor = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      return yield* Effect.matchEffect(credentials.confirmTotp(user_id, enteredCode(it)), {
        onFailure: (error) =>
          Effect.succeed(
            pageAnswer(
              it,
              enrolmentPage(it.urls, it.locale, { token: formTokenOf(it, purpose), problem: problemOf(it, error) }),
              { status: statusOf(error) }
            )
          ),
        onSuccess: (codes) =>
          codes.length === 0
            ? changed(it, { about: "second-factor", done: accountTexts[it.locale].secondFactor.replaced })
            : Effect.as(keepOnly(it), showBackupCodes(it, codes, true))
      })
    }))

export const removeSecondFactor = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      return yield* Effect.matchEffect(credentials.removeTotp(user_id, yield* proofOf(it), it.address), {
        onFailure: (error) => shown(it, { about: "second-factor", problem: problemOf(it, error) }, statusOf(error)),
        onSuccess: () => changed(it, { about: "second-factor", done: accountTexts[it.locale].secondFactor.removed })
      })
    }))

export const disconnectProgram = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const programs = yield* ConnectedPrograms
      yield* programs.disconnect(it.signIn.account.user.user_id, fieldOf(it, "grant"))
      return yield* shown(it, {
        about: "programs",
        done: accountTexts[it.locale].programs.disconnected
      })
    }))
