import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { Billing, type InsufficientFunds, type Quote } from "../billing/index.ts"
import {
  type OperationInProgress,
  RegistryIntents,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../registry/index.ts"
import { type CurrentActor, Instant, Period, PolicyViolation, Transaction } from "../shared/index.ts"
import { renewalTermIssues } from "../tlds/index.ts"
import { automaticTerm } from "./AutomaticTerm.ts"
import { carriedOut } from "./CarriedOut.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import { DomainChanges } from "./DomainChanges.ts"
import {
  DomainExpiryMismatch,
  type DomainNotFound,
  type DomainReadOnly,
  type DomainStatusProhibited
} from "./DomainError.ts"
import { type AgreedPrice, agreeOnPrice, type PricingError } from "./DomainPricing.ts"
import type { RenewDomainRequest } from "./DomainRequest.ts"
import { HeldDomains, refuseProhibited } from "./HeldDomains.ts"
import { RegistryAccess } from "./RegistryAccess.ts"
import { dayOf, makeRenewalIntent } from "./RenewalIntent.ts"

/** What stands in the way of any renewal. */
type RenewalError =
  | DomainExpiryMismatch
  | DomainStatusProhibited
  | InsufficientFunds
  | OperationInProgress
  | PolicyViolation
  | PricingError
  | RegistryPolicyRefused
  | RegistryUnavailable

/** More time for a domain, asked for or brought by time itself. Source: REST specification, "Endpoints", Domains. */
export class Renewals extends Context.Service<Renewals, {
  readonly renew: (
    reference: DomainReference,
    request: RenewDomainRequest
  ) => Effect.Effect<Domain, AuthorizationError | DomainNotFound | DomainReadOnly | RenewalError, CurrentActor>
  /** The renewal that the domain's mode asks for; for the platform itself, which checks no right. */
  readonly renewAutomatically: (domain: Domain) => Effect.Effect<void, RenewalError>
}>()("@namewright/core/domains/Renewals") {
  static readonly layer = Layer.effect(
    Renewals,
    Effect.gen(function*() {
      const held = yield* HeldDomains
      const home = yield* RegistryAccess
      const billing = yield* Billing
      const transaction = yield* Transaction
      const intents = yield* RegistryIntents
      const changes = yield* DomainChanges
      const handler = yield* makeRenewalIntent
      yield* intents.register(handler)

      const priceOf = Effect.fnUntraced(
        function*(domain: Domain, period: Period.Period, expected_price: RenewDomainRequest["expected_price"]) {
          const { registry } = yield* home.homeOf(domain)
          return yield* agreeOnPrice(billing, {
            name: domain.name,
            tld: domain.tld,
            query: { organization_id: domain.organization_id, action: "renew", period },
            premium: yield* home.premiumOf(registry, domain),
            expected_price
          })
        }
      )

      const reserve = ({ name, organization_id }: Domain, quote: Quote) =>
        billing.reserve({ organization_id, product_type: "domain", product_reference: name, action: "renew", quote })

      /** The registry went on by itself at expiry; the year is charged without a command. */
      const payOwed = Effect.fnUntraced(function*(domain: Domain, { quote }: AgreedPrice) {
        yield* transaction.atomically(Effect.gen(function*() {
          const settled = yield* changes.change(
            domain.domain_id,
            (current) => ({ ...current, unpaid_renewal_on: null })
          )
          if (Option.isNone(settled) || settled.value.expires_on === null) return
          yield* billing.capture(yield* reserve(domain, quote))
          yield* changes.record(domain, {
            type: "RENEWAL",
            subtype: "SUCCESS",
            message: `${domain.name} is renewed`,
            details: { detail_type: "domain_renewal", expires_on: settled.value.expires_on }
          })
        }))
      })

      const renewFor = Effect.fnUntraced(function*(domain: Domain, period: Period.Period, price: AgreedPrice) {
        const { domain_id, expires_on, name, organization_id, registry } = domain
        if (expires_on === null) {
          return yield* new DomainExpiryMismatch({ domain_name: name, current_expiry_date: null })
        }
        const intent = yield* transaction.atomically(Effect.gen(function*() {
          const charge = yield* reserve(domain, price.quote)
          return yield* intents.prepare(handler, {
            organization_id,
            registry,
            object_id: domain_id,
            object_name: name,
            payload: { domain_id, name, period, expires_on, fee: price.fee },
            billing_transaction_ids: [charge]
          })
        }))
        yield* carriedOut(name, yield* intents.execute(handler, intent))
      })

      const renew = Effect.fn("Renewals.renew")(function*(reference: DomainReference, request: RenewDomainRequest) {
        const actor = yield* authorize("domains:manage")
        const domain = yield* held.getWritable(actor, reference)
        yield* refuseProhibited(domain, "renew")
        yield* refuseOtherExpiry(domain, request.current_expiry_date)
        const { spec } = yield* home.homeOf(domain)
        const now = yield* Instant.now
        const [first, ...others] = renewalTermIssues(spec, domain.expires_on, request.period, now)
        if (first !== undefined) return yield* new PolicyViolation({ errors: [first, ...others] })
        if (domain.unpaid_renewal_on !== null) {
          yield* payOwed(domain, yield* priceOf(domain, Period.years(1), undefined))
        }
        yield* renewFor(domain, request.period, yield* priceOf(domain, request.period, request.expected_price))
        return yield* held.get(actor, domain.domain_id)
      })

      const renewAutomatically = Effect.fn("Renewals.renewAutomatically")(function*(domain: Domain) {
        const { registry, spec } = yield* home.homeOf(domain)
        const owed = domain.unpaid_renewal_on !== null
        const period = owed ? Period.years(1) : automaticTerm(domain, spec)
        const premium = yield* home.premiumOf(registry, domain)
        const price = yield* priceOf(domain, period, premium?.renew?.amount)
        if (owed) return yield* payOwed(domain, price)
        yield* refuseProhibited(domain, "renew")
        yield* renewFor(domain, period, price)
      })

      return Renewals.of({ renew, renewAutomatically })
    })
  )
}

/** The caller's date is compared by its UTC day; a caller that names none takes the domain as it is. */
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
