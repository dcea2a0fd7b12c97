import { Effect, Option, Schema } from "effect"
import { accepted, done, type IntentHandler, type LookUpResult, notDone, pending } from "../../registry/index.ts"
import { DomainId, DomainName, Instant } from "../../shared/index.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { DomainStore } from "../DomainStore.ts"
import { makeGraceRefunds } from "../refund/GraceRefunds.ts"
import { eventOfIntent } from "../request/EarlierAttempt.ts"
import { type Way, ways } from "./HandOver.ts"

const HandOverPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  way: Schema.Literals(Object.keys(ways) as ReadonlyArray<Way>),
  /** Tag of the receiving registrar; null for the registry itself. */
  recipient: Schema.NullOr(Schema.String),
  keep_delegation: Schema.Boolean
})
export type HandOverPayload = typeof HandOverPayload.Type

export const handOverKind = "domain.hand_over"

/** Intent of the release of a domain to its registry or to another registrar. The domain leaves the account. */
export const makeHandOverIntent = Effect.gen(function*() {
  const store = yield* DomainStore
  const changes = yield* DomainChanges
  const refunds = yield* makeGraceRefunds

  const intent: IntentHandler<HandOverPayload, void> = {
    kind: handOverKind,
    payload: HandOverPayload,

    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      const { keep_delegation, name, recipient } = payload
      const answer = yield* registry.releaseDomain({ command_id, name, recipient, keep_delegation })
      return answer.completed ? done(undefined) : accepted
    }),

    lookUp: ({ payload }, registry) =>
      Effect.map(registry.infoDomain(payload.name), (found): LookUpResult<void> => {
        if (!Option.exists(found, ({ sponsor }) => sponsor !== "other")) return done(undefined)
        return Option.exists(found, ({ statuses }) => statuses.includes("pendingTransfer")) ? pending : notDone
      }),

    complete: Effect.fnUntraced(function*({ intent_id, organization_id, payload }) {
      const { domain_id, name, way } = payload
      const domain = yield* store.lock(domain_id)
      // A message of the registry may have reported earlier that the domain is deleted.
      if (Option.isNone(domain)) return
      // The mails of the event read the domain.
      yield* changes.record({ organization_id, domain_id, name }, {
        event_id: eventOfIntent(intent_id),
        type: ways[way].type,
        subtype: "SUCCESS",
        kind: "domain.transferred_out",
        message: `${name} ${ways[way].done}`
      })
      yield* changes.drop(domain_id)
      yield* refunds.transferredAway(domain.value, yield* Instant.now)
    }),

    accepted: ({ payload }) => changes.makeDue(payload.domain_id),

    refused: (request, reason) => {
      const { name, way } = request.payload
      const { failed, type } = ways[way]
      return changes.recordRefusal(request, reason, {
        type,
        kind: "domain.transfer_out_failed",
        message: `${name} ${failed}`
      })
    }
  }

  return intent
})
