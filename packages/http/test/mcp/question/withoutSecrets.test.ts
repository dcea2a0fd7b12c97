import { assert, describe, it } from "@effect/vitest"
import { summaryLines } from "../../src/mcp/approvalMessage.ts"

describe("the summary of an approval", () => {
  it("shows no auth code, at any depth of a body", () => {
    const domain = { name: "nested.example", auth_code: "s3cret-code" }
    const lines = summaryLines({
      details: undefined,
      input: {
        body: { auth_code: "s3cret-code", commands: [{ type: "domain_transfer_bulk", instances: [domain] }] }
      },
      planned: { about: [], changes: [], refusal: undefined }
    }).join("\n")
    assert.include(lines, "nested.example")
    assert.notInclude(lines, "s3cret-code")
  })
})
