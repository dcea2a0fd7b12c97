import { Effect, Option, Schema } from "effect"
import { Billing } from "../../billing/index.ts"
import {
  accepted,
  done,
  type IntentHandler,
  IntentId,
  type LookUpResult,
  notDone,
  type QueryError,
  refusedBy,
  RegistryIntentStore,
  RegistryRefusal
} from "../../registry/index.ts"
import { DomainId, DomainName, Instant } from "../../shared/index.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { ExternalAccounts, ReplacedDomain } from "../ExternalAccounts.ts"
import { eventOfIntent } from "../request/EarlierAttempt.ts"

const TransferCancelPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  /** Intent of the canceled transfer. */
  transfer_intent_id: IntentId,
  /** False if the registry has no transfer request: the losing registrar pushes the name. */
  ask_registry: Schema.Boolean
})
export type TransferCancelPayload = typeof TransferCancelPayload.Type

export const transferCancelKind = "domain.transfer_cancel"

/** Intent of the cancellation of a pending inbound transfer; it removes the transfer's intent. */
export const makeTransferCancelIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const billing = yield* Billing
  const intents = yield* RegistryIntentStore
  const accounts = yield* ExternalAccounts

  const intent: IntentHandler<TransferCancelPayload, void> = {
    kind: transferCancelKind,
    payload: TransferCancelPayload,

    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      if (!payload.ask_registry) return done(undefined)
      const answer = yield* registry.cancelTransfer({ command_id, name: payload.name })
      return answer.completed ? done(undefined) : accepted
    }),

    // A registry whose queries lag may not show the transfer yet, or still an earlier one.
    lookUp: Effect.fnUntraced(
      function*({ conclusive_from, payload }, registry): Effect.fn.Return<LookUpResult<void>, QueryError> {
        const transfer = yield* registry.queryTransfer(payload.name)
        const status = Option.isSome(transfer) ? transfer.value.status : null
        if (status === "clientApproved" || status === "serverApproved") return refusedBy(tooLate)
        return status !== "pending" && Instant.hasPassed(conclusive_from, yield* Instant.now)
          ? done(undefined)
          : notDone
      }
    ),

    complete: Effect.fnUntraced(function*({ intent_id, organization_id, payload }) {
      const transfer = yield* intents.find(payload.transfer_intent_id)
      // The transfer may have been decided at the same time; then its outcome applies.
      if (Option.isNone(transfer) || !(yield* intents.remove(payload.transfer_intent_id))) return
      yield* changes.drop(payload.domain_id)
      const replaced = replacedIn(transfer.value.payload)
      if (Option.isSome(replaced)) yield* accounts.review(replaced.value.replaced.registrar_credential_id)
      yield* changes.record({ ...payload, organization_id }, {
        event_id: eventOfIntent(intent_id),
        type: "INBOUND_TRANSFER",
        subtype: "CANCELED",
        message: `The transfer of ${payload.name} is canceled`
      })
      yield* Effect.forEach(
        transfer.value.billing_transaction_ids,
        (id) => billing.release(id, "canceled"),
        { discard: true }
      )
    }),

    accepted: () => Effect.void,
    refused: () => Effect.void
  }

  return intent
})

/** The payload of a transfer that replaced a domain at an external registrar. */
const replacedIn = Schema.decodeUnknownOption(Schema.Struct({ replaced: ReplacedDomain }))

const tooLate = new RegistryRefusal({
  reason: "noTransferPending",
  result_code: null,
  text: "The transfer is done already"
})
