import type { OtherExtension } from "./CommandExtension.ts"
import type { EppAddress, EppStatus } from "./DomainCommand.ts"

/** The commands of RFC 5732. */
export type HostCommand = HostCheck | HostInfo | HostCreate | HostUpdate | HostDelete

export interface HostCheck {
  readonly _tag: "HostCheck"
  readonly names: ReadonlyArray<string>
  readonly extension?: OtherExtension
}

export interface HostInfo {
  readonly _tag: "HostInfo"
  readonly name: string
  readonly extension?: OtherExtension
}

export interface HostCreate {
  readonly _tag: "HostCreate"
  readonly name: string
  readonly addresses: ReadonlyArray<EppAddress>
  readonly extension?: OtherExtension
}

export interface HostUpdate {
  readonly _tag: "HostUpdate"
  readonly name: string
  readonly add?: EppHostParts
  readonly remove?: EppHostParts
  /** The host's new name. */
  readonly newName?: string
  readonly extension?: OtherExtension
}

export interface HostDelete {
  readonly _tag: "HostDelete"
  readonly name: string
  readonly extension?: OtherExtension
}

export interface EppHostParts {
  readonly addresses: ReadonlyArray<EppAddress>
  readonly statuses: ReadonlyArray<EppStatus>
}
