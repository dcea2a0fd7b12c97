import { layer } from "@namewright/adapters-pg"
import { registryContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as runner from "vitest"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock, simulatedCapabilities, simulatorUnderTest } from "./simulatedRegistries.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

registryContract(
  "simulator on postgres",
  simulatorUnderTest.pipe(Layer.provide(byRealClock(storage, connections)), Layer.provideMerge(TestClock.layer())),
  { runner, capabilities: simulatedCapabilities }
)
