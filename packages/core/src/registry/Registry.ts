import type { Duration, Effect, Option } from "effect"
import type { DomainName, Hostname, Money } from "../shared/index.ts"
import type { PollMessage } from "./PollMessage.ts"
import type {
  Accepted,
  AuthCodeIssued,
  ContactCreated,
  CreateContact,
  CreateDomain,
  CreateHost,
  DomainCreated,
  DomainDeleted,
  DomainRenewed,
  NamedDomain,
  ReleaseDomain,
  RenewDomain,
  RestoreDomain,
  TransferDomain,
  TransferRequested,
  UpdateDomain,
  UpdateHost
} from "./RegistryCommand.ts"
import type {
  RegistryAccountId,
  RegistryContact,
  RegistryDomain,
  RegistryHost,
  RegistryTransfer
} from "./RegistryDomain.ts"
import type { CommandError, QueryError } from "./RegistryError.ts"

/** What a driver and its registry can do, as data; services ask this and never the driver's name. */
export interface RegistryCapabilities {
  /** Contacts are objects of their own; false at registries that take none. */
  readonly contact_objects: boolean
  /** Nameservers are host objects; false where they are attributes of the domain. */
  readonly host_objects: boolean
  /** Names of one check command; the driver splits longer lists itself. */
  readonly names_per_check: number
  /** The registry has a queue of messages. */
  readonly poll: boolean
  readonly restore: boolean
  /** Domains show the grace periods that run, as statuses (RFC 3915, section 3.1). */
  readonly grace_statuses: boolean
  /**
   * A restore has a report behind its request (RFC 3915, section 3.1). `restoreDomain` sends both, and the report alone
   * for a name that waits for it.
   */
  readonly restore_reports: boolean
  /**
   * How far queries may be behind commands, where a copy of the registry's data answers them. What a look does not find
   * that soon after a command says nothing.
   */
  readonly lookup_lag: Duration.Duration
  /** The losing registrar can approve and reject a transfer. */
  readonly transfer_decisions: boolean
  readonly auth_codes: AuthCodePractice
  /** The registry makes auth codes on request. */
  readonly auth_code_requests: boolean
  /** Names can be given to the registry or to a named registrar. */
  readonly releases: boolean
}

/** Use of the auth codes that registrars set at a registry. */
export interface AuthCodePractice {
  /**
   * Time from setting a code to its removal, if codes are set for one transfer (RFC 9154, section 4.2). Null if domains
   * have a code from their registration on.
   */
  readonly lifetime: Duration.Duration | null
  /** True if a domain can be registered without a code. */
  readonly absent_at_creation: boolean
  /** True if a code can be removed. If not, a random code replaces it. */
  readonly removable: boolean
  /** True if the registry verifies a code in an info command before a transfer (RFC 9154, section 5.3). */
  readonly verifiable: boolean
}

/** The registry's answer about a name that is not registered. */
export interface NameAvailability {
  readonly name: DomainName
  readonly available: boolean
  /** The registry's reason when it is not. */
  readonly reason: string | null
  /** Why the registry has not checked the name, in its words; then nobody knows whether it is available. */
  readonly error: string | null
  /** Set when the registry charges more than the list price for the name, registered or not. */
  readonly premium: PremiumPrices | null
  /** Set in the claims phase of a name that a trademark holder has recorded (RFC 8334). */
  readonly claims_key: string | null
}

/** Prices of a premium name by action, for one year. */
export interface PremiumPrices {
  readonly create?: Money.Money
  readonly renew?: Money.Money
  readonly transfer?: Money.Money
  readonly restore?: Money.Money
}

/**
 * One registry, with one account. A driver sends each command once and reports
 * truthfully what became of it; it never repeats a command that changes something. Methods hold no transaction and may
 * take seconds. A missing object is `none` to a query and a refusal (`objectMissing`) to a command.
 *
 * A nameserver outside of the registry's zones needs no host object of the caller's making: where the registry wants
 * one, the driver makes it on the way or uses the one that another registrar made (RFC 5732 allows one for all).
 */
export interface Registry {
  /** Names this backend, as the TLD specifications do. */
  readonly key: string
  readonly account_id: RegistryAccountId
  readonly capabilities: RegistryCapabilities

  readonly checkDomains: (
    names: ReadonlyArray<DomainName>
  ) => Effect.Effect<ReadonlyArray<NameAvailability>, QueryError>
  /** An auth code lets a registrar that does not sponsor the name see it whole. */
  readonly infoDomain: (
    name: DomainName,
    authCode?: string
  ) => Effect.Effect<Option.Option<RegistryDomain>, QueryError>
  readonly createDomain: (command: CreateDomain) => Effect.Effect<DomainCreated, CommandError>
  readonly renewDomain: (command: RenewDomain) => Effect.Effect<DomainRenewed, CommandError>
  readonly updateDomain: (command: UpdateDomain) => Effect.Effect<Accepted, CommandError>
  /** In the add grace period the name is free at once, later it enters redemption where the registry has one. */
  readonly deleteDomain: (command: NamedDomain) => Effect.Effect<DomainDeleted, CommandError>
  readonly restoreDomain: (command: RestoreDomain) => Effect.Effect<Accepted, CommandError>

  readonly requestTransfer: (command: TransferDomain) => Effect.Effect<TransferRequested, CommandError>
  readonly queryTransfer: (
    name: DomainName,
    authCode?: string
  ) => Effect.Effect<Option.Option<RegistryTransfer>, QueryError>
  readonly cancelTransfer: (command: NamedDomain) => Effect.Effect<Accepted, CommandError>
  readonly approveTransfer: (command: NamedDomain) => Effect.Effect<Accepted, CommandError>
  readonly rejectTransfer: (command: NamedDomain) => Effect.Effect<Accepted, CommandError>

  /** Has the registry make a new auth code, in place of the old one. */
  readonly requestAuthCode: (command: NamedDomain) => Effect.Effect<AuthCodeIssued, CommandError>
  readonly releaseDomain: (command: ReleaseDomain) => Effect.Effect<Accepted, CommandError>

  readonly infoContact: (handle: string) => Effect.Effect<Option.Option<RegistryContact>, QueryError>
  readonly createContact: (command: CreateContact) => Effect.Effect<ContactCreated, CommandError>
  readonly deleteContact: (
    command: { readonly command_id: CreateContact["command_id"]; readonly handle: string }
  ) => Effect.Effect<Accepted, CommandError>

  readonly infoHost: (hostname: Hostname) => Effect.Effect<Option.Option<RegistryHost>, QueryError>
  readonly createHost: (command: CreateHost) => Effect.Effect<Accepted, CommandError>
  readonly updateHost: (command: UpdateHost) => Effect.Effect<Accepted, CommandError>
  readonly deleteHost: (
    command: { readonly command_id: CreateHost["command_id"]; readonly hostname: Hostname }
  ) => Effect.Effect<Accepted, CommandError>

  /** The oldest message that is not acknowledged; the same one until it is. */
  readonly nextMessage: Effect.Effect<Option.Option<PollMessage>, QueryError>
  /** Takes a delivered message off the queue; one that is gone already is fine. */
  readonly acknowledgeMessage: (messageId: string) => Effect.Effect<void, QueryError>
}
