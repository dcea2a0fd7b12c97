import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize, OrganizationDirectory, OrganizationScope } from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type IntentHandler,
  type OperationInProgress,
  type Outcome,
  registryFailure,
  RegistryIntents,
  type RegistryPolicyRefused,
  type RegistryRefusal,
  RegistryTemporary,
  type RegistryUnavailable
} from "../registry/index.ts"
import {
  type Actor,
  type CurrentActor,
  type Hostname,
  inputIssue,
  Instant,
  type InvalidInput,
  type Page,
  type PageRequest,
  PlatformSettings,
  refuseInput,
  type Sort
} from "../shared/index.ts"
import { TldCatalog } from "../tlds/index.ts"
import {
  addressChange,
  type CreateHostRequest,
  type Host,
  type HostFilter,
  type HostReference,
  type HostSortField,
  newHostId,
  type OwnedHost,
  type ReplaceHostRequest
} from "./Host.ts"
import {
  HostAlreadyExists,
  HostInUse,
  HostNotFound,
  HostObjectsNotSupported,
  ParentDomainNotFound
} from "./HostError.ts"
import { makeHostIntents } from "./HostIntent.ts"
import { HostStore } from "./HostStore.ts"
import { type IpAddress, isPublic } from "./IpAddress.ts"
import { ParentDomains } from "./ParentDomains.ts"

/** Errors of a change at the registry. */
type ChangeError = AuthorizationError | OperationInProgress | RegistryPolicyRefused | RegistryUnavailable

