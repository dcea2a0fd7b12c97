import { registryContract } from "@namewright/conformance"
import { Layer } from "effect"
import { TestClock } from "effect/testing"
import * as runner from "vitest"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { simulatedCapabilities, simulatorUnderTest } from "./simulatedRegistries.ts"

registryContract(
  "simulator on sqlite",
  simulatorUnderTest.pipe(Layer.provide(memoryDatabase()), Layer.provideMerge(TestClock.layer())),
  { runner, capabilities: simulatedCapabilities }
)
