import { assert, describe, it } from "@effect/vitest"
import { withoutSecrets } from "../../../src/approvals/question/withoutSecrets.ts"

describe("contents for an approver", () => {
  it("mask secrets at any depth of a body, and nothing else", () => {
    const body = {
      auth_code: "s3cret-code",
      commands: [{ type: "domain_transfer_bulk", instances: [{ name: "nested.example", auth_code: "s3cret-code" }] }],
      user_attributes: { my_secret: "shown", token_x: "shown" }
    }
    const text = JSON.stringify(withoutSecrets(body))
    assert.include(text, "nested.example")
    assert.notInclude(text, "s3cret-code")
    assert.lengthOf(text.match(/"shown"/g) ?? [], 2)
  })
})
