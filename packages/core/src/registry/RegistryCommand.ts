import { Schema } from "effect"
import type { DomainName, Hostname, Instant, Money, Period, VerificationClaim } from "../shared/index.ts"
import { TypeId } from "../shared/index.ts"
import type { ClaimsAcceptance } from "./claims/ClaimsNotice.ts"
import type {
  ClientStatus,
  DnssecData,
  RegistryContact,
  RegistryContactLink,
  RegistryNameserver,
  TransferStatus
} from "./RegistryDomain.ts"

/**
 * Identifies one sending of one command, permanently and across all processes. It becomes the client transaction id
 * (RFC 5730, section 2.5) of at most 64 characters. It is stored before the command is sent; a repeated command gets a
 * new id.
 */
export const CommandId = TypeId.schema("command").pipe(Schema.brand("CommandId"))
export type CommandId = typeof CommandId.Type
export const newCommandId = TypeId.generator("command", (text) => CommandId.make(text))

interface Command {
  readonly command_id: CommandId
}

/**
 * The price that the caller agreed to, for names above the list price (RFC 8748). It is one total. Drivers of
 * registries with partial fees or another currency look the fees up again, compare, and send the registry's own
 * amounts.
 */
export type AgreedFee = Money.Money

/** Values of a domain that are specific to its TLD, by the keys of the specification; may be empty. */
export type DomainAttributes = Readonly<Record<string, string>>

export interface CreateDomain extends Command {
  readonly name: DomainName
  readonly period: Period.Period
  readonly contacts: ReadonlyArray<RegistryContactLink>
  readonly nameservers: ReadonlyArray<RegistryNameserver>
  /** Null if the registry makes the code or has none. */
  readonly auth_code: string | null
  readonly dnssec: ReadonlyArray<DnssecData>
  /** Values that the TLD requires in addition, by the keys of its specification. */
  readonly attributes: DomainAttributes
  readonly fee: AgreedFee | null
  /** The trademark notice that was accepted for the name (RFC 8334); null outside of the claims phase. */
  readonly claims_acceptance: ClaimsAcceptance | null
  /** Language or script tag of an international name, for registries that need it. */
  readonly idn_language?: string | null
  /** Token that permits the registration (RFC 8495). Registries without such tokens ignore it. */
  readonly allocation_token?: string | null
}

export interface RenewDomain extends Command {
  readonly name: DomainName
  /**
   * UTC date of the expiry that the caller sees, `YYYY-MM-DD`. The registry refuses another date, so a repeated command
   * cannot renew twice.
   */
  readonly current_expiry_date: string
  readonly period: Period.Period
  readonly fee: AgreedFee | null
}

/** Values to add and to remove; empty lists change nothing. No value is in both. */
export interface UpdateDomain extends Command {
  readonly name: DomainName
  readonly add: DomainParts
  readonly remove: DomainParts
  readonly change: DomainChange
}

export interface DomainChange {
  /** Handle of a new registrant; null leaves the registrant unchanged. */
  readonly registrant: string | null
  /**
   * A new auth code. Null leaves the code unchanged; an empty string removes it if the registry allows that (RFC 9154).
   */
  readonly auth_code: string | null
  /** New values by key. Absent keys are unchanged; an empty string removes the value. */
  readonly attributes: DomainAttributes
}

export interface DomainParts {
  readonly nameservers: ReadonlyArray<RegistryNameserver>
  /** Contacts of every role but the registrant. */
  readonly contacts: ReadonlyArray<RegistryContactLink>
  readonly statuses: ReadonlyArray<ClientStatus>
  readonly dnssec: ReadonlyArray<DnssecData>
}

export interface NamedDomain extends Command {
  readonly name: DomainName
}

export interface RestoreDomain extends NamedDomain {
  /** Reason of the restore, for registries that require a report (RFC 3915, section 4.2.5). */
  readonly reason: string | null
  readonly fee: AgreedFee | null
}

export interface TransferDomain extends NamedDomain {
  /** Null at registries without auth codes. */
  readonly auth_code: string | null
  /** The term that the transfer adds; null for the registry's default. */
  readonly period: Period.Period | null
  /**
   * For registries that require them in the request. Other registries ignore them; the caller then compares them after
   * completion.
   */
  readonly contacts: ReadonlyArray<RegistryContactLink>
  readonly nameservers: ReadonlyArray<RegistryNameserver>
  readonly attributes: DomainAttributes
  readonly fee: AgreedFee | null
  /** Token that permits the transfer (RFC 8495). Registries without such tokens ignore it. */
  readonly allocation_token?: string | null
}

/** Releases a domain from the account, at registries that support this instead of, or in addition to, transfers. */
export interface ReleaseDomain extends NamedDomain {
  /**
   * Tag of the receiving registrar at the registry (.uk); null releases the domain to the registry itself (.at, .de).
   */
  readonly recipient: string | null
  /** True if the delegation is kept; false replaces it by the registry's own nameservers, or by none. */
  readonly keep_delegation: boolean
}

export interface CreateContact extends Command {
  readonly contact: RegistryContact
}

/** Report that a contact was verified, to a registry that has demanded it. A later report replaces it. */
export interface ReportVerification extends Command {
  readonly handle: string
  /** Verified claims. Registries that verify contacts as a whole ignore them. */
  readonly claims: ReadonlyArray<VerificationClaim>
  /** Procedure of the verification, for example `VDIG`. */
  readonly method: string
  /** Evidence that was examined, for example `PASSPORT`. */
  readonly proof: string
  /** Identifies the evidence in the records of the organization that verified the contact. */
  readonly reference: string
  /** Not in the future. */
  readonly verified_on: Instant.Instant
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
 * `completed` is false if the registry accepted the command and decides later (EPP 1001). A poll message or the object
 * itself then shows the decision; until then, values that are not known yet are absent or null.
 */
export interface Accepted {
  readonly completed: boolean
}

/** A command that the registry charges for. */
interface Charged extends Accepted {
  /** Amount that the registry charged, or will charge after its decision; null if it does not state one. */
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
   * Amount that the registry refunded for operations in their grace periods (RFC 3915, section 3.1); null if it does
   * not state one.
   */
  readonly credit: Money.Money | null
}

export interface ContactCreated extends Accepted {
  /** The requested handle, or the registry's if it assigns handles. */
  readonly handle: string
}

/**
 * An auth code that the registry made. It is returned here, or sent by mail to the recipients. The platform masks their
 * addresses.
 */
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
