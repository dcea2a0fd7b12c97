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
  ReportVerification,
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

/** Capabilities of a driver and its registry. Services read these and never the driver's name. */
export interface RegistryCapabilities {
  /** Contacts are objects of their own; false if the registry takes none. */
  readonly contact_objects: boolean
  /** Nameservers are host objects; false if they are attributes of the domain. */
  readonly host_objects: boolean
  /** Maximum number of names in one check command. The driver splits longer lists. */
  readonly names_per_check: number
  /** The registry has a queue of messages. */
  readonly poll: boolean
  readonly restore: boolean
  /** Domains show their running grace periods as statuses (RFC 3915, section 3.1). */
  readonly grace_statuses: boolean
  /**
   * A restore requires a report after its request (RFC 3915, section 3.1). `restoreDomain` sends both, or only the
   * report for a domain that waits for it.
   */
  readonly restore_reports: boolean
  /**
   * Maximum replication delay of queries behind commands. A query within this time after a command does not prove that
   * the command was not carried out.
   */
  readonly lookup_lag: Duration.Duration
  /** The losing registrar can approve and reject a transfer. */
  readonly transfer_decisions: boolean
  readonly auth_codes: AuthCodePractice
  /** The registry makes auth codes on request. */
  readonly auth_code_requests: boolean
  /** Domains can be released to the registry or to a registrar. */
  readonly releases: boolean
  /** Verifications of contacts can be reported. */
  readonly verification_reports: boolean
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

/** Availability of a name at its registry. */
export interface NameAvailability {
  readonly name: DomainName
  readonly available: boolean
  /** The registry's reason if the name is not available. */
  readonly reason: string | null
  /** The registry's error if it has not checked the name; the availability is then unknown. */
  readonly error: string | null
  /** Set if the registry charges more than the list price for the name, registered or not. */
  readonly premium: PremiumPrices | null
  /** Set in the claims phase for a name that matches a recorded trademark (RFC 8334). */
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
 * One registry, with one account. A driver sends each command once and reports its actual outcome; it never repeats a
 * command that changes something. Methods open no transaction and may take seconds. A missing object is `none` for a
 * query and a refusal (`objectMissing`) for a command.
 *
 * A nameserver outside of the registry's zones needs no host object from the caller. If the registry requires one, the
 * driver creates it or uses the object of another registrar (RFC 5732 allows one object for all).
 */
export interface Registry {
  /** Key of this backend, as in the TLD specifications. */
  readonly key: string
  readonly account_id: RegistryAccountId
  readonly capabilities: RegistryCapabilities

  /** With an allocation token (RFC 8495), names that need it are available to its holder. */
  readonly checkDomains: (
    names: ReadonlyArray<DomainName>,
    allocationToken?: string
  ) => Effect.Effect<ReadonlyArray<NameAvailability>, QueryError>
  /** With the auth code, a registrar that does not sponsor the domain gets all its data. */
  readonly infoDomain: (
    name: DomainName,
    authCode?: string
  ) => Effect.Effect<Option.Option<RegistryDomain>, QueryError>
  readonly createDomain: (command: CreateDomain) => Effect.Effect<DomainCreated, CommandError>
  readonly renewDomain: (command: RenewDomain) => Effect.Effect<DomainRenewed, CommandError>
  readonly updateDomain: (command: UpdateDomain) => Effect.Effect<Accepted, CommandError>
  /** In the add grace period the name is available at once. Later it enters redemption, if the registry has one. */
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

  /** Makes the registry replace the auth code by a new one. */
  readonly requestAuthCode: (command: NamedDomain) => Effect.Effect<AuthCodeIssued, CommandError>
  readonly releaseDomain: (command: ReleaseDomain) => Effect.Effect<Accepted, CommandError>

  readonly infoContact: (handle: string) => Effect.Effect<Option.Option<RegistryContact>, QueryError>
  readonly createContact: (command: CreateContact) => Effect.Effect<ContactCreated, CommandError>
  readonly deleteContact: (
    command: { readonly command_id: CreateContact["command_id"]; readonly handle: string }
  ) => Effect.Effect<Accepted, CommandError>

  /** Reports a verification of a contact. The registry's decision is a message about its domains (`VerificationDecided`). */
  readonly reportVerification: (command: ReportVerification) => Effect.Effect<Accepted, CommandError>

  readonly infoHost: (hostname: Hostname) => Effect.Effect<Option.Option<RegistryHost>, QueryError>
  readonly createHost: (command: CreateHost) => Effect.Effect<Accepted, CommandError>
  readonly updateHost: (command: UpdateHost) => Effect.Effect<Accepted, CommandError>
  readonly deleteHost: (
    command: { readonly command_id: CreateHost["command_id"]; readonly hostname: Hostname }
  ) => Effect.Effect<Accepted, CommandError>

  /** The oldest message that is not acknowledged. Returns the same message until it is acknowledged. */
  readonly nextMessage: Effect.Effect<Option.Option<PollMessage>, QueryError>
  /** Removes a delivered message from the queue. Succeeds if the message was removed before. */
  readonly acknowledgeMessage: (messageId: string) => Effect.Effect<void, QueryError>
}
