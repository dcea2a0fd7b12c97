import { assert, it } from "@effect/vitest"
import { schemaProblems } from "../SchemaValidation.ts"
import { sentDocuments } from "./TestServer.ts"

/** Last test of a file: validates all documents that its servers sent. */
export const sendsValidDocuments = () =>
  it("sends documents that are valid by the schemas", () => {
    const documents = sentDocuments.splice(0)
    assert.isNotEmpty(documents)
    assert.deepStrictEqual(schemaProblems(documents), [])
  })
