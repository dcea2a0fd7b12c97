import { Context, Effect, Equal, Layer, Option } from "effect"
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
import {
  ExternalReferenceInUse,
  IndependentBillingNotAllowed,
  type OrganizationAttributeProtected,
  type OrganizationInUse
} from "./OrganizationError.ts"
import { organizationRemoval } from "./organizationRemoval.ts"
import {
  initialTerms,
  OrganizationStore,
  type OrganizationTerms,
  type StoredOrganization
} from "./OrganizationStore.ts"
import { newOrganization, organizationWriter } from "./OrganizationWriter.ts"
import { vatChecking } from "./vatChecking.ts"

/** Request to create a parent, with its terms. Default currency of the account: EUR. */
export interface NewParent extends Omit<NewOrganization, "parent_organization_id"> {
  /** The host's reference. It makes the request repeatable. */
  readonly external_reference?: string | undefined
  readonly terms?: Partial<OrganizationTerms> | undefined
  /** Initial payment in minor units of the account's currency. */
  readonly starting_credit?: Money.MinorUnits | undefined
}

/** Organization operations for operators. No route leads to them, and they check no permissions. */
export class OrganizationOperations extends Context.Service<OrganizationOperations, {
  /**
   * Creates a parent: the first organization of an installation, or another customer. If one with the same external
   * reference exists, writes nothing: returns it if name, country, currency and terms are equal, and fails otherwise.
   */
  readonly createParent: (
    input: NewParent
  ) => Effect.Effect<
    StoredOrganization,
    InvalidInput | IndependentBillingNotAllowed | OrganizationAttributeProtected | UserExists | ExternalReferenceInUse
  >
  readonly findByReference: (external_reference: string) => Effect.Effect<Option.Option<StoredOrganization>>
  /** Changes status, tax rate and terms. Absent members are unchanged. */
  readonly changeTerms: (
    id: OrganizationId,
    change: Partial<OrganizationTerms> & {
      readonly status?: OrganizationStatus
      readonly tax_rate?: TaxRate | null
    }
  ) => Effect.Effect<StoredOrganization, InvalidInput | UnknownOrganization>
  /** Deletes an organization that owns nothing and has no suborganizations. */
  readonly remove: (id: OrganizationId) => Effect.Effect<void, OrganizationInUse | UnknownOrganization>
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
      const vatChecks = yield* vatChecking
      const removeUnused = yield* organizationRemoval

      /** The organization that has the external reference of `asked`; fails if their contents differ. */
      const existing = Effect.fnUntraced(function*(asked: StoredOrganization) {
        const { external_reference } = asked
        if (external_reference === null) return Option.none()
        const found = yield* store.findByReference(external_reference)
        if (Option.isNone(found)) return found
        const [first, ...others] = differences(found.value, asked)
        if (first === undefined) return found
        return yield* new ExternalReferenceInUse({
          external_reference,
          organization_id: found.value.organization_id,
          different_fields: [first, ...others]
        })
      })

      const createParent = Effect.fn("OrganizationOperations.createParent")(
        function*({ external_reference, starting_credit, terms, ...input }: NewParent) {
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
            payer_id: organization_id,
            external_reference: external_reference ?? null
          })
          yield* acceptTerms(stored)
          const found = yield* existing(stored)
          if (Option.isSome(found)) return found.value
          const vat = yield* vatChecks.ask(stored)
          const hashed = yield* writer.withHashes(input.users ?? [])
          return yield* transaction.atomically(Effect.gen(function*() {
            // A concurrent call has stored the reference since.
            if (!(yield* store.insert(stored))) return Option.getOrThrow(yield* existing(stored))
            yield* vatChecks.keep(organization_id, vat)
            yield* writer.writeContents(stored, plan.put, hashed)
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
          const found = yield* writer.change(organization_id, change)
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

      return OrganizationOperations.of({
        createParent,
        findByReference: store.findByReference,
        changeTerms,
        remove: Effect.fn("OrganizationOperations.remove")(removeUnused),
        setAttribute
      })
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

const termsOf = (terms: OrganizationTerms): OrganizationTerms => ({
  billing_model: terms.billing_model,
  credit_limit: terms.credit_limit,
  customer_number: terms.customer_number,
  active_plan: terms.active_plan,
  independent_billing_approved: terms.independent_billing_approved
})

/** Members of a repeated request that differ from the organization that exists. */
const differences = (existing: StoredOrganization, asked: StoredOrganization) => [
  ...(["name", "country_code", "currency"] as const).filter((field) => existing[field] !== asked[field]),
  ...(Equal.equals(termsOf(existing), termsOf(asked)) ? [] : ["terms" as const])
]
