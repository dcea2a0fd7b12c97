import { Predicate, Result, Schema } from "effect"
import { DomainName, Instant, Money } from "../../shared/index.ts"
import { nameOnly, PollMessage } from "../PollMessage.ts"
import type { NameAvailability, PremiumPrices } from "../Registry.ts"
import type {
  Accepted,
  AuthCodeIssued,
  ContactCreated,
  DomainCreated,
  DomainDeleted,
  DomainRenewed,
  TransferRequested
} from "../RegistryCommand.ts"
import { RegistryContact, RegistryDomain, RegistryHost, RegistryTransfer, TransferStatus } from "../RegistryDomain.ts"
import { fromPlain, type PlainOf } from "./plainValues.ts"

/** A result without the members that have defaults. */
type Sparse<A, K extends keyof A> =
  & PlainOf<Omit<A, K>>
  & { readonly [P in K]?: PlainOf<A[P]> | undefined }

/** A domain; the other members are empty if they are absent. */
export type DomainResult = Sparse<
  RegistryDomain,
  "auth_code" | "contacts" | "dnssec" | "name" | "nameservers" | "sponsor_id" | "subordinate_hosts" | "transferred_on"
>
export type AvailabilityResult = Sparse<NameAvailability, "claims_key" | "error" | "premium" | "reason">
export type AcceptedResult = Sparse<Accepted, "completed"> | void
export type CreatedResult = Sparse<DomainCreated, "completed" | "cost" | "created_on" | "expires_on">
export type RenewedResult = Sparse<DomainRenewed, "completed" | "cost" | "expires_on">
export type DeletedResult = Sparse<DomainDeleted, "completed" | "credit"> | void
export type RequestedResult = Sparse<TransferRequested, "acts_on" | "completed" | "cost" | "expires_on">
export type TransferResult = Sparse<RegistryTransfer, "expires_on" | "name">
export type IssuedResult = Sparse<AuthCodeIssued, "auth_code" | "completed" | "expires_on" | "recipients">
export type ContactCreatedResult = Sparse<ContactCreated, "completed" | "handle"> | void
export type ContactResult = Sparse<
  RegistryContact,
  "attributes" | "disclose" | "fax" | "handle" | "organization" | "state"
>
export type HostResult = Sparse<RegistryHost, "hostname" | "ip_addresses" | "linked" | "pending">
export type MessageResult = Sparse<PollMessage, "object" | "queued_on" | "raw" | "text">

const money = Schema.Struct({ amount: Money.MinorUnits, currency: Money.Currency })
const instant = Schema.NullOr(Instant.Instant)
const completed = Schema.Boolean
const cost = Schema.NullOr(money)

const premium: Schema.Schema<PremiumPrices> = Schema.Struct({
  create: Schema.optionalKey(money),
  renew: Schema.optionalKey(money),
  transfer: Schema.optionalKey(money),
  restore: Schema.optionalKey(money)
})

const availability = Schema.Struct({
  name: DomainName,
  available: Schema.Boolean,
  reason: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  premium: Schema.NullOr(premium),
  claims_key: Schema.NullOr(Schema.String)
})

/** Reads what a driver returned. A failure describes the first problem without the values. */
export type ResultReader<A> = (value: unknown, defaults?: Partial<A>) => Result.Result<A, string>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !Array.isArray(value)

const withDefaults = (value: unknown, defaults: object): unknown => {
  if (value === undefined) return defaults
  if (!isObject(value)) return value
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}

const reader = <A>(schema: Schema.Schema<A>, fallback: Partial<A>): ResultReader<A> => {
  const decode = Schema.decodeUnknownResult(Schema.toType(schema))
  return (value, defaults = {}) =>
    Result.flatMap(
      fromPlain(withDefaults(value, { ...fallback, ...defaults })),
      (read) => Result.mapError(decode(read), (error) => error.message)
    )
}

/** Readers of the results, by kind. Absent members have these defaults. */
export const results = {
  availability: reader<NameAvailability>(availability, { reason: null, error: null, premium: null, claims_key: null }),
  domain: reader<RegistryDomain>(RegistryDomain, {
    sponsor_id: null,
    contacts: [],
    nameservers: [],
    subordinate_hosts: [],
    dnssec: [],
    auth_code: null,
    transferred_on: null
  }),
  accepted: reader<Accepted>(Schema.Struct({ completed }), { completed: true }),
  created: reader<DomainCreated>(Schema.Struct({ completed, cost, created_on: instant, expires_on: instant }), {
    completed: true,
    cost: null,
    created_on: null,
    expires_on: null
  }),
  renewed: reader<DomainRenewed>(Schema.Struct({ completed, cost, expires_on: instant }), {
    completed: true,
    cost: null,
    expires_on: null
  }),
  deleted: reader<DomainDeleted>(Schema.Struct({ completed, credit: cost }), { completed: true, credit: null }),
  requested: reader<TransferRequested>(
    Schema.Struct({ completed, cost, status: TransferStatus, acts_on: instant, expires_on: instant }),
    { completed: false, cost: null, acts_on: null, expires_on: null }
  ),
  transfer: reader<RegistryTransfer>(RegistryTransfer, { expires_on: null }),
  issued: reader<AuthCodeIssued>(
    Schema.Struct({
      completed,
      auth_code: Schema.NullOr(Schema.String),
      expires_on: instant,
      recipients: Schema.Array(Schema.String)
    }),
    { completed: true, auth_code: null, expires_on: null, recipients: [] }
  ),
  contactCreated: reader<ContactCreated>(Schema.Struct({ completed, handle: Schema.String }), { completed: true }),
  contact: reader<RegistryContact>(RegistryContact, {
    organization: null,
    state: null,
    fax: null,
    disclose: false,
    attributes: {}
  }),
  host: reader<RegistryHost>(RegistryHost, { ip_addresses: [], linked: false, pending: false }),
  message: reader<PollMessage>(PollMessage, { queued_on: null, text: "", object: nameOnly, raw: null })
}
