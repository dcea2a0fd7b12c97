import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import * as v8 from "node:v8"
import { cli } from "./cli.ts"
import { version } from "./version.ts"

// The heap may grow by this share of its live objects between full collections. The default allows several times as much.
v8.setFlagsFromString("--heap-growing-percent=40")

// Without a listener, a closed pipe ends the process. Later output is lost.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {})

cli.pipe(
  Command.run({ version }),
  Effect.provide(CliConfig.layer({ builtIns: GlobalFlag.BuiltIns.filter((flag) => flag !== GlobalFlag.Wizard) })),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    // A shutdown by a signal is a success.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
