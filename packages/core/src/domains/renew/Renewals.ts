import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorizeWithinObjects,
  OrganizationDirectory,
  OrganizationInactive
} from "../../access/index.ts"
import {
  Billing,
  type BillingTransactionId,
  type InsufficientFunds,
  newBillingTransactionId,
  type NewCharge
} from "../../billing/index.ts"
import {
  type OperationInProgress,
  RegistryIntents,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../../registry/index.ts"
import { type CurrentActor, Instant, type Period, type PolicyViolation, refuseViolation } from "../../shared/index.ts"
import { renewalTermIssues } from "../../tlds/index.ts"
import { automaticTerm, registryTerm } from "../AutomaticTerm.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import {
  type DomainChanged,
  DomainExpiryMismatch,
  type DomainNotFound,
  type DomainReadOnly,
  type DomainStatusProhibited
} from "../DomainError.ts"
import { requireTag } from "../DomainTag.ts"
import { OwnedDomains, refuseProhibited } from "../OwnedDomains.ts"
import {
  type AgreedPrice,
  agreeOnPrice,
  domainCharge,
  type PricingError,
  type Purchase
} from "../price/DomainPricing.ts"
import { makeRequestedCharges } from "../price/RequestedCharge.ts"
import type { QuoteError } from "../quote/DomainQuoteError.ts"
import { PlannedOrder } from "../quote/PlannedOrder.ts"
import { makeQuotedOrders } from "../quote/QuotedOrders.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { RegistryAccess, type RegistryAccount } from "../registry/RegistryAccess.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import type { RenewDomainRequest } from "../request/DomainRequest.ts"
import { makeOwedRenewals, owedTerms } from "./OwedRenewals.ts"
import { dayOf, makeRenewalIntent } from "./RenewalIntent.ts"

/** Reasons for the refusal of a renewal, by request or by schedule. */
type RenewalError =
  | DomainExpiryMismatch
  | DomainStatusProhibited
  | InsufficientFunds
  | OperationInProgress
  | PolicyViolation
  | PricingError
  | QuoteError
  | RegistryPolicyRefused
  | RegistryUnavailable

