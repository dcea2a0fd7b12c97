import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import {
  type OperationInProgress,
  RegistryIntents,
  RegistryPolicyRefused,
  type RegistryUnavailable
} from "../../registry/index.ts"
import { type CurrentActor } from "../../shared/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import type { DomainChanged, DomainNotFound, DomainReadOnly } from "../DomainError.ts"
import { isBeingAcquired } from "../DomainState.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { RegistryAccess } from "../registry/RegistryAccess.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import type { OutboundTransferRequest } from "../request/DomainRequest.ts"
import { makeOutboundTransferIntent } from "./OutboundTransferIntent.ts"
import { TransferRefused } from "./TransferError.ts"

/** Decisions on transfers to another registrar. Source: REST specification, "Endpoints", Domains. */
export class OutboundTransfers extends Context.Service<OutboundTransfers, {
  /**
   * Approves or rejects the pending request. An approved domain is removed when its registry confirms the transfer.
   * `expected` is the entity tag that the domain must have.
   */
  readonly decide: (
    reference: DomainReference,
    request: OutboundTransferRequest,
    expected?: string
  ) => Effect.Effect<
    Domain,
    | AuthorizationError
    | DomainChanged
    | DomainNotFound
    | DomainReadOnly
    | OperationInProgress
    | RegistryPolicyRefused
    | RegistryUnavailable
    | TransferRefused,
    CurrentActor
  >
}>()("@namewright/core/domains/OutboundTransfers") {
  static readonly layer = Layer.effect(
    OutboundTransfers,
    Effect.gen(function*() {
      const owned = yield* OwnedDomains
      const access = yield* RegistryAccess
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const handler = yield* makeOutboundTransferIntent
      yield* intents.register(handler)

      const decide = Effect.fn("OutboundTransfers.decide")(
        function*(reference: DomainReference, { action }: OutboundTransferRequest, expected?: string) {
          const actor = yield* authorize("domains:manage")
          const domain = yield* owned.getWritable(actor, reference, expected)
          const { domain_id, name } = domain
          if (isBeingAcquired(domain) || !domain.registry_statuses.includes("pendingTransfer")) {
            return yield* new TransferRefused({ domain_name: name, reason: "No outbound transfer is pending" })
          }
          const { registry: backend, spec } = yield* access.accountOf(domain)
          if (!backend.capabilities.transfer_decisions || !mayDecide(spec, action)) {
            return yield* new RegistryPolicyRefused({
              domain_name: name,
              detail: `The registry does not let the losing registrar ${action} a transfer`
            })
          }
          const payload = { domain_id, name, action }
          yield* carriedOut(
            name,
            yield* orders.place(handler, { domain, payload }, { after: owned.lockExpected(domain, expected) })
          )
          return domain
        }
      )

      return OutboundTransfers.of({ decide })
    })
  )
}

const mayDecide = ({ transfer_policies }: TldSpec, action: OutboundTransferRequest["action"]): boolean => {
  const party = action === "approve" ? transfer_policies.transfer_ack : transfer_policies.transfer_nack
  return party === "registrar" || party === "both"
}
