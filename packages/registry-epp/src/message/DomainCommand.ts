import type {
  CheckExtension,
  CreateExtension,
  DeleteExtension,
  InfoExtension,
  RenewExtension,
  TransferExtension,
  UpdateExtension
} from "./CommandExtension.ts"
import type { EppPeriod } from "./EppPeriod.ts"

/** The commands of RFC 5731. */
export type DomainCommand =
  | DomainCheck
  | DomainInfo
  | DomainCreate
  | DomainUpdate
  | DomainRenew
  | DomainTransfer
  | DomainDelete

export interface DomainCheck {
  readonly _tag: "DomainCheck"
  readonly names: ReadonlyArray<string>
  readonly extension?: CheckExtension
}

export interface DomainInfo {
  readonly _tag: "DomainInfo"
  readonly name: string
  /** Hosts to return; absent means all. */
  readonly hosts?: "all" | "del" | "none" | "sub"
  readonly authInfo?: AuthInfo
  readonly extension?: InfoExtension
}

export interface DomainCreate {
  readonly _tag: "DomainCreate"
  readonly name: string
  readonly period?: EppPeriod
  readonly nameservers?: EppNameservers
  readonly registrant?: string
  readonly contacts: ReadonlyArray<EppContactLink>
  /** Required by the schema; an empty password means none (RFC 9154, section 4.1). */
  readonly authInfo: AuthInfo
  readonly extension?: CreateExtension
}

export interface DomainUpdate {
  readonly _tag: "DomainUpdate"
  readonly name: string
  readonly add?: EppDomainParts
  readonly remove?: EppDomainParts
  readonly change?: {
    /** Empty removes the registrant. */
    readonly registrant?: string
    /** Null sends the `null` element, which removes the password (RFC 9154, section 4.3). */
    readonly authInfo?: AuthInfo | null
  }
  readonly extension?: UpdateExtension
}

export interface DomainRenew {
  readonly _tag: "DomainRenew"
  readonly name: string
  /** `YYYY-MM-DD` as written by the registry. */
  readonly currentExpiry: string
  readonly period?: EppPeriod
  readonly extension?: RenewExtension
}

export type TransferOperation = "request" | "query" | "approve" | "reject" | "cancel"

export interface DomainTransfer {
  readonly _tag: "DomainTransfer"
  readonly operation: TransferOperation
  readonly name: string
  readonly period?: EppPeriod
  readonly authInfo?: AuthInfo
  readonly extension?: TransferExtension
}

export interface DomainDelete {
  readonly _tag: "DomainDelete"
  readonly name: string
  readonly extension?: DeleteExtension
}

/** Authorization password of an object, or of the contact with the given `roid`. */
export interface AuthInfo {
  readonly password: string
  readonly roid?: string
}

/** Nameservers as host objects, or as attributes with their addresses; only one form per command. At least one. */
export type EppNameservers =
  | { readonly form: "objects"; readonly hosts: ReadonlyArray<string> }
  | { readonly form: "attributes"; readonly hosts: ReadonlyArray<EppHostAttribute> }

export interface EppHostAttribute {
  readonly name: string
  readonly addresses: ReadonlyArray<EppAddress>
}

export interface EppAddress {
  readonly address: string
  readonly version: "v4" | "v6"
}

export interface EppContactLink {
  readonly type: "admin" | "billing" | "tech"
  readonly id: string
}

/** Values that an update adds or removes. */
export interface EppDomainParts {
  readonly nameservers?: EppNameservers
  readonly contacts: ReadonlyArray<EppContactLink>
  readonly statuses: ReadonlyArray<EppStatus>
}

/** A status by its name in RFC 5731, 5732 or 5733, with its text. */
export interface EppStatus {
  readonly status: string
  readonly text?: string
}
