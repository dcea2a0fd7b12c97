import { assert, describe, it } from "@effect/vitest"
import { Email } from "@namewright/core/contacts"
import { Result, Schema } from "effect"

const isEmail = (text: string) => Result.isSuccess(Schema.decodeResult(Email)(text))

describe("Email", () => {
  it("accepts addresses with an ASCII or an international domain, unchanged", () => {
    const addresses = [
      "ada@example.com",
      "a.b+c_d@sub.example.co.uk",
      "o'brien@example.com",
      "info@xn--bcher-kva.example",
      "info@bücher.example",
      "info@Bücher.Example",
      "post@例え.テスト",
      `${"a".repeat(64)}@example.com`
    ]
    for (const address of addresses) {
      assert.deepStrictEqual(Schema.decodeResult(Email)(address), Result.succeed(address))
    }
  })

  it("refuses invalid addresses", () => {
    const texts = [
      "",
      "ada",
      "@example.com",
      "ada@",
      "ada@localhost",
      "ada@example",
      "ada@exa mple.com",
      "ada@@example.com",
      "a@b@example.com",
      "ada@-example.com",
      "ada@example..com",
      "ada@192.0.2.1",
      "ada@[192.0.2.1]",
      ".ada@example.com",
      "ada.@example.com",
      "a..b@example.com",
      "\"ada\"@example.com",
      "adá@example.com",
      "ada@example.com\n",
      "ada@xn--a.example",
      `${"a".repeat(65)}@example.com`,
      `ada@${"a".repeat(64)}.example`,
      `ada@${"a.".repeat(130)}example`
    ]
    for (const text of texts) assert.isFalse(isEmail(text), JSON.stringify(text))
  })
})
