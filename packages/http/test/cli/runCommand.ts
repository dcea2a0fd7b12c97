import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Layer } from "effect"
import { CliError, Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { cli } from "../../src/cli/cli.ts"
import { Environment } from "../../src/cli/Environment.ts"
import { StandardInput } from "../../src/cli/StandardInput.ts"

/** Runs a command line; returns what it prints and complains about. */
export const run = (args: ReadonlyArray<string>, environment: Record<string, string> = {}, input = "") =>
  Effect.gen(function*() {
    const exit = yield* Effect.exit(Command.runWith(cli, { version: "1.2.3" })(args))
    const printed = (yield* TestConsole.logLines).join("\n")
    const error = Exit.findErrorOption(exit)
    const complaint = error._tag === "Some" ? CliError.getUserMessage(error.value) ?? String(error.value) : ""
    return { printed, complaint, ok: Exit.isSuccess(exit) }
  }).pipe(
    Effect.provideService(Environment, environment),
    Effect.provideService(StandardInput, Effect.succeed(input)),
    Effect.provide(Layer.fresh(TestConsole.layer)),
    Effect.provide(NodeServices.layer)
  )
