import { Command } from "effect/cli"
import { migrate } from "./commands/migrate.ts"

/** The command line, to be run with the services of a platform like Node. */
export const cli = Command.make("namewright").pipe(
  Command.withDescription("A domain wholesale platform"),
  Command.withSubcommands([migrate])
)
