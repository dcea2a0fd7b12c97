import { Effect, Option } from "effect"
import {
  Billing,
  type BillingTransactionId,
  type InsufficientFunds,
  type NewCharge,
  type PriceUnavailable,
  type Quote
} from "../../billing/index.ts"
import { Instant, type OrganizationId, Period } from "../../shared/index.ts"
import type { WhitelabelId, WhitelabelTier } from "./Whitelabel.ts"
import { WhitelabelNotSold } from "./WhitelabelError.ts"
import { remainingMonths, type StoredWhitelabel } from "./WhitelabelState.ts"

const products = { base: "whitelabel_branding", plus: "whitelabel_branding_plus" } as const

/** Names of products in the responses of orders. */
export const productNameOf = (tier: WhitelabelTier) => products[tier]

/** A charge with its price. */
export interface PricedCharge {
  readonly tier: WhitelabelTier
  readonly action: "create" | "renew" | "restore" | "upgrade_fee"
  readonly quote: Quote
}

type PriceError = PriceUnavailable | WhitelabelNotSold
type Charged = Pick<StoredWhitelabel, "organization_id" | "period" | "tier">

/** Prices and charges of configurations. */
export const makeWhitelabelCharges = Effect.gen(function*() {
  const billing = yield* Billing

  const priced = Effect.fnUntraced(function*(
    organization_id: OrganizationId,
    tier: WhitelabelTier,
    action: PricedCharge["action"],
    period: Period.Period | null
  ): Effect.fn.Return<PricedCharge, PriceError> {
    const product_type = products[tier]
    const found = yield* billing.quote({ organization_id, product_type, action, product_class: null, period })
    return Option.isSome(found)
      ? { tier, action, quote: found.value }
      : yield* new WhitelabelNotSold({ product_type })
  })

  const ofTerm = (action: "create" | "renew") => ({ organization_id, period, tier }: Charged) =>
    priced(organization_id, tier, action, period)

  /** The fee, and another term. */
  const ofRestore = (config: Charged) =>
    Effect.all([priced(config.organization_id, config.tier, "restore", null), ofTerm("renew")(config)])

  /** Price of the remaining whole months of a year, by the monthly fee; nothing for a term of a month. */
  const ofUpgrade = Effect.fnUntraced(function*(config: StoredWhitelabel) {
    const months = remainingMonths(config, yield* Instant.now)
    if (months === 0 || (Period.inMonths(config.period) ?? 0) < 12) return []
    return [yield* priced(config.organization_id, "plus", "upgrade_fee", Period.months(months))]
  })

  /** Reserves amounts in the caller's transaction. The first one gets the id, so that a repeated request finds it. */
  const reserve = (
    { organization_id, whitelabel_branding_id }: {
      readonly organization_id: OrganizationId
      readonly whitelabel_branding_id: WhitelabelId
    },
    charges: ReadonlyArray<PricedCharge>,
    firstId?: BillingTransactionId
  ): Effect.Effect<ReadonlyArray<BillingTransactionId>, InsufficientFunds> =>
    Effect.forEach(charges, (one, index) => {
      const charge = chargeOf(organization_id, whitelabel_branding_id, one)
      return billing.reserve(
        index === 0 && firstId !== undefined ? { ...charge, billing_transaction_id: firstId } : charge
      )
    })

  /** Reserves and captures an amount in the caller's transaction. */
  const pay = (config: StoredWhitelabel, charge: PricedCharge) =>
    Effect.flatMap(reserve(config, [charge]), (ids) => Effect.forEach(ids, billing.capture, { discard: true }))

  /** Captures the charges that wait for the activation. */
  const captureOpen = ({ open_charges }: StoredWhitelabel) =>
    Effect.forEach(open_charges, billing.capture, { discard: true })

  /** Releases them. */
  const releaseOpen = ({ open_charges }: StoredWhitelabel) =>
    Effect.forEach(open_charges, (id) => billing.release(id, "canceled"), { discard: true })

  return {
    ofCreate: ofTerm("create"),
    ofRenewal: ofTerm("renew"),
    ofRestore,
    ofUpgrade,
    reserve,
    pay,
    captureOpen,
    releaseOpen
  }
})

/** The charge of an order. `product_reference` is the id of the configuration, or its label before it has one. */
export const chargeOf = (
  organization_id: OrganizationId,
  product_reference: string,
  { action, quote, tier }: PricedCharge
): NewCharge => ({ organization_id, product_type: products[tier], product_reference, action, quote })

/** The charges of a configuration. */
export const chargesFor = (
  { organization_id, whitelabel_branding_id }: StoredWhitelabel,
  priced: ReadonlyArray<PricedCharge>
): ReadonlyArray<NewCharge> => priced.map((one) => chargeOf(organization_id, whitelabel_branding_id, one))
