import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { clearCookie } from "./cookies.ts"
import { signedOutPage } from "./pages/signInPages.ts"
import { takePasskey } from "./passkeySteps.ts"
import { signOutPurpose } from "./signedInPerson.ts"
import { isFresh, SignIns } from "./SignIns.ts"
import { passwordStep, type SignInTarget, takeCode, takePassword } from "./signInSteps.ts"
import { type Answer, isGenuineForm, pageAnswer, redirectTo, staleForm, type Visit } from "./Visit.ts"

/** Pages of the realm that a sign-in may redirect to; other targets are ignored. */
const allowedTarget = /^(?:account(?:\/email|\/sessions)?|approvals\/approval_[0-9a-z]{26})$/

const nextOf = ({ query }: Visit): string => {
  const next = query.get("next") ?? ""
  return allowedTarget.test(next) ? next : "account"
}

const targetOf = (visit: Visit): SignInTarget => {
  const next = nextOf(visit)
  const action = `${visit.urls.path}/login`
  return {
    purpose: `login/${next}`,
    passwordAction: `${action}?next=${encodeURIComponent(next)}`,
    passkeyAction: `${action}/passkey?next=${encodeURIComponent(next)}`,
    codeAction: `${action}/code?next=${encodeURIComponent(next)}`,
    onward: () => Effect.succeed(redirectTo(visit, next))
  }
}

/** Sign-in page for another page of the realm. */
export const showSignIn = (visit: Visit): Effect.Effect<Answer> =>
  Effect.succeed(passwordStep(visit, targetOf(visit), { login: visit.signIn?.account.user.username }))

export const takeSignIn = (visit: Visit, step: "password" | "code" | "passkey") => {
  const target = targetOf(visit)
  if (!isGenuineForm(visit, target.purpose)) return Effect.succeed(staleForm(visit))
  if (step === "passkey") return takePasskey(visit, target)
  return step === "password" ? takePassword(visit, target) : takeCode(visit, target)
}

/** Redirects to the sign-in page, and from there to `next`. */
const toSignIn = (visit: Visit, next: string): Answer => redirectTo(visit, `login?next=${encodeURIComponent(next)}`)

/** Page for a signed-in person. With `fresh`, the sign-in must be recent. */
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

/** Signs out at the pages. The provider's sessions end as well. */
export const signOut = Effect.fnUntraced(function*(visit: Visit) {
  if (!isGenuineForm(visit, signOutPurpose)) return staleForm(visit)
  const signIns = yield* SignIns
  if (visit.signIn !== undefined) yield* signIns.end(visit.signIn.id)
  return clearCookie(visit.urls, "signIn")(redirectTo(visit, "signed-out"))
})

export const showSignedOut = (visit: Visit): Effect.Effect<Answer> =>
  Effect.succeed(
    HttpServerResponse.setHeader(
      pageAnswer(visit, signedOutPage(visit.urls, visit.locale)),
      "cache-control",
      "no-store"
    )
  )
