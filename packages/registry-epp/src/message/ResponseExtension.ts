import type { XmlElement } from "../xml/XmlElement.ts"
import type { EppCredit, EppFee, FeeQuestion, LaunchPhase, SecDnsData } from "./CommandExtension.ts"
import type { EppStatus } from "./DomainCommand.ts"
import type { EppPeriod } from "./EppPeriod.ts"

/** Extensions of a response. Elements of extensions without a codec are in `other`. */
export interface ResponseExtension {
  readonly secDNS?: SecDnsData
  /** Grace periods and the states of a restore. */
  readonly rgp?: ReadonlyArray<EppStatus>
  readonly feeChecked?: FeeChecked
  /** Fee of a command, and the balance. */
  readonly fee?: FeeCharged
  readonly launchChecked?: LaunchChecked
  readonly allocationToken?: string
  readonly loginSecurity?: ReadonlyArray<LoginSecurityEvent>
  readonly changed?: ChangeData
  readonly other: ReadonlyArray<XmlElement>
}

/** RFC 8748, section 5.1.1. */
export interface FeeChecked {
  readonly currency: string
  readonly names: ReadonlyArray<FeeOfName>
}

export interface FeeOfName {
  readonly id: string
  readonly available: boolean
  readonly class?: string
  readonly commands: ReadonlyArray<FeeAnswer>
  readonly reason?: string
}

export interface FeeAnswer extends FeeQuestion {
  /** True if it is the standard fee of the class. */
  readonly standard: boolean
  readonly fees: ReadonlyArray<EppFee>
  readonly credits: ReadonlyArray<EppCredit>
  readonly reason?: string
}

/** RFC 8748, section 5.2; `command` is the command of the element. */
export interface FeeCharged {
  readonly command: "create" | "renew" | "transfer" | "update" | "delete"
  readonly currency?: string
  readonly period?: EppPeriod
  readonly fees: ReadonlyArray<EppFee>
  readonly credits: ReadonlyArray<EppCredit>
  readonly balance?: string
  readonly creditLimit?: string
}

/** RFC 8334, section 3.1.3. */
export interface LaunchChecked {
  readonly phase?: LaunchPhase
  readonly names: ReadonlyArray<{
    readonly name: string
    readonly exists: boolean
    readonly claimKeys: ReadonlyArray<{ readonly key: string; readonly validator?: string }>
  }>
}

/** RFC 8807, section 3.1. */
export interface LoginSecurityEvent {
  readonly type: "password" | "certificate" | "cipher" | "tlsProtocol" | "newPW" | "stat" | "custom"
  readonly name?: string
  readonly level: "warning" | "error"
  readonly expiresOn?: string
  readonly value?: string
  readonly duration?: string
  readonly text: string
}

/** RFC 8590, section 3.1: a change of an object by another party than its sponsor. The object is in the data. */
export interface ChangeData {
  readonly state: "before" | "after"
  readonly operation: string
  readonly operationDetail?: string
  readonly date: string
  readonly svTRID: string
  readonly who: string
  readonly caseId?: { readonly id: string; readonly type: "udrp" | "urs" | "custom"; readonly name?: string }
  readonly reason?: string
}
