import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import { cli } from "./cli.ts"
import { version } from "./version.ts"

// Without a listener, a reader of the output that goes away ends the process. What is printed afterwards is lost.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {})

cli.pipe(
  Command.run({ version }),
  Effect.provide(CliConfig.layer({ builtIns: GlobalFlag.BuiltIns.filter((flag) => flag !== GlobalFlag.Wizard) })),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    // To be asked to stop is no failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
