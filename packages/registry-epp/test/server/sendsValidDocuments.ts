import { assert, it } from "@effect/vitest"
import { schemaProblems } from "../SchemaValidation.ts"
import { sentDocuments } from "./TestServer.ts"

/** The last test of a file: everything that its servers sent was valid. */
export const sendsValidDocuments = () =>
  it("sends what the schemas take", () => {
    const documents = sentDocuments.splice(0)
    assert.isNotEmpty(documents)
    assert.deepStrictEqual(schemaProblems(documents), [])
  })
