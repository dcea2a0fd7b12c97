import { Effect, Schema } from "effect"
import { CurrentActor, DomainId, DomainName, Instant, Period } from "../shared/index.ts"
import type { Domain } from "./Domain.ts"
import { DomainView } from "./DomainView.ts"
import { DomainViews } from "./DomainViews.ts"
import { OutboundTransferRequest, type RenewDomainRequest } from "./request/DomainRequest.ts"

/** The renewed domain, with the period of the renewal. */
export const RenewedDomain = Schema.Struct({
  ...DomainView.fields,
  new_expiry_date: Schema.NullOr(Instant.Instant),
  period_extended: Period.Period
}).annotate({ identifier: "RenewedDomain" })

export const RestoredDomain = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  restored_at: Instant.Instant,
  registry_statuses: DomainView.fields.registry_statuses,
  expires_on: DomainView.fields.expires_on
}).annotate({ identifier: "RestoredDomain" })

export const DecidedTransfer = Schema.Struct({
  domain_id: DomainId,
  domain_name: DomainName,
  action: OutboundTransferRequest.fields.action
}).annotate({ identifier: "DecidedTransfer" })

/** A domain as the caller may see it. */
export const viewOf = (domain: Domain): Effect.Effect<typeof DomainView.Type, never, CurrentActor | DomainViews> =>
  Effect.flatMap(CurrentActor, (actor) => DomainViews.use((views) => views.of(actor, domain)))

/** The result of a renewal. */
export const renewedDomain = (domain: Domain, { period }: RenewDomainRequest) =>
  Effect.map(viewOf(domain), (view): typeof RenewedDomain.Type => ({
    ...view,
    new_expiry_date: view.expires_on,
    period_extended: period
  }))

/** The result of a restoration. */
export const restoredDomain = ({ domain_id, expires_on, name, registry_statuses }: Domain) =>
  Effect.map(Instant.now, (restored_at): typeof RestoredDomain.Type => ({
    domain_id,
    name,
    restored_at,
    registry_statuses,
    expires_on
  }))

/** The result of a decision about an outbound transfer. */
export const decidedTransfer = (
  { domain_id, name }: Domain,
  { action }: OutboundTransferRequest
): typeof DecidedTransfer.Type => ({ domain_id, domain_name: name, action })
