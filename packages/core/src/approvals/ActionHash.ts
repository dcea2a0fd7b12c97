import { Effect } from "effect"
import { canonicalJson, inputIssue, InvalidInput } from "../shared/index.ts"
import { ActionHash } from "./Approval.ts"

/** A call as it was sent, before decoding. */
export interface ActionInput {
  readonly operation_id: string
  readonly path_params: Readonly<Record<string, string>>
  /** The values of a parameter that is sent several times keep their order, which can matter. */
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** JSON; undefined where there is none. */
  readonly body: unknown
}

/** All that an approval is bound to, but for who asks. */
export interface NormalizedAction extends ActionInput {
  /** The suborganization that the call is made for; null for the caller's own. */
  readonly organization_context: string | null
  /** The domains that a selector has found, in any order; absent where there is no selector. */
  readonly domain_ids?: ReadonlyArray<string>
  /** Where the call is made; absent for the tool endpoint. */
  readonly door?: "rest"
  /** The `If-Match` under which the call is made; absent where it has none. */
  readonly if_match?: string
}

/**
 * The hash of an action: equal for actions that do the same, different for all others. A body that holds a number or a
 * text which JSON cannot say exactly is refused. Source: agent endpoint specification, "Endpoints".
 */
export const actionHash = Effect.fnUntraced(function*(
  { body, domain_ids, door, if_match, operation_id, organization_context, path_params, query }: NormalizedAction
): Effect.fn.Return<ActionHash, InvalidInput> {
  const text = canonicalJson({
    operationId: operation_id,
    pathParams: path_params,
    query,
    body,
    organizationContext: organization_context,
    domainIds: domain_ids?.toSorted(),
    door,
    ifMatch: if_match
  })
  if (text === undefined) {
    const msg = "A number is out of range, or a text holds half of a surrogate pair"
    return yield* new InvalidInput({ issues: [inputIssue(["body"], "value_error", msg, null)] })
  }
  const digest = yield* Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  return ActionHash.make(new Uint8Array(digest).reduce((hex, byte) => hex + byte.toString(16).padStart(2, "0"), ""))
})
