import { Effect, Layer, Option } from "effect"
import { RegistryRouter } from "../../registry/index.ts"
import { ancestors, type Hostname } from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import { absoluteName } from "../absoluteName.ts"
import type { DnsName } from "../DnsName.ts"
import { ZoneOwnershipStore } from "../ownership/ZoneOwnershipStore.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { answered, DelegationLookup } from "./DelegationLookup.ts"
import { registeredAddresses } from "./registeredAddresses.ts"

/** A hostname and the names above it, nearest first, without names of one label. */
export const enclosing = (hostname: Hostname): ReadonlyArray<DnsName> =>
  [hostname, ...ancestors(hostname)].filter((name) => name.includes(".")).map(absoluteName)

/**
 * Look-ups in the zones of this installation and the host objects of its registries only. For a sandbox, whose names do
 * not exist in the public DNS.
 */
export const HostedLookup = Layer.effect(
  DelegationLookup,
  Effect.gen(function*() {
    const catalog = yield* TldCatalog
    const router = yield* RegistryRouter
    const store = yield* ZoneStore
    const ownership = yield* ZoneOwnershipStore

    return DelegationLookup.of({
      publicAddresses: Effect.fnUntraced(function*(hostname) {
        const served = yield* ownership.served(enclosing(hostname))
        const zone = enclosing(hostname).map((name) => served.get(name)).find((found) => found !== undefined)
        if (zone === undefined) return answered([])
        const rrsets = yield* store.rrsetsAt(zone, [absoluteName(hostname)])
        return answered(rrsets.flatMap(({ records, type }) => type === "A" || type === "AAAA" ? records : []))
      }),

      glue: Effect.fnUntraced(function*(domain, hostname) {
        const registry = Option.flatMap(catalog.split(domain), ({ spec }) => router.find(spec.backend))
        if (Option.isNone(registry)) return answered([])
        const registered = yield* registeredAddresses(registry.value, domain, hostname)
        return registered._tag === "Answered" || registered._tag === "Unanswered" ? registered : answered([])
      })
    })
  })
)
