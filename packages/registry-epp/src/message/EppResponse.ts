import type { XmlElement } from "../xml/XmlElement.ts"
import type { ResponseData } from "./ResponseData.ts"
import type { ResponseExtension } from "./ResponseExtension.ts"

/** Message of a server: a greeting on connection or after a hello, a response to everything else. */
export type ServerMessage = EppGreeting | EppResponse

/** RFC 5730, section 2.4, without the data collection policy. */
export interface EppGreeting {
  readonly _tag: "Greeting"
  readonly server: string
  readonly date: string
  readonly versions: ReadonlyArray<string>
  readonly languages: ReadonlyArray<string>
  readonly objects: ReadonlyArray<string>
  readonly extensions: ReadonlyArray<string>
}

/** RFC 5730, section 2.6. */
export interface EppResponse {
  readonly _tag: "Response"
  /** One result, or several of the same class. */
  readonly results: readonly [EppResult, ...ReadonlyArray<EppResult>]
  readonly queue?: EppQueue
  readonly data?: ResponseData
  readonly extension: ResponseExtension
  /** Absent if the command had none, or if it could not be read. */
  readonly clTRID?: string
  readonly svTRID: string
}

export interface EppResult {
  readonly code: number
  readonly message: string
  /** The elements at fault, as received. */
  readonly values: ReadonlyArray<XmlElement>
  readonly reasons: ReadonlyArray<EppReason>
}

/** An element and its problem. RFC 9038 puts unannounced data here. */
export interface EppReason {
  readonly value: XmlElement
  readonly reason: string
}

/** State of the client's queue; `message` and `date` are only in the response to a poll request. */
export interface EppQueue {
  readonly count: number
  readonly id: string
  readonly date?: string
  readonly message?: string
}
