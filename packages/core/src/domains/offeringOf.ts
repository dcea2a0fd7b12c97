import { Effect, Option } from "effect"
import { type Registry, RegistryRouter } from "../registry/index.ts"
import type { DomainName } from "../shared/index.ts"
import { type FiledName, TldCatalog } from "../tlds/index.ts"
import { TldNotAvailable } from "./DomainError.ts"

/** Name under a TLD that this installation sells, with the registry of the TLD. */
export interface Offering extends FiledName {
  readonly registry: Registry
}

/** Look-up from a name to its offering. None if the TLD is unknown or disabled, or has no registry here. */
export const makeOfferingOf = Effect.gen(function*() {
  const catalog = yield* TldCatalog
  const router = yield* RegistryRouter

  return (name: DomainName): Option.Option<Offering> =>
    catalog.filed(name).pipe(
      Option.filter(({ spec }) => spec.enabled),
      Option.flatMap((filed) =>
        Option.map(router.find(filed.spec.backend), (registry): Offering => ({ ...filed, registry }))
      )
    )
})

/** Refusal of a name that has no offering. */
export const notOffered = (name: DomainName): TldNotAvailable =>
  new TldNotAvailable({ tld: name.slice(name.indexOf(".") + 1) })
