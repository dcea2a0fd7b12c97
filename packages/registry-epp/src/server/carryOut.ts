import type { CommandError } from "@namewright/core/registry"
import { Cause, Effect, Option } from "effect"
import type { EppResponse } from "../message/EppResponse.ts"
import { answered, plain } from "./answered.ts"
import type { Answer, CommandContext, CommandRefused, HandledCommand, Handlers } from "./Handlers.ts"

/**
 * Runs the handler of a command and converts its outcome into a response. Undefined if the outcome is unknown to the
 * registry: then the connection is closed without a response.
 */
export const carryOut = (
  handlers: Handlers,
  command: HandledCommand,
  context: CommandContext
): Effect.Effect<EppResponse | undefined> =>
  Effect.catchCause(
    Effect.map(dispatch(handlers, command, context), (answer) => answered(answer, context)),
    (cause) => {
      const error = Cause.findErrorOption(cause)
      return Option.isSome(error)
        ? Effect.succeed(refused(error.value, context))
        : Effect.as(Effect.logError("An EPP command failed", cause), plain(2400, context))
    }
  )

const refused = (error: CommandError | CommandRefused, context: CommandContext): EppResponse | undefined => {
  switch (error._tag) {
    case "CommandRefused":
      return plain(error.code, context, { detail: error.text, reasons: error.reasons ?? [] })
    case "RegistryRefusal":
      return plain(error.result_code ?? 2400, context, { detail: error.text })
    case "RegistryTemporary":
      return plain(2400, context, { detail: error.text.replace(/^2400 /, "") })
    case "RegistryOutcomeUnknown":
      return undefined
  }
}

/** One line per type, so that every handler gets its own command type. */
const dispatch = (
  handlers: Handlers,
  command: HandledCommand,
  context: CommandContext
): Effect.Effect<Answer, CommandError | CommandRefused> => {
  switch (command._tag) {
    case "DomainCheck":
      return handlers.DomainCheck(command, context)
    case "DomainInfo":
      return handlers.DomainInfo(command, context)
    case "DomainCreate":
      return handlers.DomainCreate(command, context)
    case "DomainUpdate":
      return handlers.DomainUpdate(command, context)
    case "DomainRenew":
      return handlers.DomainRenew(command, context)
    case "DomainTransfer":
      return handlers.DomainTransfer(command, context)
    case "DomainDelete":
      return handlers.DomainDelete(command, context)
    case "ContactCheck":
      return handlers.ContactCheck(command, context)
    case "ContactInfo":
      return handlers.ContactInfo(command, context)
    case "ContactCreate":
      return handlers.ContactCreate(command, context)
    case "ContactUpdate":
      return handlers.ContactUpdate(command, context)
    case "ContactTransfer":
      return handlers.ContactTransfer(command, context)
    case "ContactDelete":
      return handlers.ContactDelete(command, context)
    case "HostCheck":
      return handlers.HostCheck(command, context)
    case "HostInfo":
      return handlers.HostInfo(command, context)
    case "HostCreate":
      return handlers.HostCreate(command, context)
    case "HostUpdate":
      return handlers.HostUpdate(command, context)
    case "HostDelete":
      return handlers.HostDelete(command, context)
    case "PollRequest":
      return handlers.PollRequest(command, context)
    case "PollAcknowledgement":
      return handlers.PollAcknowledgement(command, context)
  }
}
