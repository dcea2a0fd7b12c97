import {
  type SecondFactorRefused,
  type SignInRefused,
  type SignInThrottled,
  UserCredentials
} from "@namewright/core/access"
import type { InvalidInput } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { ConnectedPrograms } from "./ConnectedPrograms.ts"
import { accountPage, type AccountSection, enrolmentPage } from "./pages/accountPages.ts"
import { qrCode } from "./pages/qrCode.ts"
import { organizationNameOf, signOutForm } from "./signedInPerson.ts"
import { forSignedIn } from "./signInHandlers.ts"
import { type SignIn, SignIns } from "./SignIns.ts"
import { fieldOf, formTokenOf, isOurForm, pageAnswer, staleForm, type Visit } from "./Visit.ts"

type SignedInVisit = Visit & { readonly signIn: SignIn }

type Note = { readonly about: AccountSection; readonly problem?: string; readonly done?: string }

const purpose = "account"
const next = "account"

const shown = Effect.fnUntraced(function*(visit: SignedInVisit, note?: Note, status?: number) {
  const programs = yield* ConnectedPrograms
  const credentials = yield* UserCredentials
  const { user } = visit.signIn.account
  const found = yield* credentials.find(user.user_id)
  const account = found._tag === "Some" ? found.value : visit.signIn.account
  return pageAnswer(
    visit,
    accountPage(visit.urls, {
      account,
      organization: yield* organizationNameOf(user.organization_id),
      programs: yield* programs.list(user.user_id),
      token: formTokenOf(visit, purpose),
      signOut: signOutForm(visit),
      note
    }),
    { status }
  )
})

/** Account page: the person and the connected programs. */
export const showAccount = (visit: Visit) => forSignedIn(visit, { next }, (it) => shown(it))

type Refusal = SignInRefused | SignInThrottled | SecondFactorRefused | InvalidInput

const problemOf = (error: Refusal): string =>
  error._tag === "InvalidInput"
    ? error.issues.map(({ msg }) => `${msg}.`).join(" ")
    : error._tag === "SignInRefused"
    ? "The password is wrong."
    : `${error.message}.`

const statusOf = (error: Refusal): number =>
  error._tag === "InvalidInput" ? 422 : error._tag === "SignInThrottled" ? 429 : 403

/** Handles a form of the account page for a recent sign-in. */
const withForm = <R>(
  visit: Visit,
  take: (visit: SignedInVisit) => Effect.Effect<ReturnType<typeof pageAnswer>, never, R>
) => forSignedIn(visit, { next }, (it) => isOurForm(it, purpose) ? take(it) : Effect.succeed(staleForm(it)))

/** Signs other browsers out, and shows the account page. */
const changed = (visit: SignedInVisit, note: Note) =>
  SignIns.use((signIns) => Effect.andThen(signIns.endOthers(visit.signIn), shown(visit, note)))

const password = (visit: Visit, name = "password") => Redacted.make(fieldOf(visit, name))

const enteredCode = (visit: Visit): string => fieldOf(visit, "code").replaceAll(/\s/g, "")

const proof = (visit: Visit) => ({ password: password(visit), code: enteredCode(visit) })

export const changePassword = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      const passwords = { current: password(it, "current"), next: password(it, "next") }
      return yield* Effect.matchEffect(credentials.changePassword(user_id, passwords, it.address), {
        onFailure: (error) => shown(it, { about: "password", problem: problemOf(error) }, statusOf(error)),
        onSuccess: () =>
          changed(it, {
            about: "password",
            done: "Your password has been changed; other browsers have been signed out."
          })
      })
    }))

/** Shows the key of a new second factor, which is active after its first code has been entered. */
export const enrolSecondFactor = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      return yield* Effect.matchEffect(credentials.enrolTotp(user_id, proof(it), it.address), {
        onFailure: (error) => shown(it, { about: "second-factor", problem: problemOf(error) }, statusOf(error)),
        onSuccess: (enrolment) =>
          Effect.map(
            Effect.promise(() => qrCode(Redacted.value(enrolment.uri), "QR code for your authenticator app")),
            (code) =>
              pageAnswer(
                it,
                enrolmentPage(it.urls, { enrolment: { ...enrolment, code }, token: formTokenOf(it, purpose) })
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
              enrolmentPage(it.urls, { token: formTokenOf(it, purpose), problem: problemOf(error) }),
              { status: statusOf(error) }
            )
          ),
        onSuccess: () => changed(it, { about: "second-factor", done: "From now on, you need a code to sign in." })
      })
    }))

export const removeSecondFactor = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const credentials = yield* UserCredentials
      const { user_id } = it.signIn.account.user
      return yield* Effect.matchEffect(credentials.removeTotp(user_id, proof(it), it.address), {
        onFailure: (error) => shown(it, { about: "second-factor", problem: problemOf(error) }, statusOf(error)),
        onSuccess: () =>
          changed(it, { about: "second-factor", done: "From now on, you need only your password to sign in." })
      })
    }))

export const disconnectProgram = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const programs = yield* ConnectedPrograms
      yield* programs.disconnect(it.signIn.account.user.user_id, fieldOf(it, "grant"))
      return yield* shown(it, {
        about: "programs",
        done: "The program can no longer act for you. Keys that it created have been revoked."
      })
    }))
