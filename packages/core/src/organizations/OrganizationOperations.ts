import { Context, Effect, Layer, Option } from "effect"
import { RecentCallers, UnknownOrganization, type UserExists } from "../access/index.ts"
import { type TaxRate, Wallets } from "../billing/index.ts"
import {
  inputIssue,
  Instant,
  InvalidInput,
  type Money,
  newOrganizationId,
  type OrganizationId,
  Transaction
} from "../shared/index.ts"
import { planAttributes } from "./AttributePlan.ts"
import { consolidatedAccount } from "./IndependentBilling.ts"
import type { NewOrganization, OrganizationStatus } from "./Organization.ts"
import { type AttributeWrite, OrganizationAttributeStore } from "./OrganizationAttributeStore.ts"
import { IndependentBillingNotAllowed, type OrganizationAttributeProtected } from "./OrganizationError.ts"
import {
  initialTerms,
  OrganizationStore,
  type OrganizationTerms,
  type StoredOrganization
} from "./OrganizationStore.ts"
import { newOrganization, organizationWriter, vatCheck } from "./OrganizationWriter.ts"

/** Request to create a parent, with its terms. Default currency of the account: EUR. */
export interface NewParent extends Omit<NewOrganization, "parent_organization_id"> {
  readonly terms?: Partial<OrganizationTerms> | undefined
  /** Initial payment in minor units of the account's currency. */
  readonly starting_credit?: Money.MinorUnits | undefined
}

/** Organization operations for operators. No route leads to them, and they check no permissions. */
export class OrganizationOperations extends Context.Service<OrganizationOperations, {
  /** Creates a parent: the first organization of an installation, or another customer. */
  readonly createParent: (
    input: NewParent
  ) => Effect.Effect<
    StoredOrganization,
    InvalidInput | IndependentBillingNotAllowed | OrganizationAttributeProtected | UserExists
  >
  /** Changes status, tax rate and terms. Absent members are unchanged. */
  readonly changeTerms: (
    id: OrganizationId,
    change: Partial<OrganizationTerms> & {
      readonly status?: OrganizationStatus
      readonly tax_rate?: TaxRate | null
    }
  ) => Effect.Effect<StoredOrganization, InvalidInput | UnknownOrganization>
  /** Creates or replaces an attribute, including protected ones. */
  readonly setAttribute: (id: OrganizationId, attribute: AttributeWrite) => Effect.Effect<void, UnknownOrganization>
}>()("@namewright/core/organizations/OrganizationOperations") {
  static readonly layer = Layer.effect(
    OrganizationOperations,
    Effect.gen(function*() {
      const store = yield* OrganizationStore
      const attributes = yield* OrganizationAttributeStore
      const wallets = yield* Wallets
      const recentCallers = yield* RecentCallers
      const transaction = yield* Transaction
      const writer = yield* organizationWriter
      const checkVat = yield* vatCheck

      const createParent = Effect.fn("OrganizationOperations.createParent")(
        function*({ starting_credit, terms, ...input }: NewParent) {
          if (input.billing_mode === "independent") return yield* new IndependentBillingNotAllowed()
          const account = yield* consolidatedAccount(input)
          const plan = yield* Effect.catchTag(
            planAttributes([], input.attributes ?? [], true),
            "PermissionDenied",
            Effect.die
          )
          const organization_id = yield* newOrganizationId
          const stored = yield* newOrganization(input, { ...account, currency: account.currency ?? "EUR" }, {
            ...initialTerms,
            ...terms,
            organization_id,
            parent_organization_id: null,
            payer_id: organization_id
          })
          yield* acceptTerms(stored)
          yield* checkVat(stored)
          const hashed = yield* writer.withHashes(input.users ?? [])
          return yield* transaction.atomically(Effect.gen(function*() {
            yield* writer.write(stored, plan.put, hashed)
            if (starting_credit !== undefined && starting_credit !== 0) {
              const payment = { organization_id, amount: starting_credit, reference: "starting credit" }
              yield* Effect.catchTag(
                wallets.topUp(payment),
                ["UnknownOrganization", "WalletReferenceConflict"],
                Effect.die
              )
            }
            return stored
          }))
        }
      )

      const changeTerms: OrganizationOperations["Service"]["changeTerms"] = Effect.fn(
        "OrganizationOperations.changeTerms"
      )(function*(organization_id, change) {
        const changed = yield* transaction.atomically(Effect.gen(function*() {
          const found = yield* store.update(organization_id, change, yield* Instant.now)
          if (Option.isSome(found)) yield* acceptTerms(found.value)
          if (change.status !== undefined) yield* recentCallers.forget
          return found
        }))
        return Option.isSome(changed) ? changed.value : yield* new UnknownOrganization({ organization_id })
      })

      const setAttribute = Effect.fn("OrganizationOperations.setAttribute")(
        function*(organization_id: OrganizationId, attribute: AttributeWrite) {
          const found = yield* store.findEntry(organization_id)
          if (Option.isNone(found)) return yield* new UnknownOrganization({ organization_id })
          yield* transaction.atomically(attributes.put(organization_id, [attribute], yield* Instant.now))
        }
      )

      return OrganizationOperations.of({ createParent, changeTerms, setAttribute })
    })
  )
}

/** Refuses a negative credit limit, and one of an organization that is not postpaid. */
const acceptTerms = Effect.fnUntraced(function*(
  { billing_model, credit_limit }: OrganizationTerms
): Effect.fn.Return<void, InvalidInput> {
  if (credit_limit === 0 || (credit_limit > 0 && billing_model === "postpaid")) return
  const msg = "A credit limit is above zero, and for postpaid billing only"
  return yield* new InvalidInput({ issues: [inputIssue(["body", "credit_limit"], "value_error", msg, credit_limit)] })
})
