import type { XmlElement } from "../xml/XmlElement.ts"
import type { ResponseData } from "./ResponseData.ts"
import type { ResponseExtension } from "./ResponseExtension.ts"

/** What a server sends: the greeting by itself or after a hello, a response after everything else. */
export type ServerMessage = EppGreeting | EppResponse

/** RFC 5730, section 2.4. The data collection policy is not kept. */
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
  /** One, or several when several things are wrong; all of the same class. */
  readonly results: readonly [EppResult, ...ReadonlyArray<EppResult>]
  readonly queue?: EppQueue
  readonly data?: ResponseData
  readonly extension: ResponseExtension
  /** Absent where the command had none, or could not be read. */
  readonly clTRID?: string
  readonly svTRID: string
}

export interface EppResult {
  readonly code: number
  readonly message: string
  /** The elements that were at fault, as they came. */
  readonly values: ReadonlyArray<XmlElement>
  readonly reasons: ReadonlyArray<EppReason>
}

/** An element and what is wrong with it; RFC 9038 puts data in here that the client did not announce. */
export interface EppReason {
  readonly value: XmlElement
  readonly reason: string
}

/** The state of the client's queue; `message` and `date` only in the answer to a request. */
export interface EppQueue {
  readonly count: number
  readonly id: string
  readonly date?: string
  readonly message?: string
}
