import { Context, Effect, Layer, Option } from "effect"
import { BrandingDocumentStore } from "./BrandingDocumentStore.ts"
import { brandStyle } from "./brandStyle.ts"
import { ServedHostLookup } from "./configuration/index.ts"

/** Style sheets of brands, for everybody. */
export class BrandStyles extends Context.Service<BrandStyles, {
  /** Style sheet of the brand that is served at a host; empty for other hosts, and for brands without a theme. */
  readonly at: (host: string) => Effect.Effect<string>
}>()("@namewright/core/branding/BrandStyles") {
  static readonly layer = Layer.effect(
    BrandStyles,
    Effect.gen(function*() {
      const documents = yield* BrandingDocumentStore
      const hosts = yield* ServedHostLookup
      return BrandStyles.of({
        at: Effect.fn("BrandStyles.at")(function*(host) {
          const found = yield* hosts.find(host)
          if (Option.isNone(found)) return ""
          const { latest } = yield* documents.find(found.value.organization_id)
          return latest === null ? "" : brandStyle(latest.document)
        })
      })
    })
  )
}
