import {
  type AccountProof,
  Passkeys,
  type SecondFactorRefused,
  type SignInRefused,
  type SignInThrottled,
  UserCredentials
} from "@namewright/core/access"
import type { InvalidInput } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { ConnectedPrograms } from "./ConnectedPrograms.ts"
import { offersPasskeys } from "./offersPasskeys.ts"
import { accountPage, type AccountSection } from "./pages/accountPages.ts"
import { passwordTexts } from "./pages/texts/passwordTexts.ts"
import { problemTexts } from "./pages/texts/problemTexts.ts"
import { organizationNameOf, signOutForm } from "./signedInPerson.ts"
import { forSignedIn } from "./signInHandlers.ts"
import { passwordProblemOf, signInProblem } from "./signInProblems.ts"
import { isFresh, type SignIn, SignIns } from "./SignIns.ts"
import { fieldOf, formTokenOf, isGenuineForm, pageAnswer, staleForm, type Visit } from "./Visit.ts"

export type SignedInVisit = Visit & { readonly signIn: SignIn }

type Note = { readonly about: AccountSection; readonly problem?: string; readonly done?: string }

export const purpose = "account"
export const next = "account"

/** The account page, with the result of a form. */
export const shown = Effect.fnUntraced(function*(visit: SignedInVisit, note?: Note, status?: number) {
  const programs = yield* ConnectedPrograms
  const credentials = yield* UserCredentials
  const passkeys = yield* Passkeys
  const { user } = visit.signIn.account
  const found = yield* credentials.find(user.user_id)
  const account = found._tag === "Some" ? found.value : visit.signIn.account
  return pageAnswer(
    visit,
    accountPage(visit.urls, {
      locale: visit.locale,
      account,
      passkeys: offersPasskeys(visit) ? yield* passkeys.list(user.user_id) : [],
      offersPasskeys: offersPasskeys(visit),
      hasShownPasskey: yield* hasShownPasskey(visit.signIn),
      organization: yield* organizationNameOf(user.organization_id),
      programs: yield* programs.list(user.user_id),
      token: formTokenOf(visit, purpose),
      signOut: signOutForm(visit),
      note
    }),
    { status }
  )
})

export type Refusal = SignInRefused | SignInThrottled | SecondFactorRefused | InvalidInput

export const problemOf = ({ locale }: Visit, error: Refusal): string =>
  error._tag === "InvalidInput"
    ? passwordTexts[locale].problems[passwordProblemOf(error)]
    : error._tag === "SignInRefused"
    ? problemTexts[locale].password
    : signInProblem(locale, error)

export const statusOf = (error: Refusal): number =>
  error._tag === "InvalidInput" ? 422 : error._tag === "SignInThrottled" ? 429 : 403

/** Handles a form of the account page. */
export const withForm = <R>(
  visit: Visit,
  take: (visit: SignedInVisit) => Effect.Effect<ReturnType<typeof pageAnswer>, never, R>
) => forSignedIn(visit, { next }, (it) => isGenuineForm(it, purpose) ? take(it) : Effect.succeed(staleForm(it)))

/** Signs other browsers out after a change of credentials. */
export const keepOnly = (visit: SignedInVisit) => SignIns.use((signIns) => signIns.keepOnly(visit.signIn))

/** Signs other browsers out, and shows the account page. */
export const changed = (visit: SignedInVisit, note: Note) => Effect.andThen(keepOnly(visit), shown(visit, note))

export const password = (visit: Visit, name = "password") => Redacted.make(fieldOf(visit, name))

export const enteredCode = (visit: Visit): string => fieldOf(visit, "code").replaceAll(/\s/g, "")

/** Proof of ownership in a form. */
export const proofOf = (visit: SignedInVisit): Effect.Effect<AccountProof> =>
  Effect.map(hasShownPasskey(visit.signIn), (passkey) => ({
    password: password(visit),
    code: enteredCode(visit),
    passkey
  }))

/** True if the person has signed in with a passkey recently. */
const hasShownPasskey = (signIn: SignIn): Effect.Effect<boolean> =>
  Effect.map(isFresh(signIn), (fresh) => fresh && signIn.methods.includes("pop"))
