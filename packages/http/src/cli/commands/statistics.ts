import { Statistics } from "@namewright/core/domains"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { chosenSettings } from "../settingFlags.ts"

const recount = Command.make(
  "recount",
  platformFlags,
  Effect.fnUntraced(function*(flags) {
    const since = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.flatMap(Statistics, (statistics) => statistics.recount)
    )
    yield* Console.log(`The statistics of domains are counted again from ${since}; earlier days are unchanged`)
  })
).pipe(Command.withDescription("Count the events of domains again; changes of domains wait until it is done"))

export const statistics = Command.make("statistics").pipe(
  Command.withDescription("Manage the daily counters of domains"),
  Command.withSubcommands([recount])
)
