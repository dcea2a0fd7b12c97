import { Effect, Option, Schema } from "effect"
import {
  accepted,
  done,
  type IntentHandler,
  type LookUpResult,
  notDone,
  type RegistryDomain
} from "../../registry/index.ts"
import { DomainId, DomainName } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { DomainStore } from "../DomainStore.ts"
import { synchronised } from "../registry/RegistryState.ts"

const OutboundTransferPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  action: Schema.Literals(["approve", "reject"])
})
export type OutboundTransferPayload = typeof OutboundTransferPayload.Type

/** The domain if it is still in the account after the decision. */
type Remains = Option.Option<RegistryDomain>

/** Intent of the losing registrar's decision on a transfer. */
export const makeOutboundTransferIntent = Effect.gen(function*() {
  const store = yield* DomainStore
  const changes = yield* DomainChanges
  const statusTags = yield* StatusTags

  const intent: IntentHandler<OutboundTransferPayload, Remains> = {
    kind: "domain.transfer_decision",
    payload: OutboundTransferPayload,

    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      const { action, name } = payload
      const answer = yield* action === "approve"
        ? registry.approveTransfer({ command_id, name })
        : registry.rejectTransfer({ command_id, name })
      if (!answer.completed) return accepted
      const registered = yield* Effect.orElseSucceed(registry.infoDomain(name), () => Option.none<RegistryDomain>())
      return done(Option.filter(registered, ({ sponsor }) => sponsor === "account"))
    }),

    lookUp: ({ payload }, registry) =>
      Effect.map(registry.infoDomain(payload.name), (registered): LookUpResult<Remains> => {
        const pending = Option.exists(
          registered,
          ({ sponsor, statuses }) => sponsor !== "other" && statuses.includes("pendingTransfer")
        )
        return pending ? notDone : done(Option.filter(registered, ({ sponsor }) => sponsor === "account"))
      }),

    complete: Effect.fnUntraced(function*({ organization_id, payload }, remains) {
      const { action, domain_id, name } = payload
      // The domain is removed when a synchronisation confirms the transfer.
      if (action === "approve" || Option.isNone(remains)) {
        yield* changes.makeDue(domain_id)
        return
      }
      const before = yield* store.lock(domain_id)
      yield* statusTags.clear(organization_id, "DOMAIN", domain_id, "OUTBOUND_TRANSFER_PENDING")
      yield* changes.change(domain_id, (domain, now) => synchronised(domain, remains.value, now))
      // A message of the registry may have reported it already.
      if (!Option.exists(before, ({ registry_statuses }) => registry_statuses.includes("pendingTransfer"))) return
      yield* changes.record({ organization_id, domain_id, name }, {
        type: "OUTBOUND_TRANSFER",
        subtype: "CANCELED",
        message: `The transfer of ${name} to another registrar is refused`
      })
    }),

    accepted: () => Effect.void,

    refused: (decided, reason) =>
      changes.recordRefusal(decided, reason, {
        type: "OUTBOUND_TRANSFER",
        message: `The registry did not take the decision on the transfer of ${decided.payload.name}`
      })
  }

  return intent
})
