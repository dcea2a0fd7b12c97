import { Context, Effect, Layer, Option } from "effect"
import { ZoneOwnership } from "../dns/index.ts"
import {
  type EventData,
  type EventId,
  type EventKind,
  eventKindOf,
  EventLog,
  type EventSubtype,
  type EventType
} from "../events/index.ts"
import { HostStore } from "../hosts/index.ts"
import { JobQueue } from "../jobs/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import type { DnssecData, RegistryIntent, RegistryRefusal, RegistryTemporary } from "../registry/index.ts"
import { type DomainId, Instant, PlatformSettings } from "../shared/index.ts"
import { TldCatalog } from "../tlds/index.ts"
import type { Domain } from "./Domain.ts"
import {
  dnssecDifference,
  isShownData,
  keptDnssecData,
  newDomainDnssecDataId,
  registryData
} from "./DomainDnssecData.ts"
import { DomainDnssecStore } from "./DomainDnssecStore.ts"
import { domainAction, domainDeleted, domainUpdated } from "./DomainLog.ts"
import { isOwned } from "./DomainState.ts"
import { DomainStore } from "./DomainStore.ts"
import { dueBy, nextActionOn } from "./NextAction.ts"
import { registryError } from "./registry/CarriedOut.ts"
import { measureOf } from "./statistics/StatisticMeasure.ts"
import { makeMovedDemands } from "./verification/MovedDemands.ts"
import { zoneNameOf } from "./zoneNameOf.ts"

/** Kind of the job that reconciles the DNSSEC data at the registry with a domain's nameservers. */
export const reconciliationJob = "domains.dnssec"

/** Content of an event of a domain. */
export interface DomainEvent {
  /** Default: a new id. */
  readonly event_id?: EventId
  readonly type: EventType
  readonly subtype: EventSubtype
  readonly message: string
  readonly error?: EventData["error"]
  readonly details?: EventData["details"]
  /** Kind in the change feed. Default: by type and subtype. */
  readonly kind?: EventKind
  /** False for a record of the change feed alone. Default true. */
  readonly is_listed?: boolean
}

const domainEventKind = (type: EventType, subtype: EventSubtype) =>
  eventKindOf({ object_type: "DOMAIN", type, subtype })

/** Organization and domain of an intent. */
type DomainIntent = Pick<Domain, "organization_id"> & { readonly payload: Pick<Domain, "domain_id" | "name"> }

/** An intent that was not carried out. */
type RefusedIntent = DomainIntent & Pick<RegistryIntent, "job_id" | "state">

/**
 * Changes of a domain's row, its next action and its events, in the caller's transaction. When an organization begins
 * or ceases to own a domain, the zones at its name and below are reviewed, which displaces zones of other
 * organizations. Demands of registries that its registrants be verified follow the registrants.
 */
