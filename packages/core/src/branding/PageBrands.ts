import { Cache, Context, Duration, Effect, Layer, Option } from "effect"
import { OrganizationStore } from "../organizations/index.ts"
import type { OrganizationId } from "../shared/index.ts"
import { BrandingDocumentStore } from "./BrandingDocumentStore.ts"
import { type PageBrand, pageBrandOf } from "./pageBrandOf.ts"

/** Time for which a process caches an appearance, so that a page does not read the document for each of its files. */
const cacheTime = Duration.seconds(5)

const cachedBrands = 1_000

/** Appearance of the sign-in and account pages of brands. */
export class PageBrands extends Context.Service<PageBrands, {
  /** The appearance of an organization's own pages. A process sees a change of the document after 5 seconds at most. */
  readonly of: (organization: OrganizationId) => Effect.Effect<PageBrand>
}>()("@namewright/core/branding/PageBrands") {
  static readonly layer = Layer.effect(
    PageBrands,
    Effect.gen(function*() {
      const documents = yield* BrandingDocumentStore
      const organizations = yield* OrganizationStore
      const cache = yield* Cache.make({
        capacity: cachedBrands,
        timeToLive: cacheTime,
        lookup: Effect.fnUntraced(function*(organization: OrganizationId) {
          const { latest } = yield* documents.find(organization)
          const found = yield* organizations.find(organization)
          const name = Option.match(found, { onNone: () => "", onSome: (it) => it.name })
          return pageBrandOf(latest?.document ?? {}, name)
        })
      })
      return PageBrands.of({ of: (organization) => Cache.get(cache, organization) })
    })
  )
}
