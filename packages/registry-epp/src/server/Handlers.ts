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
  /** The client identifier of the registrar who is logged in. */
  readonly registrar: string
  /** That registrar's account at the registry: the port, and what the port leaves out. */
  readonly account: SimulatedRegistrar
  /** The object services and extensions that the client announced at its login. */
  readonly announced: EppServices
  /** Absent where the client sent none. */
  readonly clTRID: string | undefined
  readonly svTRID: string
  /** Names or ids that one check may ask about. */
  readonly namesPerCheck: number
}

/** Outcome of a command that was carried out or accepted for later. */
export interface Answer {
  /** 1000, 1001 for what is decided later, 1300 and 1301 for the queue. */
  readonly code: 1000 | 1001 | 1300 | 1301
  readonly data?: ResponseData
  /** Parts that the client did not announce are left out on the way, or sent as RFC 9038 says. */
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
 * Carries out one kind of command for a registrar who is logged in. The registry's own failures are answered by the
 * session: a refusal with its code, `RegistryTemporary` with 2400, `RegistryOutcomeUnknown` by hanging up.
 */
export type Handler<Command extends EppCommand> = (
  command: Command,
  context: CommandContext
) => Effect.Effect<Answer, CommandError | CommandRefused>

/** The commands about objects and the queue; those about the session are the session's own. */
export type HandledCommand =
  | Exclude<EppCommand, SessionCommand | OtherUpdate>
  | Extract<
    SessionCommand,
    { readonly _tag: "PollRequest" | "PollAcknowledgement" }
  >

/** A handler for each kind of command. */
export type Handlers = {
  readonly [Tag in HandledCommand["_tag"]]: Handler<Extract<HandledCommand, { readonly _tag: Tag }>>
}
