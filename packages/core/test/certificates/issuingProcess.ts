import { layer as sqlite } from "@namewright/adapters-sqlite"
import { Certificates } from "@namewright/core/certificates"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Hostname } from "@namewright/core/shared"
import { Duration, Effect, Layer } from "effect"
import { steppingTransactions } from "../domains/CrashingPlatform.ts"
import { fileAuthority } from "./fileAuthority.ts"

/*
 * Orders a certificate and kills itself at a step: before or after a commit, or before or after a call of the authority:
 * `node issuingProcess.js FILE FOLDER STEP`. It ends by SIGKILL, or with code 0 if there are fewer steps.
 */
const [filename = "", folder = "", last = "0"] = process.argv.slice(2)

let steps = 0
let working = false
const isLast = (): boolean => working && ++steps === Number(last)

const onStep = Effect.suspend(() => {
  if (!isLast()) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const certificateAuthorities = fileAuthority(folder, () => {
  if (isLast()) process.kill(process.pid, "SIGKILL")
})

const storage = steppingTransactions(onStep).pipe(
  Layer.provideMerge(sqlite({ filename, synchronous: "normal" }))
)

const work = Effect.gen(function*() {
  const certificates = yield* Certificates
  const worker = yield* JobWorker
  working = true
  yield* certificates.ensure([Hostname.make("a.example"), Hostname.make("b.example")], null, "tests")
  yield* worker.drain(Duration.minutes(1))
  working = false
})

await Effect.runPromise(Effect.provide(work, layerPlatform({ storage, certificateAuthorities })))
