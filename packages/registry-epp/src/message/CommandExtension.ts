import type { XmlElement } from "../xml/XmlElement.ts"
import type { EppPeriod } from "./EppPeriod.ts"

/** Elements of extensions that have no codec of their own: those of registry profiles, as trees. */
export interface OtherExtension {
  readonly other?: ReadonlyArray<XmlElement>
}

export interface CheckExtension extends OtherExtension {
  readonly fee?: FeeCheck
  readonly launch?: LaunchCheck
  readonly allocationToken?: string
}

export interface InfoExtension extends OtherExtension {
  /** Queries the token of a registered domain; the element is empty (RFC 8495, section 3.1.2). */
  readonly allocationToken?: true
}

export interface CreateExtension extends OtherExtension {
  readonly secDNS?: SecDnsData
  readonly fee?: FeeAgreement
  readonly launch?: LaunchCreate
  readonly allocationToken?: string
}

export interface UpdateExtension extends OtherExtension {
  readonly secDNS?: SecDnsUpdate
  readonly rgp?: RgpRestore
  /** Also the fee of a restore (RFC 8748, section 5.2.4). */
  readonly fee?: FeeAgreement
}

export interface RenewExtension extends OtherExtension {
  readonly fee?: FeeAgreement
  readonly allocationToken?: string
}

export interface TransferExtension extends OtherExtension {
  readonly fee?: FeeAgreement
  readonly allocationToken?: string
}

export type DeleteExtension = OtherExtension

/** Either digests or keys (RFC 5910, section 4). */
export type SecDnsData =
  | { readonly form: "ds"; readonly records: ReadonlyArray<EppDsData>; readonly maximumSignatureLife?: number }
  | { readonly form: "key"; readonly records: ReadonlyArray<EppKeyData>; readonly maximumSignatureLife?: number }

export interface EppDsData {
  readonly keyTag: number
  readonly algorithm: number
  readonly digestType: number
  /** Hexadecimal, upper case. */
  readonly digest: string
  /** The key of the digest, for servers that verify it. */
  readonly key?: EppKeyData
}

export interface EppKeyData {
  readonly flags: number
  readonly protocol: number
  readonly algorithm: number
  /** Base64 without white space. */
  readonly publicKey: string
}

/** Applied in this order: removal, addition, change (RFC 5910, section 5.2.5). */
export interface SecDnsUpdate {
  readonly urgent?: boolean
  readonly remove?: "all" | SecDnsData
  readonly add?: SecDnsData
  readonly maximumSignatureLife?: number
}

/** RFC 3915, section 4.2.5. */
export type RgpRestore =
  | { readonly operation: "request" }
  | { readonly operation: "report"; readonly report: RgpReport }

export interface RgpReport {
  readonly before: string
  readonly after: string
  readonly deletedOn: string
  readonly restoredOn: string
  readonly reason: string
  /** One or two. */
  readonly statements: ReadonlyArray<string>
  readonly other?: string
}

export type FeeCommandName = "create" | "delete" | "renew" | "update" | "transfer" | "restore" | "custom"

/** RFC 8748, section 3.1. */
export interface FeeCheck {
  readonly currency?: string
  readonly commands: ReadonlyArray<FeeQuestion>
}

export interface FeeQuestion {
  readonly name: FeeCommandName
  readonly customName?: string
  readonly phase?: string
  readonly subphase?: string
  readonly period?: EppPeriod
}

/** Fee that the client agrees to pay. Amounts are decimals as written. */
export interface FeeAgreement {
  readonly currency?: string
  readonly fees: ReadonlyArray<EppFee>
  readonly credits: ReadonlyArray<EppCredit>
}

export interface EppFee {
  readonly amount: string
  readonly description?: string
  readonly refundable?: boolean
  /** ISO 8601 duration. */
  readonly gracePeriod?: string
  readonly applied?: "immediate" | "delayed"
}

/** A negative amount, as the schema requires. */
export interface EppCredit {
  readonly amount: string
  readonly description?: string
}

export interface LaunchPhase {
  readonly phase: "sunrise" | "landrush" | "claims" | "open" | "custom"
  readonly name?: string
}

/** RFC 8334, section 3.1. */
export interface LaunchCheck {
  readonly type: "claims" | "avail" | "trademark"
  readonly phase?: LaunchPhase
}

/** RFC 8334, section 3.3. */
export interface LaunchCreate {
  readonly phase: LaunchPhase
  readonly type?: "application" | "registration"
  /** Base64 of signed marks (RFC 7848) as issued to the holder. */
  readonly encodedSignedMarks: ReadonlyArray<string>
  readonly notices: ReadonlyArray<LaunchNotice>
}

export interface LaunchNotice {
  readonly id: string
  readonly validator?: string
  readonly notAfter: string
  readonly acceptedOn: string
}
