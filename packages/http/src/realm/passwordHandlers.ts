import { type OpenUserLink, PasswordLinks, PasswordResets } from "@namewright/core/people"
import { Effect, Option, Redacted } from "effect"
import { forgottenDonePage, forgottenPage, type ForgottenProblem } from "./pages/forgottenPages.ts"
import { passwordDonePage, passwordLinkEndedPage, passwordLinkPage } from "./pages/passwordPages.ts"
import type { PasswordProblem } from "./pages/texts/passwordTexts.ts"
import { organizationNameOf } from "./signedInPerson.ts"
import { passwordProblemOf } from "./signInProblems.ts"
import { type Answer, fieldOf, formTokenOf, isGenuineForm, pageAnswer, staleForm, type Visit } from "./Visit.ts"

const tokenOf = ({ query }: Visit): string => (query.get("token") ?? "").slice(0, 256)

/** The form works for the link of its page only. */
const purposeOf = (token: string): string => `password/${token}`

const ended = (visit: Visit): Answer =>
  pageAnswer(visit, passwordLinkEndedPage(visit.urls, visit.locale), { status: 404 })

const shown = Effect.fnUntraced(function*(visit: Visit, { purpose, user }: OpenUserLink, problem?: PasswordProblem) {
  const token = tokenOf(visit)
  const text = passwordLinkPage(visit.urls, visit.locale, {
    action: `${visit.urls.path}/password?token=${encodeURIComponent(token)}`,
    formToken: formTokenOf(visit, purposeOf(token)),
    isInvitation: purpose === "UserInvitation",
    username: user.username,
    organization: yield* organizationNameOf(user.organization_id),
    problem
  })
  return pageAnswer(visit, text, { status: problem === undefined ? 200 : 422 })
})

/** Page of a link that sets a password. Opening it changes nothing. */
export const showPasswordLink = Effect.fnUntraced(function*(visit: Visit) {
  const links = yield* PasswordLinks
  const found = yield* links.find(tokenOf(visit), visit.address)
  return Option.isSome(found) ? yield* shown(visit, found.value) : ended(visit)
})

/** Sets the password. Nobody is signed in by it: a second factor stays required. */
export const takePasswordLink = Effect.fnUntraced(function*(visit: Visit) {
  const token = tokenOf(visit)
  if (!isGenuineForm(visit, purposeOf(token))) return staleForm(visit)
  const links = yield* PasswordLinks
  const found = yield* links.find(token, visit.address)
  if (Option.isNone(found)) return ended(visit)
  const password = fieldOf(visit, "password")
  if (password !== fieldOf(visit, "again")) return yield* shown(visit, found.value, "different")
  return yield* Effect.matchEffect(links.setPassword(token, Redacted.make(password), visit.address), {
    onFailure: (error) =>
      error._tag === "InvalidInput"
        ? shown(visit, found.value, passwordProblemOf(error))
        : Effect.succeed(ended(visit)),
    onSuccess: (user) => Effect.succeed(pageAnswer(visit, passwordDonePage(visit.urls, visit.locale, user.username)))
  })
})

const forgottenPurpose = "password/forgot"

const asked = (visit: Visit, problem?: ForgottenProblem, status?: number): Answer =>
  pageAnswer(
    visit,
    forgottenPage(visit.urls, visit.locale, {
      formToken: formTokenOf(visit, forgottenPurpose),
      login: fieldOf(visit, "login"),
      problem
    }),
    { status }
  )

/** Form of people who have forgotten their password. */
export const showForgotten = Effect.fnUntraced(function*(visit: Visit) {
  const { available } = yield* PasswordResets
  return available ? asked(visit) : ended(visit)
})

/** Sends a link to the user of a login. The response and its time are the same whether there is such a user. */
export const takeForgotten = Effect.fnUntraced(function*(visit: Visit) {
  if (!isGenuineForm(visit, forgottenPurpose)) return staleForm(visit)
  const resets = yield* PasswordResets
  if (!resets.available) return ended(visit)
  const login = fieldOf(visit, "login").trim()
  if (login === "") return asked(visit, { type: "empty" }, 422)
  return yield* Effect.match(resets.request(login, visit.address), {
    onFailure: ({ retry_after }) => asked(visit, { type: "limited", minutes: Math.ceil(retry_after / 60) }, 429),
    onSuccess: () => pageAnswer(visit, forgottenDonePage(visit.urls, visit.locale))
  })
})
