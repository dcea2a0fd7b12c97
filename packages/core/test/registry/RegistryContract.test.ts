import { layer } from "@namewright/adapters-sqlite"
import { registryContract } from "@namewright/conformance"
import { Layer } from "effect"
import { TestClock } from "effect/testing"
import * as runner from "vitest"
import { simulatedCapabilities, simulatorUnderTest } from "./simulatedRegistries.ts"

registryContract(
  "simulator on sqlite",
  simulatorUnderTest.pipe(Layer.provide(layer({ filename: ":memory:" })), Layer.provideMerge(TestClock.layer())),
  { runner, capabilities: simulatedCapabilities }
)
