import {
  type DeclarationExpired,
  type DeclarationNameMismatch,
  type DeclarationNotFound,
  Declarations,
  type DeclarationState,
  type SigningBrowser
} from "@namewright/core/domains"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { makePageView } from "../platform/makePageView.ts"
import { group } from "../shared/group.ts"
import { wantsPage } from "../shared/pages/pageLocale.ts"
import { toProblem } from "../shared/Problem.ts"
import { makePublicLimit } from "../shared/PublicOperations.ts"
import { DeclarationLinksApi } from "./DeclarationLinksApi.ts"
import { declarationPage, unknownDeclarationPage } from "./declarationPages.ts"

type Request = HttpServerRequest.HttpServerRequest
type LinkError = DeclarationExpired | DeclarationNameMismatch | DeclarationNotFound | DeclarationState

/** Longest stored name of a browser in characters. */
const userAgentLength = 512

const browserOf = ({ headers, remoteAddress }: Request): SigningBrowser => ({
  address: Option.getOrNull(remoteAddress),
  user_agent: headers["user-agent"]?.slice(0, userAgentLength) ?? null
})

export const layer = group(
  DeclarationLinksApi,
  Effect.fnUntraced(function*(handlers) {
    const declarations = yield* Declarations
    const limit = yield* makePublicLimit
    const viewOf = yield* makePageView

    const limited = <A, E extends LinkError>(request: Request, work: Effect.Effect<A, E>) =>
      Effect.mapError(limit(request, work), toProblem)

    /** Page of the declaration in its present state, in the language of the browser. */
    const page = Effect.fnUntraced(function*(request: Request, token: string, mismatch?: string) {
      const view = yield* viewOf(request)
      return yield* Effect.match(declarations.find(token, view.locale), {
        onFailure: () => unknownDeclarationPage(view),
        onSuccess: (declaration) => declarationPage(view, declaration, mismatch)
      })
    })

    const signed = (request: Request, token: string, accept_name: string) =>
      declarations.sign(token, { accept_name }, browserOf(request))

    /** A second press of the button shows the signed declaration. */
    const submitted = (request: Request, token: string, accept_name: string) =>
      Effect.matchEffect(signed(request, token, accept_name), {
        onSuccess: () => page(request, token),
        onFailure: ({ _tag }) => page(request, token, _tag === "DeclarationNameMismatch" ? accept_name : undefined)
      })

    return handlers.handleAll({
      getDeclaration: ({ query, request }) =>
        wantsPage(request.headers)
          ? limited(request, page(request, query.token))
          : limited(request, declarations.find(query.token)),
      signDeclaration: ({ payload, query, request }) =>
        limited(request, signed(request, query.token, payload.accept_name)),
      submitDeclaration: ({ payload: { accept_name }, query: { token }, request }) =>
        wantsPage(request.headers)
          ? limited(request, submitted(request, token, accept_name))
          : limited(request, Effect.andThen(signed(request, token, accept_name), declarations.find(token)))
    })
  })
)
