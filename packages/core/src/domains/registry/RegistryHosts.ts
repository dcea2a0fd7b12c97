import { Context, Effect, Layer, Option } from "effect"
import { type CommandError, newCommandId, type Registry, type RegistryNameserver } from "../../registry/index.ts"
import type { Hostname } from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import type { Nameserver } from "../Domain.ts"

/** Maximum number of cached hostnames that exist at a registry; the oldest are evicted. */
const cacheSize = 50_000

/**
 * Creates missing host objects, and returns nameservers in the registry's form. Host objects are shared among all
 * registrars (RFC 5732), so an existing one is used unchanged.
 */
export class RegistryHosts extends Context.Service<RegistryHosts, {
  readonly ensure: (
    registry: Registry,
    tld: string,
    nameservers: ReadonlyArray<Nameserver>
  ) => Effect.Effect<ReadonlyArray<RegistryNameserver>, CommandError>
  /** Checks the hosts again at the next `ensure`. */
  readonly forget: (registry: Registry, nameservers: ReadonlyArray<Nameserver>) => Effect.Effect<void>
}>()("@namewright/core/domains/RegistryHosts") {
  static readonly layer = Layer.effect(
    RegistryHosts,
    Effect.gen(function*() {
      const catalog = yield* TldCatalog
      const known = new Set<string>()

      const remember = (key: string) => {
        const oldest = known.size >= cacheSize ? known.values().next().value : undefined
        if (oldest !== undefined) known.delete(oldest)
        known.add(key)
      }

      const ensureHost = Effect.fnUntraced(function*(registry: Registry, hostname: Hostname) {
        const key = keyOf(registry, hostname)
        if (known.has(key)) return
        const found = yield* registry.infoHost(hostname)
        if (Option.isNone(found)) {
          yield* Effect.catchIf(
            registry.createHost({ command_id: yield* newCommandId, hostname, ip_addresses: [] }),
            (error) => error._tag === "RegistryRefusal" && error.reason === "objectExists",
            () => Effect.succeed({ completed: true })
          )
        }
        remember(key)
      })

      const ensure = Effect.fnUntraced(function*(
        registry: Registry,
        tld: string,
        nameservers: ReadonlyArray<Nameserver>
      ) {
        const spec = yield* catalog.find(tld)
        const objects = Option.isSome(spec) && spec.value.dns_configuration.host_objects
        if (!objects) return nameservers
        yield* Effect.forEach(nameservers, ({ hostname }) => ensureHost(registry, hostname), { discard: true })
        return nameservers.map(({ hostname }) => ({ hostname, ip_addresses: [] }))
      })

      const forget = (registry: Registry, nameservers: ReadonlyArray<Nameserver>) =>
        Effect.sync(() => {
          for (const { hostname } of nameservers) known.delete(keyOf(registry, hostname))
        })

      return RegistryHosts.of({ ensure, forget })
    })
  )
}

const keyOf = ({ key }: Registry, hostname: Hostname): string => `${key} ${hostname}`
