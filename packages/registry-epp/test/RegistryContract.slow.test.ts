import { assert, describe, it } from "@effect/vitest"
import { allRegistryCapabilities, registryContract } from "@namewright/conformance"
import { Layer } from "effect"
import { TestClock } from "effect/testing"
import * as runner from "vitest"
import { driverUnderTest } from "./driverUnderTest.ts"
import { frames } from "./overTls.ts"
import { schemaProblems } from "./SchemaValidation.ts"

registryContract("EPP over TLS", Layer.provideMerge(driverUnderTest, TestClock.layer()), {
  runner,
  capabilities: allRegistryCapabilities.filter((one) => one !== "repeatableCommands"),
  timeoutMillis: 240_000
})

describe("the frames of the suite", () => {
  it("are valid by the schemas, from the driver and from the server", () => {
    assert.isAbove(frames.length, 1000)
    assert.deepStrictEqual(schemaProblems(frames), [])
  })
})
