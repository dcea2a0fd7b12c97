import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { RegistryAttributes } from "../../contacts/index.ts"
import { ClientStatus } from "../../registry/index.ts"
import { DomainName, Instant, isSecret, limits, Money, optional, Period } from "../../shared/index.ts"
import { RenewalMode } from "../Domain.ts"
import { DomainQuoteId } from "../quote/DomainQuoteId.ts"
import { RequestedContacts } from "./RequestedContacts.ts"
import { RequestedNameservers } from "./RequestedNameservers.ts"

/** Term: an object, or a whole number of years. */
export const RequestedPeriod = Schema.Union([
  Period.Period,
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.periodValue.maximum }))
]).pipe(
  Schema.decodeTo(
    Period.Period,
    SchemaTransformation.transform({
      decode: (period) => typeof period === "number" ? Period.years(period) : period,
      encode: (period): Period.Period | number => period
    })
  )
)

/** Price that the caller accepts: a string with two decimals, or a number with at most two. */
export const ExpectedPrice = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{1,8}\.\d{2}$/)),
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 99_999_999.99 }))
]).pipe(
  Schema.decodeTo(
    Money.MinorUnits,
    SchemaTransformation.transformEffect<number, string | number>({
      decode: (price, options) => {
        const amount = Money.fromDecimal(String(price))
        return amount === undefined
          ? Effect.fail(
            new SchemaIssue.InvalidValue({ expected: "a price with at most two decimals" }, price, options)
          )
          : Effect.succeed(amount)
      },
      encode: (amount) => Effect.succeed(Money.toDecimal(amount))
    })
  )
)

/** Some clients send an empty code instead of omitting it. */
const RequestedAuthCode = Schema.Union([
  Schema.Literal(""),
  Schema.String.check(Schema.isBetweenLength(limits.authCode.minimum, limits.authCode.maximum))
]).annotate(isSecret)

/** Quote whose price the order is charged. Source: `POST /v1/domains/quote`. */
const quote_id = optional(DomainQuoteId)

/** Token of the registry or a partner, which permits to register or transfer a name (RFC 8495). */
export const AllocationToken = Schema.String.check(Schema.isBetweenLength(1, limits.allocationToken)).annotate(isSecret)

const common = {
  name: DomainName,
  renewal_mode: RenewalMode,
  nameservers: optional(RequestedNameservers),
  create_zone: optional(Schema.Boolean),
  auth_code: optional(RequestedAuthCode),
  attributes: optional(RegistryAttributes),
  expected_price: optional(ExpectedPrice),
  allocation_token: optional(AllocationToken),
  quote_id
}

/** `POST /v1/domains`. Source: REST specification, "Endpoints", Domains. */
export const RegisterDomain = Schema.Struct({
  ...common,
  contacts: RequestedContacts,
  period: RequestedPeriod,
  /** Language or script tag of an international name, as the registry's tables name it. Ignored for other names. */
  idn_language: optional(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,35}$/))),
  /** Hash of the claims notice of a name with a claims key. Ignored for other names. */
  claims_notice_acceptance_hash: optional(Schema.String.check(Schema.isMaxLength(1024)))
}).annotate({ identifier: "RegisterDomain" })
export type RegisterDomain = typeof RegisterDomain.Type

/** `POST /v1/domains/transfer`. */
export const TransferInDomain = Schema.Struct({
  ...common,
  contacts: optional(RequestedContacts),
  period: optional(RequestedPeriod)
}).annotate({ identifier: "TransferInDomain" })
export type TransferInDomain = typeof TransferInDomain.Type

const ClientStatuses = Schema.Array(ClientStatus).check(Schema.isMaxLength(limits.clientStatuses))

export const StatusChanges = Schema.Struct({
  add: optional(ClientStatuses),
  remove: optional(ClientStatuses)
}).annotate({ identifier: "StatusChanges" })

/** `PATCH /v1/domains/{domain_reference}`. Absent and null members are unchanged. */
export const UpdateDomainRequest = Schema.Struct({
  contacts: optional(RequestedContacts),
  nameservers: optional(RequestedNameservers),
  renewal_mode: optional(RenewalMode),
  statuses: optional(ClientStatuses),
  status_changes: optional(StatusChanges),
  /** Transfer lock as a boolean, instead of the status `clientTransferProhibited`. */
  transfer_lock: optional(Schema.Boolean),
  auth_code: optional(
    Schema.String.check(Schema.isBetweenLength(limits.authCode.updateMinimum, limits.authCode.maximum))
      .annotate(isSecret)
  ),
  attributes: optional(RegistryAttributes)
}).annotate({ identifier: "UpdateDomain" })
export type UpdateDomainRequest = typeof UpdateDomainRequest.Type

/** `POST /v1/domains/{domain_reference}/renew`. `current_expiry_date` is compared by UTC day. */
export const RenewDomainRequest = Schema.Struct({
  period: RequestedPeriod,
  current_expiry_date: optional(Instant.Instant),
  expected_price: optional(ExpectedPrice),
  quote_id
}).annotate({ identifier: "RenewDomain" })
export type RenewDomainRequest = typeof RenewDomainRequest.Type

/** `POST /v1/domains/{domain_reference}/restore`. */
export const RestoreDomainRequest = Schema.Struct({
  reason: optional(Schema.String.check(Schema.isMaxLength(1024))),
  additional_info: optional(Schema.String.check(Schema.isMaxLength(1024))),
  expected_price: optional(ExpectedPrice),
  quote_id
}).annotate({ identifier: "RestoreDomain" })
export type RestoreDomainRequest = typeof RestoreDomainRequest.Type

/** `POST /v1/domains/{domain_reference}/transfer/outbound`. */
export const OutboundTransferRequest = Schema.Struct({
  action: Schema.Literals(["approve", "reject"])
}).annotate({ identifier: "OutboundTransfer" })
export type OutboundTransferRequest = typeof OutboundTransferRequest.Type
