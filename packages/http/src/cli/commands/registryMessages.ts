import { type FailedMessage, RegistryMessages } from "@namewright/core/domains"
import { PollMessage } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { chosenSettings } from "../settingFlags.ts"

const registryArgument = Argument.String("registry").pipe(
  Argument.withDescription("Backend of the registry, as the list shows it")
)
const messageArgument = Argument.String("message").pipe(Argument.withDescription("Id of the message"))

const list = Command.make(
  "list",
  platformFlags,
  Effect.fnUntraced(function*(flags) {
    const parked = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.flatMap(RegistryMessages, (messages) => messages.parked)
    )
    for (const one of parked) yield* Console.log(lineOf(one))
  })
).pipe(Command.withDescription("List the messages of registries that could not be applied"))

const lineOf = ({ attempts, first_failed_on, message_id, problem, registry, state }: FailedMessage): string =>
  [
    registry,
    message_id,
    state,
    `since ${Instant.format(first_failed_on)}`,
    attempts === 1 ? "1 attempt" : `${attempts} attempts`,
    problem.replaceAll(/\s+/g, " ")
  ].join("  ")

const show = Command.make(
  "show",
  { ...platformFlags, registry: registryArgument, message: messageArgument },
  Effect.fnUntraced(function*({ message, registry, ...flags }) {
    const contents = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const messages = yield* RegistryMessages
        const parked = yield* messages.parked
        const selected = parked.filter((one) => one.registry === registry && one.message_id === message)
        return yield* Effect.forEach(selected, messages.content)
      })
    )
    if (contents.length === 0) return yield* none(registry)
    for (const content of contents.flatMap(Option.toArray)) {
      yield* Console.log(JSON.stringify(yield* Effect.orDie(encodeMessage(content)), null, 2))
    }
  })
).pipe(Command.withDescription("Print the content of such a message without secrets"))

const encodeMessage = Schema.encodeEffect(PollMessage)

const retry = Command.make(
  "retry",
  { ...platformFlags, registry: registryArgument, message: Argument.optional(messageArgument) },
  Effect.fnUntraced(function*({ message, registry, ...flags }) {
    const count = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.flatMap(RegistryMessages, (messages) => messages.retry(registry, Option.getOrUndefined(message)))
    )
    if (count === 0) return yield* none(registry)
    yield* Console.log(`${count} to be applied in the next round of a running server, within 30 seconds`)
  })
).pipe(Command.withDescription("Apply such messages of a registry again: one or all"))

const none = (registry: string) =>
  Effect.fail(new CommandFailed({ message: `No such message of ${registry} is parked` }))

export const registryMessages = Command.make("messages").pipe(
  Command.withDescription("Manage messages of registries that could not be applied"),
  Command.withSubcommands([list, show, retry])
)
