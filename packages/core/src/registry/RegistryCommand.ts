import { Schema } from "effect"
import type { DomainName, Hostname, Instant, Money, Period } from "../shared/index.ts"
import { TypeId } from "../shared/index.ts"
import type {
  ClientStatus,
  DnssecData,
  RegistryContact,
  RegistryContactLink,
  RegistryNameserver,
  TransferStatus
} from "./RegistryDomain.ts"

/**
 * Names one sending of one command, for ever and over all processes; it becomes the client transaction id (RFC 5730,
 * section 2.5), at most 64 characters. It is stored before the command is sent, and a command that is sent again gets
 * a new one.
 */
export const CommandId = TypeId.schema("command").pipe(Schema.brand("CommandId"))
export type CommandId = typeof CommandId.Type
export const newCommandId = TypeId.generator("command", (text) => CommandId.make(text))

interface Command {
  readonly command_id: CommandId
}

/** The price that the caller agreed to, for names that cost more than the list price (RFC 8748). */
export type AgreedFee = Money.Money

export interface CreateDomain extends Command {
  readonly name: DomainName
  readonly period: Period.Period
  readonly contacts: ReadonlyArray<RegistryContactLink>
  readonly nameservers: ReadonlyArray<RegistryNameserver>
  /** Null where the registry makes the code, or has none. */
  readonly auth_code: string | null
  readonly dnssec: ReadonlyArray<DnssecData>
  readonly fee: AgreedFee | null
  /** Proof that a trademark notice was accepted (RFC 8334), as the driver's registry wants it; null outside of claims. */
  readonly claims_acceptance: string | null
}

export interface RenewDomain extends Command {
  readonly name: DomainName
  /** The UTC day of the expiry that the caller sees, `YYYY-MM-DD`; another one is refused, so a repeat cannot renew twice. */
  readonly current_expiry_date: string
  readonly period: Period.Period
  readonly fee: AgreedFee | null
}

/** What to add and what to remove; empty lists change nothing. The same value never stands in both. */
export interface UpdateDomain extends Command {
  readonly name: DomainName
  readonly add: DomainParts
  readonly remove: DomainParts
  /** A new registrant's handle, a new auth code; null leaves them. */
  readonly change: { readonly registrant: string | null; readonly auth_code: string | null }
}

export interface DomainParts {
  readonly nameservers: ReadonlyArray<RegistryNameserver>
  /** Every role but the registrant. */
  readonly contacts: ReadonlyArray<RegistryContactLink>
  readonly statuses: ReadonlyArray<ClientStatus>
  readonly dnssec: ReadonlyArray<DnssecData>
}

export interface NamedDomain extends Command {
  readonly name: DomainName
}

export interface RestoreDomain extends NamedDomain {
  /** Why, for registries that want a report (RFC 3915, section 4.2.5). */
  readonly reason: string | null
  readonly fee: AgreedFee | null
}

export interface TransferDomain extends NamedDomain {
  /** Null at registries without auth codes. */
  readonly auth_code: string | null
  /** The term that the transfer adds; null for the registry's own. */
  readonly period: Period.Period | null
  readonly fee: AgreedFee | null
}

export interface CreateContact extends Command {
  readonly contact: RegistryContact
}

export interface CreateHost extends Command {
  readonly hostname: Hostname
  readonly ip_addresses: ReadonlyArray<string>
}

export interface UpdateHost extends Command {
  readonly hostname: Hostname
  readonly add: ReadonlyArray<string>
  readonly remove: ReadonlyArray<string>
}

/**
 * `completed` false: the registry took the command and will decide later (EPP 1001); a poll message or the object
 * itself tells how. Then only what is known already is set.
 */
export interface Accepted {
  readonly completed: boolean
}

export interface DomainCreated extends Accepted {
  readonly created_on: Instant.Instant | null
  readonly expires_on: Instant.Instant | null
}

export interface DomainRenewed extends Accepted {
  readonly expires_on: Instant.Instant | null
}

export interface TransferRequested extends Accepted {
  readonly status: TransferStatus
  readonly acts_on: Instant.Instant | null
  readonly expires_on: Instant.Instant | null
}