/** Host objects: nameservers below the account's own domains. Source: REST specification, "Host object". */
export class Hosts extends Context.Service<Hosts, {
  readonly create: (
    input: CreateHostRequest
  ) => Effect.Effect<
    Host,
    ChangeError | HostAlreadyExists | HostObjectsNotSupported | InvalidInput | ParentDomainNotFound,
    CurrentActor
  >
  readonly get: (reference: HostReference) => Effect.Effect<Host, AuthorizationError | HostNotFound, CurrentActor>
  readonly list: (
    filter: HostFilter,
    sort: Sort<HostSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Host>, AuthorizationError, CurrentActor>
  /** Replaces all addresses. The same set, in any order, sends nothing to the registry. */
  readonly replace: (
    reference: HostReference,
    input: ReplaceHostRequest
  ) => Effect.Effect<Host, ChangeError | HostNotFound | InvalidInput, CurrentActor>
  readonly remove: (
    reference: HostReference
  ) => Effect.Effect<void, ChangeError | HostInUse | HostNotFound, CurrentActor>
}>()("@namewright/core/hosts/Hosts") {
  static readonly layer = Layer.effect(
    Hosts,
    Effect.gen(function*() {
      const store = yield* HostStore
      const directory = yield* OrganizationDirectory
      const parents = yield* ParentDomains
      const catalog = yield* TldCatalog
      const intents = yield* RegistryIntents
      const settings = yield* PlatformSettings
      const log = yield* makeObjectLog
      const { mark, ...handlers } = yield* makeHostIntents
      yield* Effect.forEach(Object.values(handlers), intents.register, { discard: true })

      /** A host of the caller's organization or of one of its suborganizations. */
      const requireOwned = Effect.fnUntraced(function*(actor: Actor, reference: HostReference) {
        const found = yield* store.find(reference)
        if (
          Option.isNone(found) || !(yield* OrganizationScope.visible(directory, actor, found.value.organization_id))
        ) {
          return yield* new HostNotFound({ host_reference: reference })
        }
        return found.value
      })

      const parentOf = Effect.fnUntraced(function*(actor: Actor, hostname: Hostname) {
        const parent = yield* parents.find(hostname)
        if (
          Option.isNone(parent) || !(yield* OrganizationScope.visible(directory, actor, parent.value.organization_id))
        ) {
          return yield* new ParentDomainNotFound({ hostname, parent_domain: hostname.slice(hostname.indexOf(".") + 1) })
        }
        return parent.value
      })

      /** Stores and executes the intent, and converts its outcome for the caller. */
      const change = Effect.fnUntraced(function*<E>(
        handler: IntentHandler<
          {
            readonly host_id: Host["host_id"]
            readonly hostname: Host["hostname"]
            readonly ip_addresses: ReadonlyArray<string>
          },
          void
        >,
        { host, organization_id, registry }: OwnedHost,
        ip_addresses: ReadonlyArray<string>,
        alongside: Effect.Effect<void, E>
      ) {
        const { host_id, hostname } = host
        const prepared = intents.prepare(handler, {
          organization_id,
          registry,
          object_id: host_id,
          object_name: hostname,
          payload: { host_id, hostname, ip_addresses },
          billing_transaction_ids: []
        })
        return yield* intents.order(handler, Effect.tap(prepared, alongside))
      })

      const create = Effect.fn("Hosts.create")(function*(input: CreateHostRequest) {
        const actor = yield* authorize("hosts:manage", "domains:manage")
        const { hostname } = input
        const { domain_id, organization_id, registry, tld } = yield* parentOf(actor, hostname)
        const spec = yield* catalog.find(tld)
        if (Option.isNone(spec) || !spec.value.dns_configuration.host_objects) {
          return yield* new HostObjectsNotSupported({ tld })
        }
        const ip_addresses = distinct(input.ip_addresses)
        yield* refuseUnreachable(settings.environment === "production", ip_addresses)
        const now = yield* Instant.now
        const host: Host = {
          host_id: yield* newHostId,
          hostname,
          ip_addresses,
          domain_id,
          status: "requested_create",
          created_on: now,
          updated_on: now
        }
        const owned = { host, organization_id, registry }
        const inserted = Effect.andThen(
          store.insert(owned),
          log.record({ organization_id, object_type: "HOST", object_id: host.host_id, action: "CREATED", after: host })
        )
        const outcome = yield* change(handlers.create, owned, ip_addresses, inserted)
        yield* failUnlessCarriedOut(
          hostname,
          outcome,
          (refusal) =>
            refusal.reason === "objectExists" ? new HostAlreadyExists({ hostname }) : registryFailure(hostname, refusal)
        )
        return (yield* Effect.orDie(requireOwned(actor, host.host_id))).host
      })

      const get = Effect.fn("Hosts.get")(function*(reference: HostReference) {
        const actor = yield* authorize("hosts:read")
        return (yield* requireOwned(actor, reference)).host
      })

      const list: Hosts["Service"]["list"] = Effect.fn("Hosts.list")(function*(filter, sort, page) {
        const actor = yield* authorize("hosts:read")
        return yield* store.list(actor.organization_id, filter, sort, page)
      })

      const replace = Effect.fn("Hosts.replace")(function*(reference: HostReference, input: ReplaceHostRequest) {
        const actor = yield* authorize("hosts:manage")
        const current = yield* requireOwned(actor, reference)
        const ip_addresses = distinct(input.ip_addresses)
        yield* refuseUnreachable(settings.environment === "production", ip_addresses)
        const { add, remove } = addressChange(current.host.ip_addresses, ip_addresses)
        if (add.length === 0 && remove.length === 0) return current.host
        const outcome = yield* change(handlers.replace, current, ip_addresses, Effect.void)
        yield* failUnlessCarriedOut(
          current.host.hostname,
          outcome,
          (refusal) => registryFailure(current.host.hostname, refusal)
        )
        return (yield* requireOwned(actor, current.host.host_id)).host
      })

      const remove = Effect.fn("Hosts.remove")(function*(reference: HostReference) {
        const actor = yield* authorize("hosts:delete")
        const current = yield* requireOwned(actor, reference)
        const { hostname } = current.host
        if (yield* parents.delegates(hostname)) return yield* new HostInUse({ host_reference: reference })
        const pending = mark(current.host.host_id, "pending_delete")
        const outcome = yield* change(handlers.remove, current, current.host.ip_addresses, pending)
        yield* failUnlessCarriedOut(hostname, outcome, (refusal) =>
          refusal.reason === "associationProhibits"
            ? new HostInUse({ host_reference: reference })
            : registryFailure(hostname, refusal))
      })

      return Hosts.of({ create, get, list, replace, remove })
    })
  )
}

const distinct = (addresses: ReadonlyArray<IpAddress>): ReadonlyArray<IpAddress> => Array.from(new Set(addresses))

/** Addresses that are not public are allowed in the sandbox only. */
const refuseUnreachable = (production: boolean, addresses: ReadonlyArray<IpAddress>) =>
  refuseInput(addresses.flatMap((address, index) =>
    production && !isPublic(address)
      ? [inputIssue(["body", "ip_addresses", index], "value_error", "The address is private or reserved", address)]
      : []
  ))

/**
 * A response that is still pending at the registry is success. A lost response is not, because the outcome is unknown.
 */
const failUnlessCarriedOut = <E>(
  hostname: string,
  outcome: Outcome<void>,
  onRefusal: (refusal: RegistryRefusal) => E
): Effect.Effect<void, E | RegistryPolicyRefused | RegistryUnavailable> => {
  switch (outcome._tag) {
    case "Done":
    case "Accepted":
      return Effect.void
    case "Refused":
      return Effect.fail(onRefusal(outcome.refusal))
    case "Unavailable":
      return Effect.fail(registryFailure(hostname, outcome.temporary))
    case "Unknown":
      return Effect.fail(registryFailure(hostname, new RegistryTemporary({ text: "no answer" })))
  }
}
