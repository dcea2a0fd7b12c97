import { Context, Effect, Layer, Option } from "effect"
import { OrganizationInactive, type PermissionDenied, refuseScoped, requireUser } from "../access/index.ts"
import { EventLog } from "../events/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { CurrentActor, Instant, Transaction } from "../shared/index.ts"
import { applied } from "./applicationWritten.ts"
import type {
  NewWaitlistApplication,
  WaitlistApplicant,
  WaitlistApplication,
  WaitlistEntry,
  WaitlistProduct,
  WaitlistProductKey
} from "./WaitlistEntry.ts"
import { WaitlistAlreadyApplied, WaitlistProductNotFound } from "./WaitlistError.ts"
import { WaitlistStore } from "./WaitlistStore.ts"

/**
 * Products that an organization is invited to, and applications of its users. Always of the caller's own organization.
 * Source: REST specification, "Product waitlist entry".
 */
export class Waitlist extends Context.Service<Waitlist, {
  /** Products to which the caller's organization is invited, by key. Requires no permission. */
  readonly entries: Effect.Effect<ReadonlyArray<WaitlistEntry>, PermissionDenied, CurrentActor>
  /** Applies as the calling user. Keys are refused. */
  readonly apply: (
    product: WaitlistProductKey,
    request: NewWaitlistApplication
  ) => Effect.Effect<
    WaitlistEntry,
    PermissionDenied | OrganizationInactive | WaitlistAlreadyApplied | WaitlistProductNotFound,
    CurrentActor
  >
}>()("@namewright/core/waitlist/Waitlist") {
  static readonly layer = Layer.effect(
    Waitlist,
    Effect.gen(function*() {
      const store = yield* WaitlistStore
      const events = yield* EventLog
      const log = yield* makeObjectLog
      const transaction = yield* Transaction

      const entries = Effect.gen(function*() {
        const actor = yield* CurrentActor
        yield* refuseScoped(actor)
        const { organization_active, organization_id } = actor
        const applicant = yield* Effect.option(callingUser)
        const offered = yield* store.invited(organization_id)
        const own = Option.isSome(applicant) ? yield* store.applicationsOf(applicant.value) : []
        const byProduct = new Map(own.map((application) => [application.product, application]))
        const mayApply = Option.isSome(applicant) && organization_active
        return offered.map((product) => entryOf(product, byProduct.get(product.product), mayApply))
      }).pipe(Effect.withSpan("Waitlist.entries"))

      const apply = Effect.fn("Waitlist.apply")(
        function*(product: WaitlistProductKey, { note }: NewWaitlistApplication) {
          const user_id = yield* callingUser
          const { organization_active, organization_id } = yield* CurrentActor
          if (!organization_active) return yield* new OrganizationInactive()
          return yield* transaction.atomically(Effect.gen(function*() {
            const offered = (yield* store.invited(organization_id)).find((one) => one.product === product)
            if (offered === undefined) return yield* new WaitlistProductNotFound({ product })
            const application: WaitlistApplication = {
              user_id,
              organization_id,
              product,
              status: "pending",
              note: note ?? null,
              applied_on: yield* Instant.now,
              decided_on: null
            }
            if (!(yield* store.insert(application))) return yield* new WaitlistAlreadyApplied({ product })
            const { change, event } = applied(offered, application)
            yield* log.record(change)
            yield* events.record(event)
            return entryOf(offered, application, true)
          }))
        }
      )

      return Waitlist.of({ entries, apply })
    })
  )
}

/** The calling user, also one of the host. Keys of organizations are refused. */
const callingUser: Effect.Effect<WaitlistApplicant, PermissionDenied, CurrentActor> = Effect.flatMap(
  CurrentActor,
  ({ principal }) =>
    principal.type === "host_user"
      ? Effect.succeed(`host_user:${principal.id}`)
      : Effect.map(requireUser, ({ user_id }) => user_id)
)

const entryOf = (
  product: WaitlistProduct,
  application: WaitlistApplication | undefined,
  mayApply: boolean
): WaitlistEntry => ({
  ...product,
  status: application?.status ?? null,
  applied_on: application?.applied_on ?? null,
  decided_on: application?.decided_on ?? null,
  can_apply: mayApply && application === undefined
})
