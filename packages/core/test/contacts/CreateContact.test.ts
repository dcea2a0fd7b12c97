import { assert, describe, it } from "@effect/vitest"
import { CreateContact } from "@namewright/core/contacts"
import { Effect, Result, Schema, SchemaIssue } from "effect"

const complete = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.com",
  phone: "+44 20 7946 0000",
  street: "12 St James's Square",
  city: "London",
  postal_code: "sw1y4jh",
  country: "gb"
}

const read = (input: unknown) => Schema.decodeUnknownResult(CreateContact)(input, { errors: "all", reportInput: true })

const formatted = SchemaIssue.makeFormatterStandardSchemaV1()

/** The paths of all problems of an input, sorted. */
const problems = (input: unknown): ReadonlyArray<string> =>
  Result.match(read(input), {
    onSuccess: () => [],
    onFailure: (error) =>
      formatted(error.issue).issues.map(({ path }) => (path ?? []).map((part) => String(part)).join(".")).toSorted()
  })

describe("CreateContact", () => {
  it("adds the defaults of optional members", () => {
    assert.deepStrictEqual(
      read(complete),
      Result.succeed({
        ...complete,
        phone: "+44.2079460000",
        country: "GB",
        org: null,
        title: null,
        state: null,
        fax: null,
        disclose: false
      })
    )
  })

  it("reads null and blank optional text as nothing", () => {
    const input = { ...complete, org: "", title: null, state: "  ", fax: "" }
    const { fax, org, state, title } = Result.getOrThrow(read(input))
    assert.deepStrictEqual([fax, org, state, title], [null, null, null, null])
  })

  it("drops the space around text and blank lines of the street", () => {
    const input = { ...complete, first_name: " Ada ", org: " Ltd ", street: " 12 Square\r\n\r\n Flat\t3 \n" }
    const { first_name, org, street } = Result.getOrThrow(read(input))
    assert.deepStrictEqual([first_name, org, street], ["Ada", "Ltd", "12 Square\nFlat 3"])
  })

  it("names every missing field at once", () => {
    assert.deepStrictEqual(problems({}), [
      "city",
      "country",
      "email",
      "first_name",
      "last_name",
      "phone",
      "postal_code",
      "street"
    ])
  })

  it("holds every field to its bounds", () => {
    const long = "x".repeat(256)
    const texts = ["first_name", "last_name", "org", "title", "street", "city", "state", "postal_code"]
    for (const field of texts) {
      assert.deepStrictEqual(problems({ ...complete, [field]: long }), [field])
      assert.deepStrictEqual(problems({ ...complete, country: "JP", [field]: "x".repeat(255) }), [])
      assert.deepStrictEqual(problems({ ...complete, [field]: 7 }), [field])
      if (field !== "postal_code") assert.deepStrictEqual(problems({ ...complete, [field]: "a\u0000b" }), [field])
    }
    for (const field of ["first_name", "last_name", "street", "city"]) {
      assert.deepStrictEqual(problems({ ...complete, [field]: "" }), [field])
      assert.deepStrictEqual(problems({ ...complete, [field]: " \t".trimEnd() + " " }), [field])
      assert.deepStrictEqual(problems({ ...complete, [field]: null }), [field])
    }
    for (const field of ["first_name", "last_name", "org", "title", "city", "state"]) {
      assert.deepStrictEqual(problems({ ...complete, [field]: "two\nlines" }), [field])
    }
    assert.deepStrictEqual(problems({ ...complete, street: "1\n2\n3\n4" }), ["street"])
    assert.deepStrictEqual(problems({ ...complete, street: "1\n2\n3" }), [])
    assert.deepStrictEqual(problems({ ...complete, disclose: "yes" }), ["disclose"])
    assert.deepStrictEqual(problems({ ...complete, country: "XX" }), ["country"])
    assert.deepStrictEqual(problems({ ...complete, email: "ada", phone: "123", fax: "456" }), ["email", "fax", "phone"])
  })

  it("adds a postal code that its country does not have to the problems of other fields", () => {
    const input = { ...complete, postal_code: "12345", city: "" }
    assert.deepStrictEqual(problems(input), ["city", "postal_code"])
    assert.deepStrictEqual(problems({ ...input, country: "XX" }), ["city", "country"])
    assert.deepStrictEqual(problems({ ...input, country: 4 }), ["city", "country"])
    assert.deepStrictEqual(problems({ ...input, country: "de" }), ["city"])
    assert.deepStrictEqual(problems({ ...input, country: "JP" }), ["city"])
    assert.deepStrictEqual(problems({ ...input, postal_code: "" }), ["city", "postal_code"])
    assert.deepStrictEqual(problems("text"), [""])
  })

  it("ignores unknown members", () => {
    assert.deepStrictEqual(problems({ ...complete, email_ace: "x", contact_id: "y" }), [])
  })

  it.effect("encodes to the decoded input", () =>
    Effect.gen(function*() {
      const input = yield* Schema.decodeEffect(CreateContact)({ ...complete, org: "Ltd" })
      const again = yield* Schema.decodeEffect(CreateContact)(yield* Schema.encodeEffect(CreateContact)(input))
      assert.deepStrictEqual(again, input)
    }))
})
