import { Effect, Option, Schema } from "effect"
import {
  accepted,
  DnssecData,
  type DomainParts,
  done,
  type IntentHandler,
  notDone,
  pending,
  refusedBy,
  type RegistryDomain
} from "../../registry/index.ts"
import { DomainId, DomainName } from "../../shared/index.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { dnssecDifference } from "../DomainDnssecData.ts"
import { withStatus } from "../DomainState.ts"
import { domainAfterUpdate } from "../registry/DomainAfterCommand.ts"
import { mayBeReviewed } from "../registry/mayBeReviewed.ts"
import { noDomain } from "../registry/noDomain.ts"
import { synchronised } from "../registry/RegistryState.ts"

const DnssecPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  /** Complete list of entries for the registry. */
  wanted: Schema.Array(DnssecData),
  /** True if a refusal records no event, because the caller notifies the owner. */
  quiet: Schema.Boolean
})
export type DnssecPayload = typeof DnssecPayload.Type

export const dnssecIntentKind = "domain.dnssec"

const isAsWanted = ({ wanted }: DnssecPayload, { dnssec }: RegistryDomain): boolean => {
  const { add, remove } = dnssecDifference(dnssec, wanted)
  return add.length + remove.length === 0
}

const none: DomainParts = { contacts: [], dnssec: [], nameservers: [], statuses: [] }

/** Intent of a change of DNSSEC data: sends the difference between the entries at the registry and the wanted ones. */
export const makeDnssecIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges

  const intent: IntentHandler<DnssecPayload, RegistryDomain> = {
    kind: dnssecIntentKind,
    payload: DnssecPayload,

    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      const registered = yield* registry.infoDomain(payload.name)
      if (Option.isNone(registered)) return yield* noDomain
      if (isAsWanted(payload, registered.value)) return done(registered.value)
      const { add, remove } = dnssecDifference(registered.value.dnssec, payload.wanted)
      const update = {
        command_id,
        name: payload.name,
        add: { ...none, dnssec: add },
        remove: { ...none, dnssec: remove },
        change: { registrant: null, auth_code: null, attributes: {} }
      }
      const updated = yield* registry.updateDomain(update)
      return updated.completed ? done(yield* domainAfterUpdate(registry, update)) : accepted
    }),

    lookUp: Effect.fnUntraced(function*({ payload }, registry) {
      const registered = yield* registry.infoDomain(payload.name)
      if (Option.isNone(registered)) return refusedBy(noDomain)
      if (registered.value.statuses.includes("pendingUpdate")) return pending
      return isAsWanted(payload, registered.value) ? done(registered.value) : notDone
    }),

    mayBeReviewed: mayBeReviewed("update"),

    complete: Effect.fnUntraced(function*({ organization_id, payload, state }, registered) {
      yield* changes.change(payload.domain_id, (domain, now) => synchronised(domain, registered, now))
      const isNew = yield* changes.keepDnssec(payload.domain_id, registered.dnssec)
      // A synchronisation may have stored the entries of an accepted change before.
      if (!isNew && state === "prepared") return
      yield* changes.record({ ...payload, organization_id }, {
        type: "MODIFICATION",
        subtype: "SUCCESS",
        message: payload.wanted.length === 0
          ? `The DNSSEC data of ${payload.name} are removed`
          : `The DNSSEC data of ${payload.name} are changed`
      })
    }),

    accepted: Effect.fnUntraced(function*({ payload }) {
      yield* changes.change(payload.domain_id, (domain) => withStatus(domain, "pendingUpdate"))
    }),

    refused: Effect.fnUntraced(function*(change, reason) {
      const { payload, state } = change
      if (state === "accepted") yield* changes.makeDue(payload.domain_id)
      if (payload.quiet) return
      yield* changes.recordRefusal(change, reason, {
        type: "MODIFICATION",
        message: `The DNSSEC data of ${payload.name} could not be changed`
      })
    })
  }

  return intent
})
