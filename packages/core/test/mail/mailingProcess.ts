import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Mailer, Mails } from "@namewright/core/mail"
import { Duration, Effect, Layer } from "effect"
import { appendFileSync } from "node:fs"
import { steppingTransactions } from "../domains/CrashingPlatform.ts"
import { verificationMail } from "./verificationMail.ts"

/*
 * Sends a mail, and kills itself at a step: before or after a commit, or after the mailer has accepted the message, whose
 * Message-ID is appended to a file: `node mailingProcess.js FILE ACCEPTED STEP`. It ends by SIGKILL, or with code 0 if
 * there are fewer steps.
 */
const [filename = "", accepted = "", last = "0"] = process.argv.slice(2)

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
  const mails = yield* Mails
  const worker = yield* JobWorker
  working = true
  yield* mails.send(verificationMail("test/1"))
  yield* worker.drain(Duration.minutes(1))
  working = false
})

await Effect.runPromise(Effect.provide(work, layerPlatform({ storage, mailer })))
