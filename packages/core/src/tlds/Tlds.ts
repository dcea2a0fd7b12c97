import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorizeWithinScope } from "../access/index.ts"
import type { CurrentActor, OrganizationId } from "../shared/index.ts"
import { normaliseTld, TldCatalog, type TldSelection } from "./TldCatalog.ts"
import { TldNotFound } from "./TldError.ts"
import type { TldSpec, TldType } from "./TldSpec.ts"

/** Decides which TLDs an organization can use. Default: all enabled ones. */
export const TldOffer = Context.Reference<(organization: OrganizationId, spec: TldSpec) => Effect.Effect<boolean>>(
  "@namewright/core/tlds/TldOffer",
  { defaultValue: () => (_, spec) => Effect.succeed(spec.enabled) }
)

/** TLD that the organization can use. */
export interface OfferedTld {
  readonly tld: string
  readonly type: TldType
}

/** TLDs for callers. Source: REST specification, "TLD specification". */
export class Tlds extends Context.Service<Tlds, {
  /**
   * The newest specifications of these TLDs, or of all, sorted by name. `enabled` is true if the caller's organization
   * can use the TLD.
   */
  readonly list: (tlds?: ReadonlyArray<string>) => Effect.Effect<
    ReadonlyArray<TldSpec>,
    AuthorizationError,
    CurrentActor
  >
  readonly get: (
    tld: string,
    selection?: TldSelection
  ) => Effect.Effect<TldSpec, AuthorizationError | TldNotFound, CurrentActor>
  /** TLDs that the caller's organization can use, sorted by name. */
  readonly portfolio: Effect.Effect<ReadonlyArray<OfferedTld>, AuthorizationError, CurrentActor>
}>()("@namewright/core/tlds/Tlds") {
  static readonly layer = Layer.effect(
    Tlds,
    Effect.gen(function*() {
      const catalog = yield* TldCatalog
      const isOffered = yield* TldOffer

      const asOffered = Effect.fnUntraced(function*(organization: OrganizationId, spec: TldSpec) {
        const enabled = yield* isOffered(organization, spec)
        return enabled === spec.enabled ? spec : { ...spec, enabled }
      })

      const list = Effect.fn("Tlds.list")(function*(tlds?: ReadonlyArray<string>) {
        const { organization_id } = yield* authorizeWithinScope("organization:read")
        const wanted = tlds === undefined ? undefined : new Set(tlds.map(normaliseTld))
        const specs = (yield* catalog.list).filter((spec) =>
          wanted === undefined || spec.tlds.some(({ name }) => wanted.has(name))
        )
        return yield* Effect.forEach(specs, (spec) => asOffered(organization_id, spec))
      })

      const get = Effect.fn("Tlds.get")(function*(tld: string, selection?: TldSelection) {
        const { organization_id } = yield* authorizeWithinScope("organization:read")
        const found = yield* catalog.find(tld, selection)
        if (Option.isNone(found)) return yield* new TldNotFound({ tld: normaliseTld(tld) })
        return yield* asOffered(organization_id, found.value)
      })

      const portfolio = Effect.gen(function*() {
        const { organization_id } = yield* authorizeWithinScope("organization:read")
        const offered = yield* Effect.filter(yield* catalog.list, (spec) => isOffered(organization_id, spec))
        return offered.flatMap(({ tlds }) => tlds.map(({ name, type }) => ({ tld: name, type })))
          .toSorted((a, b) => a.tld < b.tld ? -1 : 1)
      }).pipe(Effect.withSpan("Tlds.portfolio"))

      return Tlds.of({ list, get, portfolio })
    })
  )
}
