import { Effect } from "effect"
import { StatusTags } from "../../tags/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"

/**
 * Records, in the caller's transaction, that the request of another registrar has ended and the domain stays. Records
 * nothing for a domain without a pending request, whose end is known.
 */
export const makeOutboundTransferEnd = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const statusTags = yield* StatusTags

  return Effect.fnUntraced(function*(domain: Domain) {
    yield* statusTags.clear(domain.organization_id, "DOMAIN", domain.domain_id, "OUTBOUND_TRANSFER_PENDING")
    if (!domain.registry_statuses.includes("pendingTransfer")) return
    yield* changes.record(domain, {
      type: "OUTBOUND_TRANSFER",
      subtype: "CANCELED",
      message: `${domain.name} stays in the account`
    })
  })
})
