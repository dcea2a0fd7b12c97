import type { OtherExtension } from "./CommandExtension.ts"
import type { AuthInfo, EppStatus, TransferOperation } from "./DomainCommand.ts"

/** The commands of RFC 5733. */
export type ContactCommand =
  | ContactCheck
  | ContactInfo
  | ContactCreate
  | ContactUpdate
  | ContactTransfer
  | ContactDelete

export interface ContactCheck {
  readonly _tag: "ContactCheck"
  readonly ids: ReadonlyArray<string>
  readonly extension?: OtherExtension
}

export interface ContactInfo {
  readonly _tag: "ContactInfo"
  readonly id: string
  readonly authInfo?: AuthInfo
  readonly extension?: OtherExtension
}

export interface ContactCreate extends ContactDetails {
  readonly _tag: "ContactCreate"
  readonly id: string
  /** One or two, of different types. */
  readonly postalInfos: ReadonlyArray<PostalInfo>
  readonly email: string
  readonly authInfo: AuthInfo
  readonly extension?: OtherExtension
}

export interface ContactUpdate {
  readonly _tag: "ContactUpdate"
  readonly id: string
  /** At least one status if present. */
  readonly add?: ReadonlyArray<EppStatus>
  readonly remove?: ReadonlyArray<EppStatus>
  readonly change?: ContactDetails & {
    readonly postalInfos: ReadonlyArray<PostalInfoChange>
    readonly email?: string
    readonly authInfo?: AuthInfo
  }
  readonly extension?: OtherExtension
}

export interface ContactTransfer {
  readonly _tag: "ContactTransfer"
  readonly operation: TransferOperation
  readonly id: string
  readonly authInfo?: AuthInfo
  readonly extension?: OtherExtension
}

export interface ContactDelete {
  readonly _tag: "ContactDelete"
  readonly id: string
  readonly extension?: OtherExtension
}

export interface ContactDetails {
  readonly voice?: EppTelephone
  readonly fax?: EppTelephone
  readonly disclose?: Disclose
}

/** `+CC.NUMBER`; empty removes it in an update. */
export interface EppTelephone {
  readonly number: string
  readonly extension?: string
}

/** `loc` can contain any character, `int` only ASCII. */
export interface PostalInfo {
  readonly type: "int" | "loc"
  readonly name: string
  readonly organization?: string
  readonly address: EppPostalAddress
}

export interface PostalInfoChange {
  readonly type: "int" | "loc"
  readonly name?: string
  readonly organization?: string
  readonly address?: EppPostalAddress
}

export interface EppPostalAddress {
  /** Up to three lines. */
  readonly street: ReadonlyArray<string>
  readonly city: string
  readonly state?: string
  readonly postalCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

/** Members to show (flag true) or hide (flag false) against the server's policy (RFC 5733, section 2.9). */
export interface Disclose {
  readonly flag: boolean
  readonly name: ReadonlyArray<"int" | "loc">
  readonly organization: ReadonlyArray<"int" | "loc">
  readonly address: ReadonlyArray<"int" | "loc">
  readonly voice: boolean
  readonly fax: boolean
  readonly email: boolean
}
