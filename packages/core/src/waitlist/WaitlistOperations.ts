import { Context, Effect, Layer, Option } from "effect"
import { OrganizationDirectory, UnknownOrganization } from "../access/index.ts"
import { EventLog } from "../events/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  inputIssue,
  Instant,
  type InvalidInput,
  type OrganizationId,
  type Page,
  type PageRequest,
  permissions,
  refuseInput,
  Transaction
} from "../shared/index.ts"
import { decided } from "./applicationWritten.ts"
import type {
  WaitlistApplicant,
  WaitlistApplication,
  WaitlistDecision,
  WaitlistFilter,
  WaitlistProduct,
  WaitlistProductKey
} from "./WaitlistEntry.ts"
import { WaitlistApplicationNotFound, WaitlistProductNotFound } from "./WaitlistError.ts"
import { WaitlistStore } from "./WaitlistStore.ts"

/** Products, invitations and decisions, for operators. No route leads to them, and they check no permissions. */
export class WaitlistOperations extends Context.Service<WaitlistOperations, {
  /** Offers a product, or replaces its texts. Keys of other resources of permissions are refused. */
  readonly offer: (product: WaitlistProduct) => Effect.Effect<WaitlistProduct, InvalidInput>
  /** All products, by key. */
  readonly products: Effect.Effect<ReadonlyArray<WaitlistProduct>>
  /** Shows a product to the users of an organization, who may then apply. */
  readonly invite: (
    organization: OrganizationId,
    product: WaitlistProductKey
  ) => Effect.Effect<void, UnknownOrganization | WaitlistProductNotFound>
  /**
   * Hides a product from an organization and ends the access of its users. Their applications are kept, and give access
   * again after another invitation.
   */
  readonly uninvite: (
    organization: OrganizationId,
    product: WaitlistProductKey
  ) => Effect.Effect<void, UnknownOrganization | WaitlistProductNotFound>
  readonly applications: (
    product: WaitlistProductKey,
    filter: WaitlistFilter,
    page: PageRequest
  ) => Effect.Effect<Page<WaitlistApplication>, WaitlistProductNotFound>
  /** Decides an application, also a decided one. A repeated decision changes nothing. */
  readonly decide: (
    user: WaitlistApplicant,
    product: WaitlistProductKey,
    decision: WaitlistDecision
  ) => Effect.Effect<WaitlistApplication, WaitlistApplicationNotFound | WaitlistProductNotFound>
}>()("@namewright/core/waitlist/WaitlistOperations") {
  static readonly layer = Layer.effect(
    WaitlistOperations,
    Effect.gen(function*() {
      const store = yield* WaitlistStore
      const directory = yield* OrganizationDirectory
      const events = yield* EventLog
      const log = yield* makeObjectLog
      const transaction = yield* Transaction

      const requireProduct = Effect.fnUntraced(function*(product: WaitlistProductKey) {
        const found = yield* store.findProduct(product)
        return Option.isSome(found) ? found.value : yield* new WaitlistProductNotFound({ product })
      })

      const requireBoth = Effect.fnUntraced(function*(organization_id: OrganizationId, product: WaitlistProductKey) {
        yield* requireProduct(product)
        if (Option.isNone(yield* directory.find(organization_id))) {
          return yield* new UnknownOrganization({ organization_id })
        }
      })

      const offer = Effect.fn("WaitlistOperations.offer")(function*(product: WaitlistProduct) {
        yield* refuseInput(
          resources.has(product.product)
            ? [inputIssue(["body", "product"], "value_error", "Permissions of this resource exist", product.product)]
            : []
        )
        yield* store.putProduct(product)
        return product
      })

      const invite = Effect.fn("WaitlistOperations.invite")(
        function*(organization: OrganizationId, product: WaitlistProductKey) {
          yield* requireBoth(organization, product)
          yield* store.invite(organization, product, yield* Instant.now)
        }
      )

      const uninvite = Effect.fn("WaitlistOperations.uninvite")(
        function*(organization: OrganizationId, product: WaitlistProductKey) {
          yield* requireBoth(organization, product)
          yield* store.uninvite(organization, product)
        }
      )

      const applications: WaitlistOperations["Service"]["applications"] = Effect.fn("WaitlistOperations.applications")(
        function*(product, filter, page) {
          yield* requireProduct(product)
          return yield* store.list(product, filter, page)
        }
      )

      const decide: WaitlistOperations["Service"]["decide"] = Effect.fn("WaitlistOperations.decide")(
        function*(user_id, product, decision) {
          const offered = yield* requireProduct(product)
          return yield* transaction.atomically(Effect.gen(function*() {
            const found = yield* store.lock(user_id, product)
            if (Option.isNone(found)) return yield* new WaitlistApplicationNotFound({ product, user_id })
            const before = found.value
            if (before.status === decision) return before
            const now = yield* Instant.now
            const after: WaitlistApplication = { ...before, status: decision, decided_on: now }
            yield* store.decide(user_id, product, decision, now)
            const { change, event } = decided(offered, before, after)
            yield* log.record(change)
            yield* events.record(event)
            return after
          }))
        }
      )

      return WaitlistOperations.of({ offer, products: store.products, invite, uninvite, applications, decide })
    })
  )
}

/** Resources of the permissions that roles grant. */
const resources: ReadonlySet<string> = new Set(permissions.map((permission) => permission.split(":")[0] ?? ""))
