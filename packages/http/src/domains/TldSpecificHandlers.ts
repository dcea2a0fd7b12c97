import { Declarations, type DomainReference, HandOvers } from "@namewright/core/domains"
import { Effect } from "effect"
import { expectedTag } from "../shared/ConditionalHeaders.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { TldSpecificApi } from "./TldSpecificApi.ts"

interface AuthCodeCall {
  readonly headers: Parameters<typeof expectedTag>[0]
  readonly params: { readonly domain_reference: DomainReference }
}

export const layer = group(
  TldSpecificApi,
  Effect.fnUntraced(function*(handlers) {
    const handOvers = yield* HandOvers
    const declarations = yield* Declarations

    const authCode = (...tlds: ReadonlyArray<string>) => ({ headers, params }: AuthCodeCall) =>
      Effect.mapError(handOvers.requestAuthCode(params.domain_reference, tlds, expectedTag(headers)), toProblem)

    return handlers.handleAll({
      requestBeAuthCode: authCode("be"),
      requestCymruAuthCode: authCode("cymru"),
      requestCzAuthCode: authCode("cz"),
      requestDkAuthCode: authCode("dk"),
      requestEuAuthCode: authCode("eu"),
      requestLtAuthCode: authCode("lt"),
      requestNuAuthCode: authCode("nu"),
      requestSeAuthCode: authCode("se", "nu"),
      requestWalesAuthCode: authCode("wales"),
      withdrawDomain: ({ headers, params, payload }) =>
        Effect.mapError(handOvers.withdraw(params.domain_reference, payload, expectedTag(headers)), toProblem),
      transitDomain: ({ headers, params, payload }) =>
        Effect.mapError(handOvers.transit(params.domain_reference, payload, expectedTag(headers)), toProblem),
      releaseDomain: ({ headers, params, payload }) =>
        Effect.mapError(handOvers.release(params.domain_reference, payload, expectedTag(headers)), toProblem),
      handInDeclaration: ({ params, payload }) =>
        Effect.mapError(declarations.handIn(params.domain_reference, payload), toProblem),
      resendDeclaration: ({ params }) => Effect.mapError(declarations.resend(params.domain_reference), toProblem)
    })
  })
)
