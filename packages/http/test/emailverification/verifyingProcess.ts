import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Mailer } from "@namewright/core/mail"
import { Duration, Effect, Layer } from "effect"
import { createServer } from "node:http"
import { steppingTransactions } from "../../../core/test/domains/CrashingPlatform.ts"
import { smtpMailer } from "../../src/mail/smtpMailer.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"

/*
 * Serves a platform on a file, and kills itself at a step of a request or of a mail: before or after a commit, before a
 * message is passed to the SMTP server, and after its response: `node verifyingProcess.js FILE SMTP_PORT STEP`. The parent
 * gets the port of HTTP, and sends any message to have the mails sent, which is answered. The process ends with its parent.
 */
const [filename = "", smtpPort = "", last = "0"] = process.argv.slice(2)

let steps = 0
let working = false
const onStep = Effect.suspend(() => {
  if (!working || ++steps !== Number(last)) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const mailer = Layer.effect(
  Mailer,
  Effect.map(Mailer, (smtp) => ({
    ...smtp,
    send: (message) => onStep.pipe(Effect.andThen(smtp.send(message)), Effect.ensuring(onStep))
  }))
).pipe(Layer.provide(smtpMailer({ url: `smtp://127.0.0.1:${smtpPort}` })))

const platform = createPlatform({
  storage: steppingTransactions(onStep).pipe(Layer.provideMerge(sqlite({ filename, synchronous: "normal" }))),
  mailer
})
await platform.ready()

const server = createServer(toNodeHandler(platform, { requestLog: false, rateLimits: false }))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  working = true
  process.send?.({ port: typeof address === "object" && address !== null ? address.port : 0 })
})

process.on("message", () => {
  const sent = platform.runtime.runPromise(JobWorker.use((worker) => worker.drain(Duration.minutes(1))))
  void sent.then(() => process.send?.({ sent: true }))
})
process.on("disconnect", () => process.exit(0))
