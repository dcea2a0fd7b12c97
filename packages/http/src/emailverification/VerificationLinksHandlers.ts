import {
  type ContactVerificationNotFound,
  type VerificationLink,
  VerificationLinks,
  type VerificationSubject,
  type VerificationTokenInvalid
} from "@namewright/core/emailverification"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { makePageView } from "../platform/makePageView.ts"
import { group } from "../shared/group.ts"
import { wantsPage } from "../shared/pages/pageLocale.ts"
import { toProblem } from "../shared/Problem.ts"
import { makePublicLimit } from "../shared/PublicOperations.ts"
import { VerificationLinksApi } from "./VerificationLinksApi.ts"
import { endedPage, openPage, unknownPage } from "./verificationPages.ts"

type Request = HttpServerRequest.HttpServerRequest
type LinkError = ContactVerificationNotFound | VerificationTokenInvalid

const withheld = {
  organization_id: null,
  org: null,
  title: null,
  phone: null,
  fax: null,
  street: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  disclose: null,
  created_on: null,
  updated_on: null,
  attribute_sets: null,
  tags: null,
  status_tags: null
}

const statusResponse = ({ contact_id, state }: VerificationLink) =>
  HttpServerResponse.jsonUnsafe({ status: state === "open" ? "pending" : state, contact_id })

export const layer = group(
  VerificationLinksApi,
  Effect.fnUntraced(function*(handlers) {
    const links = yield* VerificationLinks
    const limit = yield* makePublicLimit
    const viewOf = yield* makePageView

    const limited = <A, E extends LinkError>(request: Request, work: Effect.Effect<A, E>) =>
      Effect.mapError(limit(request, work), toProblem)

    /** Page of a link, by the state of its verification. */
    const linkPage = Effect.fnUntraced(function*(request: Request, token: string) {
      const view = yield* viewOf(request)
      const shown = Effect.gen(function*() {
        const { state } = yield* links.find(token)
        if (state !== "open") return endedPage(view, state)
        const subject: VerificationSubject = yield* links.subject(token)
        return openPage(view, subject)
      })
      return yield* Effect.catch(shown, () => Effect.succeed(unknownPage(view)))
    })

    const open = (request: Request, token: string) =>
      wantsPage(request.headers)
        ? linkPage(request, token)
        : Effect.map(links.find(token), statusResponse)

    /** A second press of the button shows the state of the verification, which is already confirmed. */
    const submit = (request: Request, token: string) => {
      const confirmed = links.confirm(token)
      if (!wantsPage(request.headers)) return Effect.map(confirmed, statusResponse)
      return Effect.andThen(Effect.ignore(confirmed), linkPage(request, token))
    }

    return handlers.handleAll({
      getVerificationContact: ({ query, request }) =>
        limited(request, Effect.map(links.subject(query.token), (subject) => ({ ...withheld, ...subject }))),
      confirmVerification: ({ query, request }) => limited(request, Effect.asVoid(links.confirm(query.token))),
      openVerificationLink: ({ query, request }) => limited(request, open(request, query.token)),
      submitVerificationLink: ({ query, request }) => limited(request, submit(request, query.token))
    })
  })
)
