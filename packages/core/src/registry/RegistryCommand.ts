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

/**
 * The price that the caller agreed to, for names that cost more than the list price (RFC 8748). One total: a driver
 * whose registry counts in parts or in another currency looks them up again, compares, and sends the registry's own.
 */
export type AgreedFee = Money.Money

/** Values of a domain that only its TLD knows, by the keys of the specification; empty when there are none. */
export type DomainAttributes = Readonly<Record<string, string>>

export interface CreateDomain extends Command {
  readonly name: DomainName
  readonly period: Period.Period
  readonly contacts: ReadonlyArray<RegistryContactLink>
  readonly nameservers: ReadonlyArray<RegistryNameserver>
  /** Null where the registry makes the code, or has none. */
  readonly auth_code: string | null
  readonly dnssec: ReadonlyArray<DnssecData>
  /** What the TLD asks for besides, by the keys of its specification. */
  readonly attributes: DomainAttributes
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
  readonly change: DomainChange
}

export interface DomainChange {
  /** A new registrant's handle; null leaves it. */
  readonly registrant: string | null
  /** A new auth code; null leaves it, an empty one takes it away where the registry allows that (RFC 9154). */
  readonly auth_code: string | null
  /** New values by key; keys that are absent stay, an empty value removes. */
  readonly attributes: DomainAttributes
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
  /** For registries that want them with the request; others ignore them, and the caller compares after completion. */
  readonly contacts: ReadonlyArray<RegistryContactLink>
  readonly nameservers: ReadonlyArray<RegistryNameserver>
  readonly attributes: DomainAttributes
  readonly fee: AgreedFee | null
}

/** Gives a name out of the account's hands, at registries that know this instead of, or beside, transfers. */
export interface ReleaseDomain extends NamedDomain {
  /** The registrar who gets it, by the registry's tag (.uk); null gives it to the registry itself (.at, .de). */
  readonly recipient: string | null
  /** Whether the delegation stays; false moves the name to the registry's own nameservers, or to none. */
  readonly keep_delegation: boolean
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

/** A command that the registry charges for. */
interface Charged extends Accepted {
  /** What the registry charged, or will when it has decided; null where it does not say. */
  readonly cost: Money.Money | null
}

export interface DomainCreated extends Charged {
  readonly created_on: Instant.Instant | null
  readonly expires_on: Instant.Instant | null
}

export interface DomainRenewed extends Charged {
  readonly expires_on: Instant.Instant | null
}

export interface DomainDeleted extends Accepted {
  /**
   * What the registry gave back for the operations whose grace period ran (RFC 3915, section 3.1); null where it does
   * not say.
   */
  readonly credit: Money.Money | null
}

export interface ContactCreated extends Accepted {
  /** The requested handle, or the registry's own if it assigns them. */
  readonly handle: string
}

/** An auth code that the registry made: shown here, or sent to people whose addresses it names in a masked form. */
export interface AuthCodeIssued extends Accepted {
  readonly auth_code: string | null
  readonly expires_on: Instant.Instant | null
  readonly recipients: ReadonlyArray<string>
}

export interface TransferRequested extends Charged {
  readonly status: TransferStatus
  readonly acts_on: Instant.Instant | null
  readonly expires_on: Instant.Instant | null
}
