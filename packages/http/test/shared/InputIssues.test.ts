import { assert, describe, it } from "@effect/vitest"
import { DomainName, inputIssues, Instant, OrganizationId } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { pageParameters } from "../../src/shared/ListParameters.ts"
import { parseOptions } from "../../src/shared/RequestValidation.ts"

const refused = (schema: Schema.Top, input: unknown) =>
  Effect.map(
    Effect.flip(Schema.decodeUnknownEffect(schema as Schema.Codec<unknown, unknown>, parseOptions)(input)),
    ({ issue }) => inputIssues(issue, "body")
  )

/** Slug and message of the issue of a body member. */
const slugOf = (schema: Schema.Top, input: unknown) =>
  Effect.map(
    refused(Schema.Struct({ field: schema }), { field: input }),
    (issues) => issues.map(({ loc, type }) => [loc.slice(1).join("."), type])
  )

const Text = Schema.String
const Shape = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("a"), text: Text }),
  Schema.Struct({ kind: Schema.Literal("b"), number: Schema.Int })
])

const cases: ReadonlyArray<readonly [name: string, schema: Schema.Top, input: unknown, slug: string, loc?: string]> = [
  ["text of another type", Text, 1, "string_type"],
  ["an integer as text", Schema.Int, "1", "int_parsing"],
  ["an integer with a fraction", Schema.Int, 1.5, "int_parsing"],
  ["an invalid number", Schema.Number, "1", "float_parsing"],
  ["an invalid boolean", Schema.Boolean, "yes", "bool_parsing"],
  ["an invalid list", Schema.Array(Text), {}, "list_type"],
  ["an invalid object", Schema.Struct({ a: Text }), [], "dict_type"],
  ["an invalid record", Schema.Record(Text, Text), 1, "dict_type"],
  ["another literal", Schema.Literal("a"), "b", "literal_error"],
  ["none of several literals", Schema.Literals(["a", "b"]), "c", "enum"],
  ["a literal of another type", Schema.Literals(["a", "b"]), 3, "enum"],
  ["too short a text", Text.check(Schema.isMinLength(2)), "a", "string_too_short"],
  ["an empty text", Text.check(Schema.isNonEmpty()), "", "string_too_short"],
  ["too long a text", Text.check(Schema.isMaxLength(2)), "abc", "string_too_long"],
  ["a text under its range", Text.check(Schema.isBetweenLength(2, 3)), "a", "string_too_short"],
  ["a text over its range", Text.check(Schema.isBetweenLength(2, 3)), "abcd", "string_too_long"],
  ["too few code points", Text.check(Schema.isBetweenCodePoints(2, 3)), "😀", "string_too_short"],
  ["too few elements", Schema.Array(Text).check(Schema.isMinLength(1)), [], "too_short"],
  ["no elements", Schema.NonEmptyArray(Text), [], "too_short"],
  ["too many elements", Schema.Array(Text).check(Schema.isMaxLength(1)), ["a", "b"], "too_long"],
  ["too many members", Schema.Record(Text, Text).check(Schema.isMaxProperties(1)), { a: "", b: "" }, "too_long"],
  ["another pattern", Text.check(Schema.isPattern(/^a$/u)), "b", "string_pattern_mismatch"],
  ["another beginning", Text.check(Schema.isStartingWith("a")), "b", "string_pattern_mismatch"],
  ["white space around", Text.check(Schema.isTrimmed()), " a", "string_pattern_mismatch"],
  ["a number under its range", Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })), 0, "greater_than_equal"],
  ["a number over its range", Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })), 4, "less_than_equal"],
  ["a number below", Schema.Number.check(Schema.isGreaterThan(1)), 1, "greater_than"],
  ["a number above", Schema.Number.check(Schema.isLessThan(1)), 1, "less_than"],
  ["no multiple", Schema.Number.check(Schema.isMultipleOf(2)), 3, "multiple_of"],
  ["the same twice", Schema.Array(Text).check(Schema.isUnique()), ["a", "a"], "value_error"],
  ["a text where null is possible", Schema.NullOr(Text.check(Schema.isMaxLength(1))), "ab", "string_too_long"],
  ["a number where text or null is possible", Schema.NullOr(Text), 1, "string_type"],
  ["an id of another kind", OrganizationId, "domain_01h455vb4pex5vsknk084sn02q", "typeid_parsing"],
  ["an invalid time", Instant.Instant, "tomorrow", "datetime_parsing"],
  ["an invalid name", DomainName, "-", "value_error"],
  ["an unknown tag", Shape, { kind: "c" }, "union_tag_invalid"],
  ["a member of a tagged shape", Shape, { kind: "b", number: "1" }, "int_parsing", "field.number"],
  ["an absent member", Schema.Struct({ a: Text }), {}, "missing", "field.a"],
  ["a custom rule", Text.check(Schema.makeFilter(() => "That is no colour")), "a", "value_error"],
  [
    "a custom rule with a slug",
    Text.check(Schema.makeFilter(() => false, { issueType: "invalid_postal_code", message: "No such code" })),
    "a",
    "invalid_postal_code"
  ]
]

