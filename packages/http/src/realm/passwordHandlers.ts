import { type OpenUserLink, PasswordLinks } from "@namewright/core/people"
import type { InvalidInput } from "@namewright/core/shared"
import { Effect, Option, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import {
  passwordDonePage,
  passwordLinkEndedPage,
  passwordLinkPage,
  type PasswordProblem
} from "./pages/passwordPages.ts"
import { organizationNameOf } from "./signedInPerson.ts"
import { type Answer, fieldOf, formTokenOf, isOurForm, pageAnswer, staleForm, type Visit } from "./Visit.ts"

const tokenOf = ({ query }: Visit): string => (query.get("token") ?? "").slice(0, 256)

/** The form works for the link of its page only. */
const purposeOf = (token: string): string => `password/${token}`

const lengths = ["string_too_short", "string_too_long"] as const

const problemOf = ({ issues }: InvalidInput): PasswordProblem =>
  lengths.find((type) => issues.some((issue) => issue.type === type)) ?? "value_error"

/** Response whose language depends on the browser. */
const answer = (visit: Visit, text: string, status = 200): Answer =>
  HttpServerResponse.setHeaders(pageAnswer(visit, text, { status }), {
    "content-language": visit.locale,
    vary: "accept-language"
  })

const ended = (visit: Visit): Answer => answer(visit, passwordLinkEndedPage(visit.urls, visit.locale), 404)

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
  return answer(visit, text, problem === undefined ? 200 : 422)
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
  if (!isOurForm(visit, purposeOf(token))) return staleForm(visit)
  const links = yield* PasswordLinks
  const found = yield* links.find(token, visit.address)
  if (Option.isNone(found)) return ended(visit)
  const password = fieldOf(visit, "password")
  if (password !== fieldOf(visit, "again")) return yield* shown(visit, found.value, "different")
  return yield* Effect.matchEffect(links.setPassword(token, Redacted.make(password), visit.address), {
    onFailure: (error) =>
      error._tag === "InvalidInput"
        ? shown(visit, found.value, problemOf(error))
        : Effect.succeed(ended(visit)),
    onSuccess: (user) => Effect.succeed(answer(visit, passwordDonePage(visit.urls, visit.locale, user.username)))
  })
})
