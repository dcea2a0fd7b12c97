import type { XmlElement } from "../xml/XmlElement.ts"
import type { ContactDetails, PostalInfo } from "./ContactCommand.ts"
import type { AuthInfo, EppAddress, EppContactLink, EppNameservers, EppStatus } from "./DomainCommand.ts"

/** Content of `resData`: its first known element, or an unknown one as a tree. */
export type ResponseData =
  | DomainChecked
  | DomainData
  | DomainCreatedData
  | DomainRenewedData
  | DomainTransferData
  | ContactChecked
  | ContactData
  | ContactCreatedData
  | ContactTransferData
  | HostChecked
  | HostData
  | HostCreatedData
  | PendingActionData
  | MaintenanceData
  | { readonly _tag: "UnknownData"; readonly element: XmlElement }

/** Result of a check for one name or id. */
export interface Availability {
  readonly id: string
  readonly available: boolean
  readonly reason?: string
}

export interface DomainChecked {
  readonly _tag: "DomainChecked"
  readonly names: ReadonlyArray<Availability>
}

/** Sponsor, creation, last change and last transfer of an object. */
export interface ObjectHistory {
  readonly sponsor: string
  readonly creator?: string
  readonly createdOn?: string
  readonly updater?: string
  readonly updatedOn?: string
  readonly transferredOn?: string
}

export interface DomainData extends ObjectHistory {
  readonly _tag: "DomainData"
  readonly name: string
  readonly roid: string
  readonly statuses: ReadonlyArray<EppStatus>
  readonly registrant?: string
  readonly contacts: ReadonlyArray<EppContactLink>
  readonly nameservers?: EppNameservers
  readonly subordinateHosts: ReadonlyArray<string>
  readonly expiresOn?: string
  readonly authInfo?: AuthInfo
}

export interface DomainCreatedData {
  readonly _tag: "DomainCreatedData"
  readonly name: string
  readonly createdOn: string
  readonly expiresOn?: string
}

export interface DomainRenewedData {
  readonly _tag: "DomainRenewedData"
  readonly name: string
  readonly expiresOn?: string
}

/** A transfer with both registrars (RFC 5730, section 2.9.3.4). */
export interface TransferData {
  readonly status: string
  readonly requester: string
  readonly requestedOn: string
  /** Registrar that has to act, or has acted. */
  readonly actor: string
  /** Deadline or time of the action. */
  readonly actsOn: string
}

export interface DomainTransferData extends TransferData {
  readonly _tag: "DomainTransferData"
  readonly name: string
  readonly expiresOn?: string
}

export interface ContactChecked {
  readonly _tag: "ContactChecked"
  readonly ids: ReadonlyArray<Availability>
}

export interface ContactData extends ObjectHistory, ContactDetails {
  readonly _tag: "ContactData"
  readonly id: string
  readonly roid: string
  readonly statuses: ReadonlyArray<EppStatus>
  readonly postalInfos: ReadonlyArray<PostalInfo>
  readonly email: string
  readonly authInfo?: AuthInfo
}

export interface ContactCreatedData {
  readonly _tag: "ContactCreatedData"
  readonly id: string
  readonly createdOn: string
}

export interface ContactTransferData extends TransferData {
  readonly _tag: "ContactTransferData"
  readonly id: string
}

export interface HostChecked {
  readonly _tag: "HostChecked"
  readonly names: ReadonlyArray<Availability>
}

export interface HostData extends ObjectHistory {
  readonly _tag: "HostData"
  readonly name: string
  readonly roid: string
  readonly statuses: ReadonlyArray<EppStatus>
  readonly addresses: ReadonlyArray<EppAddress>
}

export interface HostCreatedData {
  readonly _tag: "HostCreatedData"
  readonly name: string
  readonly createdOn: string
}

/** Outcome of a command that was accepted with 1001 (RFC 5731, section 3.3). */
export interface PendingActionData {
  readonly _tag: "PendingActionData"
  readonly object: "domain" | "contact" | "host"
  readonly id: string
  readonly accepted: boolean
  readonly clTRID?: string
  readonly svTRID: string
  readonly date: string
}

/** A maintenance of the registry (RFC 9167, section 3.3). Its description is the first one in plain text. */
export interface MaintenanceData {
  readonly _tag: "MaintenanceData"
  readonly id: string
  readonly name?: string
  readonly pollType?: string
  readonly systems: ReadonlyArray<{
    readonly name: string
    readonly host?: string
    readonly impact: "none" | "partial" | "full"
  }>
  readonly environment: { readonly type: string; readonly name?: string }
  readonly start: string
  readonly end: string
  readonly reason: string
  readonly detail?: string
  readonly description?: string
  /** Empty for the whole registry. */
  readonly tlds: ReadonlyArray<string>
  readonly createdOn: string
  readonly updatedOn?: string
}