export class DomainChanges extends Context.Service<DomainChanges, {
  /**
   * Locks and updates the row and its next action; an overdue action remains due. If the organization begins or ceases
   * to own the domain, reviews the zones at and below its name (`ZoneOwnership.review`). None if the domain is gone.
   */
  readonly change: (
    id: DomainId,
    change: (domain: Domain, now: Instant.Instant) => Domain
  ) => Effect.Effect<Option.Option<Domain>>
  /** Sets the next action to now, so that the next scheduled round examines the domain. */
  readonly makeDue: (id: DomainId) => Effect.Effect<void>
  /** Stores the DNSSEC data that the registry returned. True if it differs from the stored data. */
  readonly keepDnssec: (id: DomainId, registered: ReadonlyArray<DnssecData>) => Effect.Effect<boolean>
  /** Enqueues a job that reconciles the DNSSEC data at the registry with the domain's nameservers. */
  readonly reconcileDnssec: (domain: Pick<Domain, "domain_id" | "organization_id">) => Effect.Effect<void>
  /** Removes the domain and its host objects. */
  readonly drop: (id: DomainId) => Effect.Effect<void>
  /** Records an event, which the statistics count unless the domain is at a connected external registrar. */
  readonly record: (
    domain:
      & Pick<Domain, "organization_id" | "domain_id" | "name">
      & Partial<Pick<Domain, "registrar_credential_id">>,
    event: DomainEvent
  ) => Effect.Effect<void>
  /**
   * Records that the registry did not carry out the command of an intent; `onRefusal` as in `registryError`. Unless the
   * registry had accepted the command, the job that ordered it continues, and the event is one of its attempts.
   */
  readonly recordRefusal: (
    intent: RefusedIntent,
    reason: RegistryRefusal | RegistryTemporary,
    event: Pick<DomainEvent, "kind" | "message" | "type"> & { readonly onRefusal?: Parameters<typeof registryError>[2] }
  ) => Effect.Effect<void>
  /** Records that an operator asks the registry for the outcome of a command. */
  readonly recordEscalation: (intent: DomainIntent) => Effect.Effect<void>
}>()("@namewright/core/domains/DomainChanges") {
  static readonly layer = Layer.effect(
    DomainChanges,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const hosts = yield* HostStore
      const events = yield* EventLog
      const log = yield* makeObjectLog
      const catalog = yield* TldCatalog
      const dnssec = yield* DomainDnssecStore
      const queue = yield* JobQueue
      const ownership = yield* ZoneOwnership
      const moveDemands = yield* makeMovedDemands

      const { expiry_mail_days: mailDays } = yield* PlatformSettings

      const scheduled = Effect.fnUntraced(function*(domain: Domain, now: Instant.Instant) {
        if (domain.next_action_on !== null && Instant.hasPassed(domain.next_action_on, now)) return domain
        const spec = yield* catalog.find(domain.tld)
        return Option.isNone(spec)
          ? domain
          : { ...domain, next_action_on: nextActionOn(domain, spec.value, now, mailDays) }
      })

      /** TLD of a name; of one that is no longer sold, what follows its first label. */
      const tldOf = (name: Domain["name"]) =>
        Option.match(catalog.split(name), {
          onNone: () => name.slice(name.indexOf(".") + 1),
          onSome: ({ tld }) => tld
        })

      const record: DomainChanges["Service"]["record"] = Effect.fnUntraced(function*(
        domain,
        { error, details, event_id, is_listed, message, subtype, type, kind = domainEventKind(type, subtype) }
      ) {
        const logged = domainAction(domain, kind)
        if (logged !== undefined) yield* log.record(logged)
        yield* events.record({
          event_id,
          kind,
          is_listed,
          counted_tld: measureOf(kind) === undefined || (domain.registrar_credential_id ?? null) !== null
            ? undefined
            : tldOf(domain.name),
          organization_id: domain.organization_id,
          object_type: "DOMAIN",
          object_id: domain.domain_id,
          object_name: domain.name,
          type,
          subtype,
          event_data: {
            message,
            ...(error === undefined ? {} : { error }),
            ...(details === undefined ? {} : { details })
          }
        })
      })

      return DomainChanges.of({
        change: Effect.fnUntraced(function*(id, change) {
          const seen: { before?: Domain } = {}
          const changed = yield* store.change(id, (domain) => {
            seen.before = domain
            return Effect.flatMap(Instant.now, (now) => scheduled({ ...change(domain, now), updated_on: now }, now))
          })
          const { before } = seen
          if (Option.isNone(changed) || before === undefined) return changed
          if (isOwned(changed.value) !== isOwned(before)) yield* ownership.review(zoneNameOf(changed.value.name))
          yield* moveDemands(before, changed.value)
          yield* log.record(domainUpdated(before, changed.value))
          return changed
        }),

        makeDue: (id) =>
          Effect.asVoid(
            store.change(
              id,
              (domain) => Effect.map(Instant.now, (now) => ({ ...domain, next_action_on: dueBy(domain, now) }))
            )
          ),

        keepDnssec: Effect.fnUntraced(function*(id, registered) {
          const before = yield* dnssec.ofDomain(id)
          const shown = registered.filter(isShownData)
          const { add, remove } = dnssecDifference(before.map(registryData), shown)
          if (add.length + remove.length === 0) return false
          const named = yield* Effect.forEach(
            shown,
            (data) => Effect.map(newDomainDnssecDataId, (dataId) => [data, dataId] as const)
          )
          yield* dnssec.replace(id, keptDnssecData(id, before, named, yield* Instant.now))
          return true
        }),

        reconcileDnssec: ({ domain_id, organization_id }) =>
          queue.enqueue({
            kind: reconciliationJob,
            organization_id,
            payload: { domain_id },
            ordering_key: `object ${domain_id}`
          }),

        drop: Effect.fnUntraced(function*(id) {
          const domain = Option.getOrUndefined(yield* store.find(id))
          yield* hosts.removeBelow(id)
          yield* store.remove(id)
          if (domain === undefined) return
          if (isOwned(domain)) yield* ownership.review(zoneNameOf(domain.name))
          yield* moveDemands(domain, null)
          yield* log.record(domainDeleted(domain))
        }),

        record,

        // Not an event of the acquisition: `EarlierRun` would treat the domain as acquired.
        recordEscalation: ({ organization_id, payload }) =>
          record({ ...payload, organization_id }, {
            type: "MODIFICATION",
            subtype: "NOTIFICATION",
            message: `An operator asks the registry whether the order of ${payload.name} is carried out`
          }),

        recordRefusal: ({ job_id, organization_id, payload, state }, reason, { onRefusal, ...event }) =>
          record({ ...payload, organization_id }, {
            ...event,
            ...(job_id === null || state === "accepted" ? {} : { kind: "domain.attempt_failed" }),
            subtype: "FAILURE",
            error: registryError(payload, reason, onRefusal)
          })
      })
    })
  )
}
