import { Effect, Option, Schema } from "effect"
import { EventLog } from "../events/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type Accepted,
  accepted,
  done,
  type Intent,
  type IntentHandler,
  type LookUpResult,
  notDone,
  pending,
  type Registry,
  type RegistryHost,
  type RegistryRefusal,
  type RegistryTemporary
} from "../registry/index.ts"
import { Hostname, Instant } from "../shared/index.ts"
import { addressChange, type Host, HostId, type OwnedHost } from "./Host.ts"
import { HostStore } from "./HostStore.ts"

const HostPayload = Schema.Struct({
  host_id: HostId,
  hostname: Hostname,
  ip_addresses: Schema.Array(Schema.String)
})
type HostPayload = typeof HostPayload.Type
type Handler = IntentHandler<HostPayload, void>

/** Intents to create, change and delete a host object at its registry. */
export const makeHostIntents = Effect.gen(function*() {
  const store = yield* HostStore
  const events = yield* EventLog
  const log = yield* makeObjectLog

  const save = Effect.fnUntraced(function*({ host: before, organization_id }: OwnedHost, after: Host) {
    yield* store.save(after)
    yield* log.record({
      organization_id,
      object_type: "HOST",
      object_id: after.host_id,
      action: "UPDATED",
      before,
      after
    })
  })

  const removed = Effect.fnUntraced(function*({ organization_id, payload }: Intent<HostPayload>) {
    const locked = yield* store.lock(payload.host_id)
    yield* store.remove(payload.host_id)
    if (Option.isNone(locked)) return
    yield* log.record({
      organization_id,
      object_type: "HOST",
      object_id: payload.host_id,
      action: "DELETED",
      before: locked.value.host
    })
  })

  const changed = Effect.fnUntraced(function*(
    { organization_id, payload }: Intent<HostPayload>,
    subtype: "SUCCESS" | "FAILURE",
    message: string
  ) {
    yield* events.record({
      organization_id,
      object_type: "HOST",
      object_id: payload.host_id,
      object_name: payload.hostname,
      type: "MODIFICATION",
      subtype,
      event_data: { message }
    })
  })

  const activate = Effect.fnUntraced(function*({ payload }: Intent<HostPayload>) {
    const locked = yield* store.lock(payload.host_id)
    if (Option.isNone(locked)) return
    const updated_on = yield* Instant.now
    yield* save(locked.value, {
      ...locked.value.host,
      ip_addresses: payload.ip_addresses,
      status: "active",
      updated_on
    })
  })

  /** Compares with the addresses at the registry, so that a repetition sends only the missing changes. */
  const moveTo = Effect.fnUntraced(function*({ command_id, payload }: Intent<HostPayload>, registry: Registry) {
    const current = yield* registry.infoHost(payload.hostname)
    const change = addressChange(
      Option.match(current, { onNone: () => [], onSome: (host) => host.ip_addresses }),
      payload.ip_addresses
    )
    return isEmpty(change)
      ? done(undefined)
      : sent(yield* registry.updateHost({ command_id, hostname: payload.hostname, ...change }))
  })

  /**
   * Adopts an object that the account already owns, because it came with a transferred domain or a lost command created
   * it.
   */
  const takeOver = Effect.fnUntraced(function*(
    intent: Intent<HostPayload>,
    registry: Registry,
    refusal: RegistryRefusal
  ) {
    const current = yield* registry.infoHost(intent.payload.hostname)
    return Option.exists(current, mayBeOurs) ? yield* moveTo(intent, registry) : yield* refusal
  })

  const create: Handler = {
    kind: "host.create",
    payload: HostPayload,
    lookUp,
    send: (intent, registry) =>
      registry.createHost({ command_id: intent.command_id, ...intent.payload }).pipe(
        Effect.map(sent),
        Effect.catchTag("RegistryRefusal", (refusal) =>
          refusal.reason === "objectExists" ? takeOver(intent, registry, refusal) : Effect.fail(refusal))
      ),
    complete: (intent) => activate(intent),
    accepted: ({ payload }) => mark(payload.host_id, "pending_create"),
    refused: removed
  }

  const replace: Handler = {
    kind: "host.replace",
    payload: HostPayload,
    lookUp,
    send: moveTo,
    complete: (intent) => activate(intent),
    accepted: () => Effect.void,
    refused: (intent, reason) => changed(intent, "FAILURE", failureOf(intent, reason))
  }

  const remove: Handler = {
    kind: "host.delete",
    payload: HostPayload,
    send: ({ command_id, payload }, registry) =>
      registry.deleteHost({ command_id, hostname: payload.hostname }).pipe(
        Effect.map(sent),
        Effect.catchIf(
          (error) => error._tag === "RegistryRefusal" && error.reason === "objectMissing",
          () => Effect.succeed(done(undefined))
        )
      ),
    lookUp: ({ payload }, registry) =>
      Effect.map(
        registry.infoHost(payload.hostname),
        (host): LookUpResult<void> => Option.exists(host, mayBeOurs) ? unfinished(host) : done(undefined)
      ),
    complete: removed,
    accepted: () => Effect.void,
    refused: ({ payload }) => mark(payload.host_id, "active")
  }

  /** Stores and logs another status of a host; nothing if the host is gone. */
  const mark = Effect.fnUntraced(function*(id: HostId, status: Host["status"]) {
    const locked = yield* store.lock(id)
    if (Option.isNone(locked)) return
    yield* save(locked.value, { ...locked.value.host, status, updated_on: yield* Instant.now })
  })

  return { create, replace, remove, mark }
})

/** Checks that the registry has the object with exactly these addresses. */
const lookUp: Handler["lookUp"] = ({ payload }, registry) =>
  Effect.map(
    registry.infoHost(payload.hostname),
    (host): LookUpResult<void> =>
      Option.exists(
          host,
          (shown) =>
            !shown.pending && mayBeOurs(shown) && isEmpty(addressChange(shown.ip_addresses, payload.ip_addresses))
        )
        ? done(undefined)
        : unfinished(host)
  )

/** Result for a command whose effect is not visible at the registry. */
const unfinished = (host: Option.Option<RegistryHost>): LookUpResult<void> =>
  Option.exists(host, (shown) => shown.pending) ? pending : notDone

/**
 * True if the object may belong to the account. Only the sponsor of a domain can create hosts below it (RFC 5732,
 * section 3.2.1), so an object of unknown sponsor belongs to the account.
 */
const mayBeOurs = ({ sponsor }: RegistryHost): boolean => sponsor !== "other"

const isEmpty = ({ add, remove }: ReturnType<typeof addressChange>): boolean => add.length === 0 && remove.length === 0

const sent = (answer: Accepted) => answer.completed ? done(undefined) : accepted

const failureOf = ({ payload }: Intent<HostPayload>, reason: RegistryRefusal | RegistryTemporary): string =>
  `The addresses of ${payload.hostname} could not be changed: ${reason.message}`
