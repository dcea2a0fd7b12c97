import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { cli } from "@namewright/http/cli"
import { Clock, Effect } from "effect"
import { Command } from "effect/cli"
import { hastyClock } from "../../../core/test/domains/hastyClock.ts"

/** The command line by a clock that hurries: `node hastyServe.ts BASE FACTOR serve ...`. */
const [base, factor, ...args] = process.argv.slice(2)

Command.runWith(cli, { version: "0.0.0" })(args).pipe(
  Effect.provide(NodeServices.layer),
  Effect.provideService(Clock.Clock, hastyClock(Number(base), Number(factor))),
  NodeRuntime.runMain
)
