import { Effect, Option } from "effect"
import { type Registry, RegistryRouter } from "../registry/index.ts"
import type { DomainName } from "../shared/index.ts"
import { type NameInTld, TldCatalog } from "../tlds/index.ts"
import { TldNotAvailable } from "./DomainError.ts"

/** Name under a TLD that this installation sells, with the registry of the TLD. */
export interface Offering extends NameInTld {
  readonly registry: Registry
}

/** Look-up from a name to its offering. None if the TLD is unknown or disabled, or has no registry here. */
export const makeOfferingOf = Effect.gen(function*() {
  const catalog = yield* TldCatalog
  const router = yield* RegistryRouter

  return (name: DomainName): Option.Option<Offering> =>
    catalog.split(name).pipe(
      Option.filter(({ spec }) => spec.enabled),
      Option.flatMap((found) =>
        Option.map(router.find(found.spec.backend), (registry): Offering => ({ ...found, registry }))
      )
    )
})

/** Refusal of a name that has no offering. */
export const notOffered = (name: DomainName): TldNotAvailable =>
  new TldNotAvailable({ tld: name.slice(name.indexOf(".") + 1) })
