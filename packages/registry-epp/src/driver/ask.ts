import {
  type Accepted,
  type CommandError,
  type CommandId,
  type QueryError,
  RegistryOutcomeUnknown,
  RegistryRefusal,
  RegistryTemporary,
  resultClass
} from "@namewright/core/registry"
import { Effect, type Option } from "effect"
import type { EppCommand } from "../message/EppCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import type { ComposedCommand, EppFailure } from "../pool/EppClient.ts"
import type { EppAccount } from "./EppAccount.ts"
import { malformed } from "./Refusals.ts"
import { resultText, secretsOf } from "./ResultText.ts"
import { withEvery } from "./TldValues.ts"

/** Sends a query. Fails if it is refused or not answered. */
export const ask = (account: EppAccount, command: ComposedCommand): Effect.Effect<EppResponse, QueryError> =>
  Effect.suspend(() => {
    const { composed, secrets } = observed(withEvery(account, command))
    return account.client.query(composed).pipe(
      Effect.mapError(notAnswered),
      Effect.flatMap((response) => {
        const error = queryErrorOf(response, secrets())
        return error === undefined ? Effect.succeed(response) : Effect.fail(error)
      })
    )
  })

/** Sends a query about one object; `None` if the object does not exist. */
export const find = (
  account: EppAccount,
  command: ComposedCommand
): Effect.Effect<Option.Option<EppResponse>, QueryError> =>
  Effect.catchIf(
    Effect.asSome(ask(account, command)),
    (error) => error._tag === "RegistryRefusal" && error.reason === "objectMissing",
    () => Effect.succeedNone
  )

/**
 * Sends a transform command once and returns its outcome, or fails with what is known of it. With `isDeferrable` a
 * result of 2400 means "not yet": repeating such a command is harmless even if it was carried out.
 */
export const change = (
  account: EppAccount,
  command_id: CommandId,
  command: ComposedCommand,
  { isDeferrable = false } = {}
): Effect.Effect<EppResponse, CommandError> =>
  Effect.suspend(() => {
    const { composed, secrets } = observed(withEvery(account, command))
    return account.client.transform(composed, command_id).pipe(
      Effect.mapError((error) =>
        error._tag === "EppAnswerLost"
          ? new RegistryOutcomeUnknown({ command_id, text: error.text })
          : notAnswered(error)
      ),
      Effect.flatMap((response) => {
        const error = commandErrorOf(response, secrets(), command_id, isDeferrable)
        return error === undefined ? Effect.succeed(response) : Effect.fail(error)
      })
    )
  })

/** Services of the current sessions. */
export const servicesOf = ({ client }: EppAccount): Effect.Effect<EppServices, RegistryTemporary> =>
  Effect.mapError(client.services, ({ text }) => new RegistryTemporary({ text }))

/** True unless the registry has accepted the command and decides later (1001). */
export const isDone = ({ results: [{ code }] }: EppResponse): boolean => resultClass(code) !== "pending"

/** Result of a command for the platform: `completed` is false if the registry decides later. */
export const acknowledgement = (response: EppResponse): Accepted => ({ completed: isDone(response) })

/** Result code of a command that was not carried out, for a reason without its own code. */
const commandFailed = 2400

/** A command that cannot be written is refused for good. All other failures may be temporary. */
export const notAnswered = (error: EppFailure): QueryError =>
  error._tag === "EppNotSent" && error.reason === "unwritable"
    ? malformed(error.text)
    : new RegistryTemporary({ text: error.text })

/** Remembers the secrets of the command that was sent. */
const observed = (command: ComposedCommand) => {
  let sent: EppCommand | undefined
  const composed = (services: EppServices) => (sent = typeof command === "function" ? command(services) : command)
  return { composed, secrets: () => sent === undefined ? [] : secretsOf(sent) }
}

/** Error of a refused query. */
export const queryErrorOf = (response: EppResponse, secrets: ReadonlyArray<string>): QueryError | undefined => {
  const error = commandErrorOf(response, secrets, "", false)
  return error?._tag === "RegistryOutcomeUnknown" ? new RegistryTemporary({ text: error.text }) : error
}

const commandErrorOf = (
  response: EppResponse,
  secrets: ReadonlyArray<string>,
  command_id: string,
  isDeferrable: boolean
): CommandError | undefined => {
  const { results: [{ code }] } = response
  const meaning = isDeferrable && code === commandFailed ? "temporary" : resultClass(code)
  switch (meaning) {
    case "done":
    case "pending":
      return undefined
    case "temporary":
      return new RegistryTemporary({ text: `${code} ${resultText(response, secrets)}` })
    case "failed":
      return new RegistryOutcomeUnknown({ command_id, text: `${code} ${resultText(response, secrets)}` })
    default:
      return new RegistryRefusal({ reason: meaning, result_code: code, text: resultText(response, secrets) })
  }
}
