import { layer as sqlite } from "@namewright/adapters-sqlite"
import { JobWorker } from "@namewright/core/jobs"
import { RegistrarCredentials } from "@namewright/core/registrars"
import { Duration, Effect, Layer, Redacted } from "effect"
import { type ImportAccount, importAccount, importDriver } from "../registrars/importDriver.ts"
import { steppingPlatform } from "./CrashingPlatform.ts"
import { type Customer, customer, ownedByRival } from "./DomainsPlatform.ts"
import { lockAtRegistry, unlocking } from "./rivalLock.ts"
import { testTlds } from "./testTlds.ts"

/** Name with a transfer lock, which the customer is shown from an account at its registrar. */
export const importedName = "crash-import.slow"

/**
 * Platform on a file, connected to the registrar of the name. Calls `onStep` also after each of the driver's calls about
 * the name, which `account` records.
 */
export const importingPlatformOn = (filename: string, onStep: Effect.Effect<void>) => {
  let unlock: NonNullable<ImportAccount["unlocked"]> = () => Promise.resolve()
  const account = importAccount({ names: [importedName], unlocked: (name) => unlock(name) })
  const driver = importDriver(new Map([["key", account]]), () => void Effect.runFork(onStep))
  const storage = sqlite({ filename, synchronous: "normal" })
  const platform = steppingPlatform(storage, onStep, testTlds, undefined, { OPENSRS: driver })
  const ready = Effect.map(unlocking, (made) => void (unlock = made))
  return { account, platform: Layer.provideMerge(Layer.effectDiscard(ready), platform) }
}

/** Customer who is shown the locked name. */
export const importer = Effect.gen(function*() {
  const owner: Customer = yield* customer()
  const credentials = yield* RegistrarCredentials
  const worker = yield* JobWorker
  yield* ownedByRival(importedName, "slow-registry", importAccount({ names: [] }).auth_code)
  yield* lockAtRegistry(importedName, "add")
  yield* owner.act(
    credentials.connect({ name: "Old", registrar: "OPENSRS", credentials: { api_key: Redacted.make("key") } })
  )
  yield* worker.drain(Duration.minutes(1))
  return owner
})
