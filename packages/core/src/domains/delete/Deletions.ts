import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorizeWithinObjects } from "../../access/index.ts"
import {
  Billing,
  type BillingTransactionId,
  type InsufficientFunds,
  newBillingTransactionId,
  type NewCharge
} from "../../billing/index.ts"
import {
  type OperationInProgress,
  type Registry,
  RegistryIntents,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../../registry/index.ts"
import { type CurrentActor, type DomainName, Instant, Period } from "../../shared/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import { registryTerm } from "../AutomaticTerm.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import {
  type DomainChanged,
  DomainDeleteProhibited,
  type DomainNotFound,
  type DomainReadOnly,
  DomainStatusProhibited
} from "../DomainError.ts"
import { prohibiting } from "../DomainState.ts"
import { graceChargesOf, runsAt } from "../GraceCharge.ts"
import { OwnedDomains, refuseProhibited } from "../OwnedDomains.ts"
import { agreeOnPrice, domainCharge, type PricingError, type Purchase } from "../price/DomainPricing.ts"
import { makeRequestedCharges } from "../price/RequestedCharge.ts"
import type { QuoteError } from "../quote/DomainQuoteError.ts"
import { makeQuotedOrders } from "../quote/QuotedOrders.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { RegistryAccess } from "../registry/RegistryAccess.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import type { RestoreDomainRequest } from "../request/DomainRequest.ts"
import { makeEarlierAttempt } from "../request/EarlierAttempt.ts"
import { makeDeletionIntent } from "./DeletionIntent.ts"
import { makeRestoreIntent } from "./RestoreIntent.ts"

type RegistryError = OperationInProgress | RegistryPolicyRefused | RegistryUnavailable

type RestoreError =
  | AuthorizationError
  | DomainChanged
  | DomainNotFound
  | DomainReadOnly
  | DomainStatusProhibited
  | InsufficientFunds
  | PricingError
  | QuoteError
  | RegistryError

/** Deletions and restores of domains. Source: REST specification, "Endpoints", Domains. */
export class Deletions extends Context.Service<Deletions, {
  /**
   * Deletes a domain and refunds the charges whose grace period runs. A repeat of a request does nothing. `expected` is
   * the entity tag that the domain must have.
   */
  readonly remove: (
    reference: DomainReference,
    expected?: string
  ) => Effect.Effect<
    void,
    AuthorizationError | DomainChanged | DomainDeleteProhibited | DomainNotFound | DomainReadOnly | RegistryError,
    CurrentActor
  >
  /** As `remove`, without an actor. The caller checks the permission. */
  readonly removeUnauthorized: (domain: Domain) => Effect.Effect<void, DomainDeleteProhibited | RegistryError>
  /**
   * Restores a domain from redemption. Charges the restore, and the renewal if the TLD requires one. `expected` is the
   * entity tag that the domain must have.
   */
  readonly restore: (
    reference: DomainReference,
    request: RestoreDomainRequest,
    expected?: string
  ) => Effect.Effect<Domain, RestoreError, CurrentActor>
  /** Charges that `restore` would make now. Fails if `restore` would be refused before it charges. */
  readonly chargesOfRestore: (
    reference: DomainReference,
    request: RestoreDomainRequest
  ) => Effect.Effect<ReadonlyArray<NewCharge>, RestoreError, CurrentActor>
}>()("@namewright/core/domains/Deletions") {
  static readonly layer = Layer.effect(
    Deletions,
    Effect.gen(function*() {
      const owned = yield* OwnedDomains
      const access = yield* RegistryAccess
      const billing = yield* Billing
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const withQuote = yield* makeQuotedOrders
      const earlierAttempt = yield* makeEarlierAttempt
      const requested = yield* makeRequestedCharges
      const deletion = yield* makeDeletionIntent
      const restoration = yield* makeRestoreIntent
      yield* intents.register(deletion)
      yield* intents.register(restoration)

      const removeLocked = Effect.fn("Deletions.removeUnauthorized")(function*<E>(
        domain: Domain,
        lock: Effect.Effect<Domain, E>
      ) {
        const { domain_id, name, tld } = domain
        const prohibiting_statuses = prohibiting(domain, "delete")
        if (prohibiting_statuses.length > 0) {
          return yield* new DomainDeleteProhibited({ domain_name: name, prohibiting_statuses })
        }
        const { registry: backend, spec } = yield* access.accountOf(domain)
        const now = yield* Instant.now
        const charges = graceChargesOf(domain, now)
        const statuses = charges.length === 0 ? null : yield* graceStatusesOf(backend, name)
        const registration = charges.find((charge) => charge.operation === "create" && runsAt(charge, spec, now))
        const payload = {
          domain_id,
          name,
          tld,
          refundable: registration?.billing_transaction_id ?? null,
          grace: { charges, statuses, owes: domain.unpaid_renewal_on !== null }
        }
        yield* carriedOut(
          name,
          yield* orders.place(deletion, { domain, payload }, { after: lock })
        )
      })

      const removeUnauthorized = (domain: Domain) => removeLocked(domain, owned.lockUnchanged(domain))

      const remove = Effect.fn("Deletions.remove")(function*(reference: DomainReference, expected?: string) {
        const actor = yield* authorizeWithinObjects("domains:delete")
        if (Option.isSome(yield* earlierAttempt)) return
        const domain = yield* owned.getWritable(actor, reference, expected)
        yield* removeLocked(domain, owned.lockExpected(domain, expected))
      })

      /** Price of a restore or renewal; the expected price of the request applies only to the restore. */
      const priceOf = Effect.fnUntraced(function*(
        domain: Domain,
        action: "renew" | "restore",
        period: Period.Period,
        expected_price: Purchase["expected_price"]
      ) {
        const premium = yield* access.premiumOf((yield* access.accountOf(domain)).registry, domain)
        return yield* agreeOnPrice(billing, {
          name: domain.name,
          tld: domain.tld,
          query: { organization_id: domain.organization_id, action, period },
          premium,
          expected_price
        })
      })

      /** Renewal that the TLD requires with a restore; null if it requires none. */
      const renewalWith = Effect.fnUntraced(function*(domain: Domain, spec: TldSpec) {
        if (!spec.domain_lifecycle.restore_triggers_renewal) return null
        const period = registryTerm(spec)
        return { ...(yield* priceOf(domain, "renew", period, "any")), period }
      })

      /** Checks a restore and returns its price. */
      const checkAndPrice = Effect.fnUntraced(function*(
        reference: DomainReference,
        request: RestoreDomainRequest,
        expected?: string
      ) {
        const actor = yield* authorizeWithinObjects("domains:manage")
        const domain = yield* owned.getWritable(actor, reference, expected)
        yield* refuseProhibited(domain, "restore")
        if (!domain.registry_statuses.includes("redemptionPeriod")) {
          return yield* new DomainStatusProhibited({
            domain_name: domain.name,
            prohibiting_statuses: domain.registry_statuses
          })
        }
        const { spec } = yield* access.accountOf(domain)
        const price = yield* priceOf(domain, "restore", Period.years(1), request.expected_price)
        return { domain, price, renewal: yield* renewalWith(domain, spec) }
      })

      const restore = Effect.fn("Deletions.restore")(
        function*(reference: DomainReference, request: RestoreDomainRequest, expected?: string) {
          const actor = yield* authorizeWithinObjects("domains:manage")
          const { charge, isOrdered } = yield* requested.find(actor, reference)
          if (isOrdered) return yield* owned.get(actor, reference)
          const name = Effect.map(owned.getWritable(actor, reference, expected), (domain) => domain.name)
          return yield* withQuote(
            { command: "restore", name, request },
            restoreNow(reference, request, expected, charge)
          )
        }
      )

      const restoreNow = Effect.fnUntraced(
        function*(
          reference: DomainReference,
          request: RestoreDomainRequest,
          expected: string | undefined,
          charge: BillingTransactionId
        ) {
          const actor = yield* authorizeWithinObjects("domains:manage")
          const { domain, price, renewal } = yield* checkAndPrice(reference, request, expected)
          const { domain_id, expires_on, name } = domain
          const payload = {
            domain_id,
            name,
            reason: request.reason ?? null,
            renewal: renewal === null ? null : { period: renewal.period, fee: renewal.fee },
            expires_on,
            fee: price.fee
          }
          const restored = { ...domainCharge(domain, "restore", price), billing_transaction_id: charge }
          const renewed = renewal === null ? [] : [{
            ...domainCharge(domain, "renew", renewal),
            billing_transaction_id: yield* newBillingTransactionId
          }]
          const refuseChanged = Effect.andThen(requested.claim(charge, name), owned.lockExpected(domain, expected))
          const outcome = yield* orders.placeCharged(
            restoration,
            { domain, payload, charges: [restored, ...renewed] },
            {
              after: refuseChanged
            }
          )
          yield* carriedOut(name, outcome)
          return yield* owned.get(actor, domain_id)
        }
      )

      const chargesOfRestore: Deletions["Service"]["chargesOfRestore"] = Effect.fn("Deletions.chargesOfRestore")(
        function*(reference, request) {
          const actor = yield* authorizeWithinObjects("domains:manage")
          const name = Effect.map(owned.getWritable(actor, reference), (domain) => domain.name)
          const { domain, price, renewal } = yield* withQuote(
            { command: "restore", name, request },
            checkAndPrice(reference, request)
          )
          const restored = domainCharge(domain, "restore", price)
          return renewal === null ? [restored] : [restored, domainCharge(domain, "renew", renewal)]
        }
      )

      return Deletions.of({ remove, removeUnauthorized, restore, chargesOfRestore })
    })
  )
}

/** Current statuses at the registry; null if it shows no grace periods or does not respond. */
const graceStatusesOf = (registry: Registry, name: DomainName) =>
  registry.capabilities.grace_statuses
    ? Effect.map(
      Effect.option(registry.infoDomain(name)),
      (found) => Option.getOrNull(Option.map(Option.flatten(found), ({ statuses }) => statuses))
    )
    : Effect.succeed(null)
