import type { Duration } from "effect"
import type { AuthCodePractice, Registry } from "../Registry.ts"
import type {
  CreateContact,
  CreateDomain,
  CreateHost,
  NamedDomain,
  ReleaseDomain,
  RenewDomain,
  ReportVerification,
  RestoreDomain,
  TransferDomain,
  UpdateDomain,
  UpdateHost
} from "../RegistryCommand.ts"
import type { PlainOf } from "./plainValues.ts"
import type { RegistryCapability, RegistryFeature } from "./RegistryCapability.ts"
import type {
  AcceptedResult,
  AvailabilityResult,
  ContactCreatedResult,
  ContactResult,
  CreatedResult,
  DeletedResult,
  DomainResult,
  HostResult,
  IssuedResult,
  MessageResult,
  RenewedResult,
  RequestedResult,
  TransferResult
} from "./registryResults.ts"

/** The second argument of every function of a driver. */
export interface RegistryCall {
  /** Aborted at the time limit, and when the caller no longer waits for a query. */
  readonly signal: AbortSignal
}

/** A function of a driver: gets a command of plain values and returns the result of the registry. */
type Send<C, A> = (command: PlainOf<C>, call: RegistryCall) => Promise<A> | A

/** The queries and commands of a driver. One that is absent is refused as `unsupported`. */
export interface RegistryFunctions {
  /** Availability of at most `namesPerCheck` names, in any order. `allocation_token` is set if the caller sent one. */
  readonly checkDomains?: Send<
    { readonly names: ReadonlyArray<string>; readonly allocation_token?: string },
    ReadonlyArray<AvailabilityResult>
  >
  /** The domain as the registry shows it; null if it is not registered. Used to look unknown outcomes up. */
  readonly infoDomain?: Send<{ readonly name: string; readonly auth_code: string | null }, DomainResult | null>
  readonly createDomain?: Send<CreateDomain, CreatedResult>
  readonly renewDomain?: Send<RenewDomain, RenewedResult>
  readonly updateDomain?: Send<UpdateDomain, AcceptedResult>
  readonly deleteDomain?: Send<NamedDomain, DeletedResult>
  readonly restoreDomain?: Send<RestoreDomain, AcceptedResult>
  readonly requestTransfer?: Send<TransferDomain, RequestedResult>
  readonly queryTransfer?: Send<{ readonly name: string; readonly auth_code: string | null }, TransferResult | null>
  readonly cancelTransfer?: Send<NamedDomain, AcceptedResult>
  readonly approveTransfer?: Send<NamedDomain, AcceptedResult>
  readonly rejectTransfer?: Send<NamedDomain, AcceptedResult>
  readonly requestAuthCode?: Send<NamedDomain, IssuedResult>
  readonly releaseDomain?: Send<ReleaseDomain, AcceptedResult>
  readonly infoContact?: Send<{ readonly handle: string }, ContactResult | null>
  readonly createContact?: Send<CreateContact, ContactCreatedResult>
  readonly deleteContact?: Send<{ readonly command_id: string; readonly handle: string }, AcceptedResult>
  readonly reportVerification?: Send<ReportVerification, AcceptedResult>
  readonly infoHost?: Send<{ readonly hostname: string }, HostResult | null>
  readonly createHost?: Send<CreateHost, AcceptedResult>
  readonly updateHost?: Send<UpdateHost, AcceptedResult>
  readonly deleteHost?: Send<{ readonly command_id: string; readonly hostname: string }, AcceptedResult>
  /** The oldest message that is not acknowledged; null for an empty queue. */
  readonly nextMessage?: Send<Readonly<Record<never, never>>, MessageResult | null>
  /** Removes a message. Succeeds if it was removed before. */
  readonly acknowledgeMessage?: Send<{ readonly message_id: string }, void>
}

/** Declarations of a driver besides its functions. */
export interface RegistrySettings {
  /** Name of the driver in logs. */
  readonly name?: string | undefined
  /** Behaviour of the registry that its commands do not show, for services and for the contract of drivers. */
  readonly capabilities?: ReadonlyArray<RegistryFeature> | undefined
  /** Maximum number of names of one `checkDomains`; longer lists are split. Default 1. */
  readonly namesPerCheck?: number | undefined
  /** Time after a command in which queries may not show its effect. Default 1 minute. */
  readonly lookupLag?: Duration.Input | undefined
  /** Time limit of a call. The outcome of a command is then unknown. Default 30 seconds. */
  readonly timeout?: Duration.Input | undefined
  /** A restore is a request and a report (RFC 3915). `restoreDomain` sends both. Default false. */
  readonly restoreReports?: boolean | undefined
  /** Use of auth codes, if it differs from the default: optional codes without a time limit, which are removable. */
  readonly authCodes?: Partial<PlainOf<AuthCodePractice>> | undefined
}

/** A registry driver of promises and plain values. */
export interface RegistryDefinition extends RegistrySettings, RegistryFunctions {}

/** A driver that was made by `defineRegistry`. */
export interface RegistryDriver {
  readonly name: string
  /** Its commands and declared features, for the contract of drivers. */
  readonly capabilities: ReadonlyArray<RegistryCapability>
  /**
   * The registry of a backend of the TLD specifications, for hosts with Effect. `registrar` distinguishes accounts.
   * `createPlatform` calls it for each entry of its option `registries`.
   */
  readonly registry: (backend: string, registrar?: string) => Registry
}