/** Renewals of domains, by request or by schedule. Source: REST specification, "Endpoints", Domains. */
export class Renewals extends Context.Service<Renewals, {
  /** `expected` is the entity tag that the domain must have. */
  readonly renew: (
    reference: DomainReference,
    request: RenewDomainRequest,
    expected?: string
  ) => Effect.Effect<
    Domain,
    AuthorizationError | DomainChanged | DomainNotFound | DomainReadOnly | RenewalError,
    CurrentActor
  >
  /** Charges that `renew` would make now. Fails if `renew` would be refused before it charges. */
  readonly charges: (
    reference: DomainReference,
    request: RenewDomainRequest
  ) => Effect.Effect<
    ReadonlyArray<NewCharge>,
    AuthorizationError | DomainChanged | DomainNotFound | DomainReadOnly | RenewalError,
    CurrentActor
  >
  /**
   * Renews by the domain's mode, unless its organization is inactive. For scheduled work: checks no permission.
   */
  readonly renewAutomatically: (domain: Domain) => Effect.Effect<void, RenewalError | OrganizationInactive>
}>()("@namewright/core/domains/Renewals") {
  static readonly layer = Layer.effect(
    Renewals,
    Effect.gen(function*() {
      const owned = yield* OwnedDomains
      const access = yield* RegistryAccess
      const directory = yield* OrganizationDirectory
      const billing = yield* Billing
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const withQuote = yield* makeQuotedOrders
      const requested = yield* makeRequestedCharges
      const owed = yield* makeOwedRenewals
      const handler = yield* makeRenewalIntent
      yield* intents.register(handler)

      const priceOf = Effect.fnUntraced(
        function*(domain: Domain, period: Period.Period, expected_price: Purchase["expected_price"]) {
          return yield* agreeOnPrice(billing, {
            name: domain.name,
            tld: domain.tld,
            query: { organization_id: domain.organization_id, action: "renew", period },
            premium: yield* access.premiumOf((yield* access.accountOf(domain)).registry, domain),
            expected_price
          })
        }
      )

      /** Price of a renewal by schedule. A name that became premium is not renewed before its owner agrees. */
      const automaticPriceOf = (domain: Domain, period: Period.Period) =>
        priceOf(domain, period, domain.is_premium ? "any" : null)

      /** Charges each term that the registry added at expiry, without a command. */
      const payOwed = Effect.fnUntraced(function*<E = never>(
        domain: Domain,
        { registry, spec }: RegistryAccount,
        check: (current: Domain) => Effect.Effect<void, E> = () => Effect.void
      ) {
        const term = registryTerm(spec)
        const { quote } = yield* automaticPriceOf(domain, term)
        yield* owed.pay(domain, { charge: domainCharge(domain, "renew", { quote }), registry, term, check })
      })

      /** Charges of the terms that `payOwed` would pay. */
      const owedCharges = Effect.fnUntraced(function*(domain: Domain, { spec }: RegistryAccount) {
        const term = registryTerm(spec)
        const terms = owedTerms(domain, term)
        if (terms.length === 0) return []
        const price = yield* automaticPriceOf(domain, term)
        return terms.map(() => domainCharge(domain, "renew", price))
      })

      const renewFor = Effect.fnUntraced(function*<E>(
        domain: Domain,
        period: Period.Period,
        price: AgreedPrice,
        charge: BillingTransactionId,
        lock: Effect.Effect<Domain, E>
      ) {
        const { domain_id, expires_on, name } = domain
        if (expires_on === null) {
          return yield* new DomainExpiryMismatch({ domain_name: name, current_expiry_date: null })
        }
        const outcome = yield* orders.placeCharged(handler, {
          domain,
          payload: { domain_id, name, period, expires_on, fee: price.fee },
          charges: [{ ...domainCharge(domain, "renew", price), billing_transaction_id: charge }]
        }, {
          after: requested.claim(charge, name).pipe(
            Effect.andThen(owed.refuseUnsettled(domain, charge)),
            Effect.andThen(lock)
          )
        })
        yield* carriedOut(name, outcome)
      })

      /** Checks a renewal and returns its price. */
      const checkAndPrice = Effect.fnUntraced(function*(
        reference: DomainReference,
        request: RenewDomainRequest,
        expected?: string
      ) {
        const actor = yield* authorizeWithinObjects("domains:manage")
        const domain = yield* owned.getWritable(actor, reference, expected)
        yield* refuseProhibited(domain, "renew")
        yield* refuseOtherExpiry(domain, request.current_expiry_date)
        const account = yield* access.accountOf(domain)
        const now = yield* Instant.now
        yield* refuseViolation(renewalTermIssues(account.spec, domain.expires_on, request.period, now))
        return { domain, account, price: yield* priceOf(domain, request.period, request.expected_price) }
      })

      const renew = Effect.fn("Renewals.renew")(function*(
        reference: DomainReference,
        request: RenewDomainRequest,
        expected?: string
      ) {
        const actor = yield* authorizeWithinObjects("domains:manage")
        const { charge, isOrdered } = yield* requested.find(actor, reference)
        if (isOrdered) return yield* owned.get(actor, reference)
        const name = Effect.map(owned.getWritable(actor, reference, expected), (domain) => domain.name)
        return yield* withQuote(
          { command: "renew", name, request },
          renewNow(reference, request, expected, charge)
        )
      })

      const renewNow = Effect.fnUntraced(function*(
        reference: DomainReference,
        request: RenewDomainRequest,
        expected: string | undefined,
        charge: BillingTransactionId
      ) {
        const actor = yield* authorizeWithinObjects("domains:manage")
        const { domain, account, price } = yield* checkAndPrice(reference, request, expected)
        const owes = domain.unpaid_renewal_on !== null
        const plan = yield* PlannedOrder
        if (plan !== null) {
          plan.earlier.push(...yield* owedCharges(domain, account))
          yield* renewFor(domain, request.period, price, charge, owned.lockExpected(domain, expected))
        }
        if (owes) yield* payOwed(domain, account, (current) => requireTag(current, expected))
        const paid = { ...domain, unpaid_renewal_on: null }
        // The payment of an owed term has changed the entity tag.
        const lock = owned.lockExpected(paid, owes ? undefined : expected)
        yield* renewFor(paid, request.period, price, charge, lock)
        return yield* owned.get(actor, domain.domain_id)
      })

      const charges: Renewals["Service"]["charges"] = Effect.fn("Renewals.charges")(function*(reference, request) {
        const actor = yield* authorizeWithinObjects("domains:manage")
        const name = Effect.map(owned.getWritable(actor, reference), (domain) => domain.name)
        return yield* withQuote(
          { command: "renew", name, request },
          Effect.gen(function*() {
            const { account, domain, price } = yield* checkAndPrice(reference, request)
            return [...yield* owedCharges(domain, account), domainCharge(domain, "renew", price)]
          })
        )
      })

      const renewAutomatically = Effect.fn("Renewals.renewAutomatically")(function*(domain: Domain) {
        const organization = yield* directory.find(domain.organization_id)
        if (Option.exists(organization, ({ active }) => !active)) return yield* new OrganizationInactive()
        const account = yield* access.accountOf(domain)
        if (domain.unpaid_renewal_on !== null) return yield* payOwed(domain, account)
        yield* refuseProhibited(domain, "renew")
        const period = automaticTerm(domain, registryTerm(account.spec))
        const price = yield* automaticPriceOf(domain, period)
        yield* renewFor(domain, period, price, yield* newBillingTransactionId, owned.lockUnchanged(domain))
      })

      return Renewals.of({ renew, charges, renewAutomatically })
    })
  )
}

/** Fails if the UTC day of `current` is not the day of expiry. Without `current`, any expiry is accepted. */
const refuseOtherExpiry = (
  { expires_on, name }: Domain,
  current: Instant.Instant | null | undefined
): Effect.Effect<void, DomainExpiryMismatch> =>
  current === null || current === undefined || (expires_on !== null && dayOf(current) === dayOf(expires_on))
    ? Effect.void
    : Effect.fail(
      new DomainExpiryMismatch({
        domain_name: name,
        current_expiry_date: expires_on === null ? null : Instant.format(expires_on)
      })
    )
