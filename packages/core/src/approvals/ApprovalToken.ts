import { Effect, Option, Redacted, Schema } from "effect"
import { Instant } from "../shared/index.ts"
import { type Approval, ApprovalId } from "./Approval.ts"
import type { ApprovalKeys } from "./ApprovalKeys.ts"

const version = "nwa1"

/**
 * Fields of an approval that its token authenticates. Lists are encoded as JSON, so that different fields never have
 * equal texts.
 */
export type Authentic = Pick<
  Approval,
  | "approval_id"
  | "organization_id"
  | "user_id"
  | "client_id"
  | "scopes"
  | "operation_id"
  | "action_hash"
  | "path"
  | "cost"
  | "expires_on"
>

const textOf = (approval: Authentic): string =>
  JSON.stringify([
    version,
    approval.approval_id,
    approval.organization_id,
    approval.user_id,
    approval.client_id,
    approval.scopes,
    approval.operation_id,
    approval.action_hash,
    approval.path,
    approval.cost === null ? null : [approval.cost.amount, approval.cost.currency],
    Instant.format(approval.expires_on)
  ])

/** The token of an approval: `nwa1.<key id>.<approval id>.<code>`. It does not contain the action. */
export const tokenOf = Effect.fnUntraced(function*(keys: ApprovalKeys["Service"], approval: Authentic) {
  const { key_id, mac } = yield* keys.authenticate(textOf(approval))
  return Redacted.make([version, key_id, approval.approval_id, mac].join("."), { label: "approval_token" })
})

/** Maximum length of a token. */
const longest = 200

const isApprovalId = Schema.is(ApprovalId)

/** Key id, approval id and code of a token, not verified; none for a malformed token. */
export const readToken = (token: Redacted.Redacted) => {
  const text = Redacted.value(token)
  const [first, key_id = "", approval_id = "", mac = "", ...rest] = text.length > longest ? [] : text.split(".")
  return first === version && isApprovalId(approval_id) && rest.length === 0
    ? Option.some({ approval_id, code: { key_id, mac } })
    : Option.none()
}

/** True if this installation issued the token for the stored approval. */
export const isAuthentic = (
  keys: ApprovalKeys["Service"],
  approval: Authentic,
  code: { readonly key_id: string; readonly mac: string }
): Effect.Effect<boolean> => keys.verify(textOf(approval), code)
