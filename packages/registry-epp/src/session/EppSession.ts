import type { EppCommand } from "../message/EppCommand.ts"
import type { EppGreeting } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import { newestFeeUri } from "../message/extension/feeUri.ts"
import { writeCommand } from "../message/writeCommand.ts"
import type { Answer, EppConnection } from "./EppConnection.ts"

/** A logged-in connection. */
export class EppSession {
  readonly connection: EppConnection
  readonly greeting: EppGreeting
  readonly services: EppServices
  /** Time of the login, in milliseconds since 1970. */
  readonly since: number
  readonly #feeUri: string | undefined
  #commands = 1

  constructor(
    connection: EppConnection,
    opened: { readonly greeting: EppGreeting; readonly services: EppServices; readonly since: number }
  ) {
    this.connection = connection
    this.greeting = opened.greeting
    this.services = opened.services
    this.since = opened.since
    this.#feeUri = newestFeeUri(opened.services.extensions)
  }

  /** Number of sent commands, including the login. */
  get commands(): number {
    return this.#commands
  }

  /** Document of a command for this session. Throws `IllegalCommand` and `IllegalXmlCharacter`. */
  written(command: EppCommand, clTRID: string): string {
    return writeCommand(command, { clTRID, ...(this.#feeUri === undefined ? {} : { feeUri: this.#feeUri }) })
  }

  /** Sends a document of `written`. The response has to arrive within `patience` milliseconds. */
  send(document: string, clTRID: string, patience: number, settle: (answer: Answer) => void): void {
    this.#commands++
    this.connection.send(document, clTRID, patience, settle)
  }

  /** Sends a hello as keep-alive. The connection is lost without a greeting within `patience` milliseconds. */
  hello(patience: number, settle: (answer: Answer) => void): void {
    this.connection.send(writeCommand({ _tag: "Hello" }, { clTRID: "" }), undefined, patience, settle)
  }
}
