import { type Effect, Schema } from "effect"
import type { EppCommand } from "../message/EppCommand.ts"
import type { EppGreeting, EppResponse } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"

/**
 * Reason why nothing was sent. `busy`: too many commands wait, or this one waited too long. `unreachable`: no session
 * could be opened. `refused`: the registry refuses the account's login; an operator has to act. `stopped`: the pool
 * closes. `lease`: the sender's `CommandLease` ended before the command's turn. `unwritable`: the command cannot be
 * expressed for this server; sending it later is pointless.
 */
export const NotSentReason = Schema.Literals(["busy", "unreachable", "refused", "stopped", "lease", "unwritable"])
export type NotSentReason = typeof NotSentReason.Type

/** Nothing of the command was written, so it can be sent again without a query. */
export class EppNotSent extends Schema.TaggedError<EppNotSent>()("EppNotSent", {
  reason: NotSentReason,
  /** Text for logs, without secrets. */
  text: Schema.String
}) {
  override get message() {
    return this.text
  }
}

/** The command was written and its response is lost: the registry may have carried it out. */
export class EppAnswerLost extends Schema.TaggedError<EppAnswerLost>()("EppAnswerLost", {
  clTRID: Schema.String,
  /** Text for logs, without secrets. */
  text: Schema.String,
  /** The invalid document received instead of the response, without secrets. */
  document: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return this.text
  }
}

export type EppFailure = EppNotSent | EppAnswerLost

/** A command, or a function that composes it for the services of the session and may be called more than once. */
export type ComposedCommand = EppCommand | ((services: EppServices) => EppCommand)

/** Client of the sessions with one registry. A response with any result code is a success here. */
export interface EppClient {
  /** Sends a query. After a lost response it is repeated in another session, at most twice. */
  readonly query: (command: ComposedCommand) => Effect.Effect<EppResponse, EppFailure>
  /**
   * Sends a command that changes something, at most once. `clTRID` names it for ever and over all processes (RFC 5730,
   * section 2.5: 3 to 64 characters); it is stored before the call. Asks `CommandLease` immediately before writing.
   */
  readonly transform: (command: ComposedCommand, clTRID: string) => Effect.Effect<EppResponse, EppFailure>
  /** Services of a current session. Opens one if there is none. */
  readonly services: Effect.Effect<EppServices, EppNotSent>
  /** Greeting of the server of such a session. */
  readonly greeting: Effect.Effect<EppGreeting, EppNotSent>
  readonly state: Effect.Effect<EppClientState>
}

/** State of the sessions, for operators and monitoring. */
export interface EppClientState {
  readonly sessions: ReadonlyArray<SessionState>
  /** Number of commands that wait for a session or for the rate limit. */
  readonly waiting: number
  /** `open`: no sessions are opened at present, and commands without a session fail at once. */
  readonly circuit: "closed" | "open"
  /** Reason of the latest failure to open a session; undefined after a success. */
  readonly problem: string | undefined
}

export interface SessionState {
  /** Number of the session slot, from 1, across all processes. */
  readonly slot: number
  /** Number of pending commands. */
  readonly pending: number
  /** Number of sent commands, including the login. */
  readonly commands: number
  /** Milliseconds since the login. */
  readonly age: number
  /** True if the session ends when no command is pending. */
  readonly leaving: boolean
}
