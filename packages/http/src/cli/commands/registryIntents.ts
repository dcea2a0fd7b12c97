import { IntentId, IntentRuling, type RegistryIntent, RegistryIntentStore } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onStores } from "../onStores.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

/** Maximum orders in one list. */
const listLimit = 1000

const described = (intent: RegistryIntent): ReadonlyArray<string> => {
  const { escalated_on, escalation, intent_id, kind, object_name, organization_id, registry, ruling } = intent
  const since = escalated_on === null ? "" : `since ${Instant.format(escalated_on)}`
  return [
    [intent_id, kind, object_name, registry, organization_id, since].join("  "),
    `  ${escalation}${ruling === null ? "" : `; settled as ${ruling} by the next round of a server`}`
  ]
}

/** Orders that recovery has escalated to an operator. */
const list = Command.make(
  "list",
  settingFlags("database"),
  Effect.fnUntraced(function*(flags) {
    const { database } = yield* chosenSettings(flags)
    const waiting = yield* onStores(
      database,
      Effect.flatMap(RegistryIntentStore, ({ escalated }) => escalated(listLimit))
    )
    if (waiting.length === 0) return yield* Console.log("No order waits for an operator")
    for (const line of waiting.flatMap(described)) yield* Console.log(line)
  })
).pipe(Command.withDescription("List orders with an unknown outcome, which an operator must ask of the registry"))

/** Decision of an operator on an escalated order. */
const settle = Command.make(
  "settle",
  {
    ...settingFlags("database"),
    intent: Argument.String("intent").pipe(
      Argument.withDescription("The id of the order, intent_..."),
      Argument.withSchema(IntentId)
    ),
    ruling: Argument.Literals("outcome", IntentRuling.literals).pipe(
      Argument.withDescription("done if the registry has carried it out for this account, otherwise undone")
    )
  },
  Effect.fnUntraced(function*({ intent, ruling, ...flags }) {
    const { database } = yield* chosenSettings(flags)
    const now = yield* Instant.now
    const isRuled = yield* onStores(
      database,
      Effect.flatMap(RegistryIntentStore, ({ rule }) => rule(intent, ruling, now))
    )
    if (!isRuled) return yield* new CommandFailed({ message: `${intent} does not wait for an operator` })
    yield* Console.log(`${intent} is settled as ${ruling} by the next round of a running server`)
  })
).pipe(
  Command.withDescription("Settle such an order: done charges it, undone refunds it")
)

export const registryIntents = Command.make("intents").pipe(
  Command.withDescription("Manage orders with an unknown outcome"),
  Command.withSubcommands([list, settle])
)
