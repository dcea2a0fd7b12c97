import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { clearCookie } from "./cookies.ts"
import { signedOutPage } from "./pages/signInPages.ts"
import { signOutPurpose } from "./signedInPerson.ts"
import { isFresh, SignIns } from "./SignIns.ts"
import { passwordStep, type SignInPlace, takeCode, takePassword } from "./signInSteps.ts"
import { type Answer, isOurForm, pageAnswer, redirectTo, staleForm, type Visit } from "./Visit.ts"

/** The pages that a sign-in leads to when no program waits for it; nothing else is taken from an address. */
const known = /^(?:account|approvals\/approval_[0-9a-z]{26})$/

const nextOf = ({ query }: Visit): string => {
  const next = query.get("next") ?? ""
  return known.test(next) ? next : "account"
}

const placeOf = (visit: Visit): SignInPlace => {
  const next = nextOf(visit)
  const action = `${visit.places.path}/login`
  return {
    purpose: `login/${next}`,
    passwordAction: `${action}?next=${encodeURIComponent(next)}`,
    codeAction: `${action}/code?next=${encodeURIComponent(next)}`,
    onward: () => Effect.succeed(redirectTo(visit, next))
  }
}

/** The page to sign in for another page of the realm. */
export const showSignIn = (visit: Visit): Effect.Effect<Answer> =>
  Effect.succeed(passwordStep(visit, placeOf(visit), { login: visit.signIn?.account.user.username }))

export const takeSignIn = (visit: Visit, step: "password" | "code") => {
  const place = placeOf(visit)
  if (!isOurForm(visit, place.purpose)) return Effect.succeed(staleForm(visit))
  return step === "password" ? takePassword(visit, place) : takeCode(visit, place)
}

/** To the page where one signs in, and from there to `next`. */
const toSignIn = (visit: Visit, next: string): Answer => redirectTo(visit, `login?next=${encodeURIComponent(next)}`)

/** A page for somebody who has signed in; lately, where it matters who sits there. */
export const forSignedIn = <R>(
  visit: Visit,
  { fresh = false, next }: { readonly next: string; readonly fresh?: boolean },
  page: (visit: Visit & { readonly signIn: NonNullable<Visit["signIn"]> }) => Effect.Effect<Answer, never, R>
): Effect.Effect<Answer, never, R> => {
  const { signIn } = visit
  if (signIn === undefined) return Effect.succeed(toSignIn(visit, next))
  const allowed = page({ ...visit, signIn })
  return fresh
    ? Effect.flatMap(isFresh(signIn), (isSo) => isSo ? allowed : Effect.succeed(toSignIn(visit, next)))
    : allowed
}

/** Signs out at the pages; the sessions of the provider follow. */
export const signOut = Effect.fnUntraced(function*(visit: Visit) {
  if (!isOurForm(visit, signOutPurpose)) return staleForm(visit)
  const signIns = yield* SignIns
  if (visit.signIn !== undefined) yield* signIns.end(visit.signIn.id)
  return clearCookie(visit.places, "signIn")(redirectTo(visit, "signed-out"))
})

export const showSignedOut = (visit: Visit): Effect.Effect<Answer> =>
  Effect.succeed(
    HttpServerResponse.setHeader(pageAnswer(visit, signedOutPage(visit.places)), "cache-control", "no-store")
  )
