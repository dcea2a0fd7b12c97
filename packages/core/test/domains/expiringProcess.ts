import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform, Worker } from "@namewright/core/embed"
import { Mailer } from "@namewright/core/mail"
import { Duration, Effect, Layer } from "effect"
import { appendFileSync } from "node:fs"
import { makeVirtualClock } from "../../../testing/src/VirtualClock.ts"
import { steppingTransactions } from "./CrashingPlatform.ts"

/*
 * Carries out the work of a moment, and kills itself before or after a commit, or after the mailer has accepted a message,
 * whose Message-ID is appended to a file: `node expiringProcess.js FILE TIME ACCEPTED STEP`. It ends by SIGKILL, or with
 * code 0 if there are fewer steps.
 */
const [filename = "", time = "", accepted = "", last = "0"] = process.argv.slice(2)

let steps = 0
let working = false
const onStep = Effect.suspend(() => {
  if (!working || ++steps !== Number(last)) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const mailer = Layer.succeed(Mailer, {
  sends: true,
  send: ({ message_id }) => Effect.andThen(Effect.sync(() => appendFileSync(accepted, `${message_id}\n`)), onStep)
})

const storage = steppingTransactions(onStep).pipe(
  Layer.provideMerge(sqlite({ filename, synchronous: "normal" }))
)

const work = Effect.gen(function*() {
  const worker = yield* Worker
  working = true
  yield* worker.tick(Duration.minutes(1))
  working = false
})

await Effect.runPromise(
  Effect.provide(work, layerPlatform({ storage, mailer, clock: makeVirtualClock(Date.parse(time)) }))
)
