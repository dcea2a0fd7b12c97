import { Context, Effect, Layer, Option } from "effect"
import {
  type PremiumPrices,
  type Registry,
  registryFailure,
  type RegistryPolicyRefused,
  RegistryRouter,
  RegistryUnavailable
} from "../../registry/index.ts"
import { TldCatalog, type TldSpec } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { refuseUnchecked } from "./refuseUnchecked.ts"

/** Registry of a domain, and the rules of its TLD. */
export interface RegistryAccount {
  readonly registry: Registry
  readonly spec: TldSpec
}

/** Finds the registry of a domain. */
export class RegistryAccess extends Context.Service<RegistryAccess, {
  /** Fails if this installation no longer serves the registry or TLD of the domain. */
  readonly accountOf: (
    domain: Pick<Domain, "name" | "registry" | "tld">
  ) => Effect.Effect<RegistryAccount, RegistryUnavailable>
  /** Current registry prices of a name; null for names at the list price. */
  readonly premiumOf: (
    registry: Registry,
    domain: Pick<Domain, "name" | "is_premium" | "tld">
  ) => Effect.Effect<PremiumPrices | null, RegistryPolicyRefused | RegistryUnavailable>
}>()("@namewright/core/domains/RegistryAccess") {
  static readonly layer = Layer.effect(
    RegistryAccess,
    Effect.gen(function*() {
      const router = yield* RegistryRouter
      const catalog = yield* TldCatalog

      return RegistryAccess.of({
        accountOf: Effect.fnUntraced(function*(domain) {
          const registry = router.find(domain.registry)
          const spec = yield* catalog.find(domain.tld)
          if (Option.isNone(registry) || Option.isNone(spec)) {
            return yield* new RegistryUnavailable({ domain_name: domain.name })
          }
          return { registry: registry.value, spec: spec.value }
        }),

        premiumOf: Effect.fnUntraced(function*(registry, { is_premium, name, tld }) {
          const spec = yield* catalog.find(tld)
          const sellsPremium = Option.exists(spec, ({ premium_domains }) => premium_domains?.supported === true)
          if (!is_premium && !sellsPremium) return null
          const [answer] = yield* Effect.mapError(
            registry.checkDomains([name]),
            (error) => registryFailure(name, error)
          )
          yield* refuseUnchecked(name, answer)
          return answer?.premium ?? null
        })
      })
    })
  )
}
