import { Schema } from "effect"
import { formatTaxRate, type ProductType } from "../billing/index.ts"
import { EventData, type EventKind, type EventObjectType } from "../events/index.ts"
import { Instant, Money } from "../shared/index.ts"
import type { Change, ChangedObject, ExpiryKind, FailureKind } from "./Change.ts"
import type { ChargeChange, EventChange, JobChange, StoredChange } from "./ChangeStore.ts"

/** The change as plain values. */
export const changeOf = (stored: StoredChange): Change => {
  switch (stored._tag) {
    case "Charge":
      return changeOfCharge(stored)
    case "Job":
      return changeOfJob(stored)
    default:
      return changeOfEvent(stored)
  }
}

const changeOfJob = ({ event_data, event_id, kind, principal: actor, ...stored }: JobChange): Change => ({
  position: stored.position,
  kind,
  organization_id: stored.organization_id,
  object: { type: stored.object_type, id: stored.object_id, name: stored.object_name },
  created_on: Instant.format(stored.created_on),
  data: { event_id, actor, ...event_data }
})

const changeOfCharge = (stored: ChargeChange): Change => ({
  position: stored.position,
  kind: stored.kind,
  organization_id: stored.organization_id,
  object: objectOfCharge(stored),
  created_on: Instant.format(stored.created_on),
  data: {
    billing_transaction_id: stored.billing_transaction_id,
    payer_id: stored.payer_id,
    product_type: stored.product_type,
    product_reference: stored.product_reference,
    action: stored.action,
    currency: stored.currency,
    net: Money.toDecimal(stored.price),
    tax_rate: formatTaxRate(stored.tax_rate),
    tax: Money.toDecimal(stored.tax_amount),
    gross: Money.toDecimal(stored.amount)
  }
})

/** Types of the objects that products are sold for. */
const objectTypes: Partial<Record<ProductType, EventObjectType>> = {
  domain: "DOMAIN",
  vanity_nameserver: "VANITY_NS_SET",
  account_wallet: "ACCOUNT"
}

const objectOfCharge = ({ payer_id, product_reference, product_type }: ChargeChange): ChangedObject => {
  const type = objectTypes[product_type] ?? "UNKNOWN"
  if (type === "ACCOUNT") return { type, id: payer_id, name: null }
  return type === "DOMAIN"
    ? { type, id: null, name: product_reference }
    : { type, id: product_reference, name: null }
}

const expiryKinds: ReadonlySet<string> = new Set<ExpiryKind>([
  "domain.renewed",
  "domain.expires_soon",
  "domain.expired"
])
const isExpiryKind = (kind: EventKind): kind is ExpiryKind => expiryKinds.has(kind)
const isFailureKind = (kind: EventKind): kind is FailureKind => kind.endsWith("_failed")

const encodeData = Schema.encodeSync(EventData)

const changeOfEvent = (stored: EventChange): Change => {
  const { event_id, kind, principal: actor, subtype, type } = stored
  const { details, error, message } = encodeData(stored.event_data)
  const common = {
    position: stored.position,
    organization_id: stored.organization_id,
    object: { type: stored.object_type, id: stored.object_id, name: stored.object_name },
    created_on: Instant.format(stored.created_on)
  }
  if (isExpiryKind(kind)) {
    const expires_on = details?.detail_type === "domain_renewal" ? details.expires_on : null
    return { ...common, kind, data: { event_id, message, actor, expires_on } }
  }
  if (isFailureKind(kind)) return { ...common, kind, data: { event_id, message, actor, error: error ?? null } }
  return kind === "event.recorded"
    ? {
      ...common,
      kind,
      data: { event_id, message, actor, type, subtype, error: error ?? null, details: details ?? null }
    }
    : { ...common, kind, data: { event_id, message, actor } }
}
