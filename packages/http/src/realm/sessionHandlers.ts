import { Effect } from "effect"
import { sessionsPage } from "./pages/sessionPages.ts"
import { signOutForm } from "./signedInPerson.ts"
import { forSignedIn } from "./signInHandlers.ts"
import { type SignIn, SignIns } from "./SignIns.ts"
import { type Answer, fieldOf, formTokenOf, isGenuineForm, pageAnswer, staleForm, type Visit } from "./Visit.ts"

type SignedInVisit = Visit & { readonly signIn: SignIn }

const next = "account/sessions"

const shown = Effect.fnUntraced(function*(visit: SignedInVisit, isDone = false) {
  const signIns = yield* SignIns
  const { account, session_id } = visit.signIn
  return pageAnswer(
    visit,
    sessionsPage(visit.urls, visit.locale, {
      sessions: yield* signIns.list(account),
      current: session_id,
      formToken: formTokenOf(visit, next),
      person: `${account.user.first_name} ${account.user.last_name}`,
      signOut: signOutForm(visit),
      isDone
    })
  )
})

/** Page with the browsers in which a person is signed in. */
export const showSessions = (visit: Visit) => forSignedIn(visit, { next }, (it) => shown(it))

const withForm = (
  visit: Visit,
  take: (signIns: SignIns["Service"], visit: SignedInVisit) => Effect.Effect<void>
): Effect.Effect<Answer, never, SignIns> =>
  forSignedIn(visit, { next }, (it) =>
    isGenuineForm(it, next)
      ? Effect.andThen(SignIns.use((signIns) => take(signIns, it)), shown(it, true))
      : Effect.succeed(staleForm(it)))

/** Ends one other session. The current one ends with the button of the footer, which removes the cookie as well. */
export const endSession = (visit: Visit) =>
  withForm(visit, (signIns, it) => {
    const session_id = fieldOf(it, "session")
    return session_id === it.signIn.session_id ? Effect.void : signIns.endListed(it.signIn.account, session_id)
  })

/** Ends all other sessions, also those of the provider. */
export const endOtherSessions = (visit: Visit) => withForm(visit, (signIns, it) => signIns.endOthers(it.signIn))
