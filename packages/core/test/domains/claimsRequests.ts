import { ClaimsAcceptances } from "@namewright/core/domains"
import { Effect } from "effect"
import { type Customer, register } from "./DomainsPlatform.ts"

/** Key that simulated registries return for a name with the label `claims-…`. */
export const keyOf = (name: string) => `2013041500/9/1/3/${name}`

/** Fetches the notice of a name. */
export const noticeOf = (owner: Customer, name: string) =>
  Effect.map(
    owner.act(ClaimsAcceptances.use((claims) => claims.notices({ claims_keys: [keyOf(name)] }))),
    ({ claims_notices: [notice] }) => {
      if (notice === undefined) throw new Error("No notice")
      return notice
    }
  )

/** Accepts the notice of a name, and registers it. */
export const registerAccepted = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const { claims_notice_acceptance_hash } = yield* noticeOf(owner, name)
  return yield* register(owner, name, { claims_notice_acceptance_hash })
})
