import { AddressChanges, AddressRequests } from "@namewright/core/people"
import { Effect, Option } from "effect"
import { addressFormPage, addressLinkPage, addressMessagePage } from "./pages/addressPages.ts"
import { signOutForm } from "./signedInPerson.ts"
import { forSignedIn } from "./signInHandlers.ts"
import type { SignIn } from "./SignIns.ts"
import { type Answer, fieldOf, formTokenOf, isGenuineForm, pageAnswer, staleForm, type Visit } from "./Visit.ts"

type SignedInVisit = Visit & { readonly signIn: SignIn }

const tokenOf = ({ query }: Visit): string => (query.get("token") ?? "").slice(0, 256)

/** The form works for the link of its page only. */
const purposeOf = (token: string): string => `address/${token}`

const message = (visit: Visit, text: Parameters<typeof addressMessagePage>[2], status = 200): Answer =>
  pageAnswer(visit, addressMessagePage(visit.urls, visit.locale, text), { status })

/** Page of a link about a change of address. Opening it changes nothing. */
export const showAddressLink = Effect.fnUntraced(function*(visit: Visit) {
  const changes = yield* AddressChanges
  const token = tokenOf(visit)
  const change = yield* changes.find(token)
  if (Option.isNone(change)) return message(visit, "ended", 404)
  return pageAnswer(
    visit,
    addressLinkPage(visit.urls, visit.locale, {
      change: change.value,
      query: `token=${encodeURIComponent(token)}`,
      formToken: formTokenOf(visit, purposeOf(token))
    })
  )
})

/** Confirms or cancels a change. */
export const takeAddressLink = Effect.fnUntraced(function*(visit: Visit, decision: "confirm" | "cancel") {
  const token = tokenOf(visit)
  if (!isGenuineForm(visit, purposeOf(token))) return staleForm(visit)
  const changes = yield* AddressChanges
  if (decision === "cancel") {
    return yield* Effect.match(changes.cancel(token), {
      onFailure: () => message(visit, "ended", 404),
      onSuccess: () => message(visit, "canceled")
    })
  }
  return yield* Effect.match(changes.confirm(token), {
    onFailure: ({ _tag }) => _tag === "UserExists" ? message(visit, "taken", 409) : message(visit, "ended", 404),
    onSuccess: (isChanged) => message(visit, isChanged ? "changed" : "waiting")
  })
})

const next = "account/email"

const shown = Effect.fnUntraced(function*(visit: SignedInVisit, note?: Parameters<typeof addressFormPage>[2]["note"]) {
  const changes = yield* AddressChanges
  const { user } = visit.signIn.account
  return pageAnswer(
    visit,
    addressFormPage(visit.urls, visit.locale, {
      email: user.email,
      pending: Option.getOrUndefined(yield* changes.pending(user.user_id)),
      formToken: formTokenOf(visit, next),
      person: `${user.first_name} ${user.last_name}`,
      signOut: signOutForm(visit),
      note
    }),
    { status: note === undefined || note === "sent" || note === "canceled" ? 200 : note === "limited" ? 429 : 422 }
  )
})

/** Page where a signed-in person asks for another address. */
export const showOwnAddress = (visit: Visit) => forSignedIn(visit, { next, fresh: true }, (it) => shown(it))

const withForm = <R>(visit: Visit, take: (visit: SignedInVisit) => Effect.Effect<Answer, never, R>) =>
  forSignedIn(visit, { next, fresh: true }, (it) => isGenuineForm(it, next) ? take(it) : Effect.succeed(staleForm(it)))

export const changeOwnAddress = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const requests = yield* AddressRequests
      return yield* shown(it, yield* requests.request(it.signIn.account.user.user_id, fieldOf(it, "email").trim()))
    }))

export const cancelOwnAddress = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const changes = yield* AddressChanges
      yield* changes.cancelOf(it.signIn.account.user.user_id)
      return yield* shown(it, "canceled")
    }))
