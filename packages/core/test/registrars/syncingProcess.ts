import { layer as sqlite } from "@namewright/adapters-sqlite"
import { administrator } from "@namewright/conformance"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { RegistrarCredentials } from "@namewright/core/registrars"
import { CurrentActor, OrganizationId } from "@namewright/core/shared"
import { Duration, Effect, Layer, Redacted } from "effect"
import { steppingTransactions } from "../domains/CrashingPlatform.ts"
import { changingAccount, key } from "./changingAccount.ts"

/*
 * Connects an account and synchronises it three times, in between of which it changes, and kills itself at a step: before
 * or after a commit, or after a part of a list: `node syncingProcess.js FILE ORGANIZATION STEP`. It ends by SIGKILL, or
 * with code 0 if there are fewer steps.
 */
const [filename = "", organization = "", last = "0"] = process.argv.slice(2)

let steps = 0
let working = false
const isLast = (): boolean => working && ++steps === Number(last)

const onStep = Effect.suspend(() => {
  if (!isLast()) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const { change, driver } = changingAccount(() => {
  if (isLast()) process.kill(process.pid, "SIGKILL")
})

const storage = steppingTransactions(onStep).pipe(
  Layer.provideMerge(sqlite({ filename, synchronous: "normal" }))
)

const work = Effect.gen(function*() {
  const credentials = yield* RegistrarCredentials
  const worker = yield* JobWorker
  working = true
  const { registrar_credential_id } = yield* credentials.connect({
    name: "Old",
    registrar: "OPENSRS",
    credentials: { api_key: Redacted.make(key) }
  })
  yield* worker.drain(Duration.minutes(1))
  change()
  for (let again = 0; again < 2; again++) {
    yield* credentials.sync(registrar_credential_id)
    yield* worker.drain(Duration.minutes(1))
  }
  working = false
}).pipe(Effect.provideService(CurrentActor, administrator(OrganizationId.make(organization))))

await Effect.runPromise(Effect.provide(work, layerPlatform({ storage, registrars: { OPENSRS: driver } })))
