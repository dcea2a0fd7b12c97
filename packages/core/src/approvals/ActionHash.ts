import { Effect } from "effect"
import { canonicalJson, inputIssue, InvalidInput } from "../shared/index.ts"
import { ActionHash } from "./Approval.ts"

/** Call as it was sent, before decoding. */
export interface ActionInput {
  readonly operation_id: string
  readonly path_params: Readonly<Record<string, string>>
  /** Values of a repeated parameter keep their order, which can be significant. */
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** JSON; undefined without a body. */
  readonly body: unknown
}

/** All facts that an approval is bound to, except the caller. */
export interface NormalizedAction extends ActionInput {
  /** The suborganization for which the call is made; null for the caller's own organization. */
  readonly organization_context: string | null
  /** Domains that a selector matches, in any order; absent without a selector. */
  readonly domain_ids?: ReadonlyArray<string>
  /** Protocol of the call; absent for the tool endpoint. */
  readonly protocol?: "rest"
  /** The `If-Match` header of the call; absent without one. */
  readonly if_match?: string
}

/**
 * Hash of an action: equal for equivalent actions, different for all others. Fails for bodies with a number or a text
 * that JSON cannot represent exactly. Source: agent endpoint specification, "Endpoints".
 */
export const actionHash = Effect.fnUntraced(function*(
  { body, domain_ids, protocol, if_match, operation_id, organization_context, path_params, query }: NormalizedAction
): Effect.fn.Return<ActionHash, InvalidInput> {
  const text = canonicalJson({
    operationId: operation_id,
    pathParams: path_params,
    query,
    body,
    organizationContext: organization_context,
    domainIds: domain_ids?.toSorted(),
    protocol,
    ifMatch: if_match
  })
  if (text === undefined) {
    const msg = "A number is out of range, or a text contains an unpaired surrogate"
    return yield* new InvalidInput({ issues: [inputIssue(["body"], "value_error", msg, null)] })
  }
  const digest = yield* Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  return ActionHash.make(new Uint8Array(digest).reduce((hex, byte) => hex + byte.toString(16).padStart(2, "0"), ""))
})