describe("inputIssues", () => {
  it.effect.each(cases)("%s", ([, schema, input, slug, loc = "field"]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* slugOf(schema, input), [[loc, slug]])
    }))

  it.effect("describes the parameters of a query by their decoded types", () =>
    Effect.gen(function*() {
      const query = Schema.Struct({
        ...pageParameters(),
        flag: Schema.Boolean,
        at: Schema.optionalKey(Instant.Instant)
      })
      const issues = yield* refused(Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(query)), {
        page: "x",
        page_size: "1001",
        flag: "maybe",
        at: "now"
      })
      assert.deepStrictEqual(issues.map(({ loc, msg, type }) => [loc[1], type, msg]), [
        ["page", "int_parsing", "Expected an integer"],
        ["page_size", "less_than_equal", "Expected a value between 1 and 1000"],
        ["flag", "bool_parsing", "Expected true or false"],
        ["at", "datetime_parsing", "Expected an RFC 3339 date and time"]
      ])
    }))

  it.effect("reports location, message, input and bounds of every issue", () =>
    Effect.gen(function*() {
      const schema = Schema.Struct({
        tags: Schema.Array(Text.check(Schema.isMaxLength(2))),
        size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })),
        colour: Text.check(Schema.makeFilter(() => "That is no colour"))
      })
      assert.deepStrictEqual(yield* refused(schema, { tags: ["a", "abc"], size: 9, colour: "x" }), [
        {
          loc: ["body", "tags", 1],
          msg: "Expected a value with a length of at most 2",
          type: "string_too_long",
          input: "abc",
          ctx: { maxLength: 2 }
        },
        {
          loc: ["body", "size"],
          msg: "Expected a value between 1 and 3",
          type: "less_than_equal",
          input: 9,
          ctx: { minimum: 1, maximum: 3 }
        },
        {
          loc: ["body", "colour"],
          msg: "That is no colour",
          type: "value_error",
          input: "x",
          ctx: { message: "That is no colour" }
        }
      ])
    }))

  it.effect("reports the issues of the closest union member", () =>
    Effect.gen(function*() {
      const contact = Schema.Union([
        Schema.Struct({ first_name: Text, last_name: Text, email: Text }),
        Schema.Struct({ contact_id: Text.check(Schema.isMaxLength(3)) })
      ])
      const issues = yield* refused(contact, { contact_id: "long" })
      assert.deepStrictEqual(issues.map(({ loc, type }) => [loc.join("."), type]), [
        ["body.contact_id", "string_too_long"]
      ])
    }))

  it.effect("reports a missing body", () =>
    Effect.gen(function*() {
      const issues = yield* refused(Schema.Struct({ a: Text }), undefined)
      assert.deepStrictEqual(issues.map(({ input, loc, type }) => [loc, type, input]), [[["body"], "missing", null]])
    }))
})
