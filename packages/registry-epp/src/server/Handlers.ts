import type { CommandError, SimulatedRegistrar } from "@namewright/core/registry"
import { Data, type Effect } from "effect"
import type { EppCommand } from "../message/EppCommand.ts"
import type { EppQueue, EppReason } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import type { OtherUpdate } from "../message/OtherCommand.ts"
import type { ResponseData } from "../message/ResponseData.ts"
import type { ResponseExtension } from "../message/ResponseExtension.ts"
import type { SessionCommand } from "../message/SessionCommand.ts"

/** Context of a handler. */
export interface CommandContext {
  /** Client identifier of the logged-in registrar. */
  readonly registrar: string
  /** The registrar's account at the registry, with the commands that the port does not have. */
  readonly account: SimulatedRegistrar
  /** The object services and extensions that the client announced at its login. */
  readonly announced: EppServices
  /** Undefined if the client sent none. */
  readonly clTRID: string | undefined
  readonly svTRID: string
  /** Maximum number of names or ids of one check. */
  readonly namesPerCheck: number
}

/** Outcome of a command that was carried out or accepted for later. */
export interface Answer {
  /** 1000, 1001 for a pending decision, 1300 and 1301 for the queue. */
  readonly code: 1000 | 1001 | 1300 | 1301
  readonly data?: ResponseData
  /** Extensions that the client did not announce are removed, or sent as in RFC 9038. */
  readonly extension?: Partial<ResponseExtension>
  readonly queue?: EppQueue
}

/** A refusal by the server itself. `code` is a result code of RFC 5730, section 3. */
export class CommandRefused extends Data.TaggedError("CommandRefused")<{
  readonly code: number
  /** Detail after the standard text of the code, without secrets. */
  readonly text: string
  readonly reasons?: ReadonlyArray<EppReason>
}> {}

/**
 * Carries out one type of command for a logged-in registrar. The session responds to failures of the registry: a
 * refusal with its code, `RegistryTemporary` with 2400, `RegistryOutcomeUnknown` by closing the connection.
 */
export type Handler<Command extends EppCommand> = (
  command: Command,
  context: CommandContext
) => Effect.Effect<Answer, CommandError | CommandRefused>

/** Commands about objects and the queue. The session itself handles the session commands. */
export type HandledCommand =
  | Exclude<EppCommand, SessionCommand | OtherUpdate>
  | Extract<
    SessionCommand,
    { readonly _tag: "PollRequest" | "PollAcknowledgement" }
  >

/** A handler for each type of command. */
export type Handlers = {
  readonly [Tag in HandledCommand["_tag"]]: Handler<Extract<HandledCommand, { readonly _tag: Tag }>>
}
