import { assert, describe, it } from "@effect/vitest"
import { registryContract } from "@namewright/conformance"
import { driverUnderTest } from "./driverUnderTest.ts"
import { frames } from "./overTls.ts"
import { schemaProblems } from "./SchemaValidation.ts"

registryContract("EPP over TLS", driverUnderTest)

describe("the frames of the suite", () => {
  it("are valid by the schemas, from the driver and from the server", () => {
    assert.isAbove(frames.length, 1000)
    assert.deepStrictEqual(schemaProblems(frames), [])
  })
})
