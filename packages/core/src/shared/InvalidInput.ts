import { Effect, Schema } from "effect"
import { CodedError } from "./CodedError.ts"
import { repeatedInput } from "./SecretMembers.ts"

/** One problem of an input: position, slug and message. */
export const InputIssue = Schema.Struct({
  loc: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  msg: Schema.String,
  type: Schema.String,
  input: Schema.Unknown,
  ctx: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
}).annotate({ identifier: "InputIssue" })
export type InputIssue = typeof InputIssue.Type

/**
 * An input that its schema admits and a rule refuses, with every problem found. On the wire of the REST interface it
 * is a plain request validation failure, without its code. `loc` starts with `body`, `query` or `path`.
 */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.NonEmptyArray(InputIssue)
}) {
  get retryable(): false {
    return false
  }

  get code(): "ERROR_INVALID_INPUT" {
    return "ERROR_INVALID_INPUT"
  }

  override get message() {
    return this.issues.map((issue) => `${issue.loc.join(".")}: ${issue.msg}`).join("; ")
  }
}

/**
 * A problem found by a rule. `msg` is repeated as `ctx.message` for clients that read it there. The input is repeated
 * without secrets.
 */
export const inputIssue = (
  loc: InputIssue["loc"],
  type: string,
  msg: string,
  input: unknown
): InputIssue => ({ loc, type, msg, input: repeatedInput(loc, input), ctx: { message: msg } })

/** Fails with `InvalidInput` if there are problems. */
export const refuseInput = ([first, ...others]: ReadonlyArray<InputIssue>): Effect.Effect<void, InvalidInput> =>
  first === undefined ? Effect.void : Effect.fail(new InvalidInput({ issues: [first, ...others] }))

/** Violated rule of a TLD specification. `pointer` is a dotted path with bracket indices. */
export const PolicyIssue = Schema.Struct({ detail: Schema.String, pointer: Schema.String })
  .annotate({ identifier: "PolicyIssue" })
export type PolicyIssue = typeof PolicyIssue.Type

/** A request that violates the TLD specification, with every violated rule. */
export class PolicyViolation extends CodedError<PolicyViolation>()("PolicyViolation", {
  code: "ERROR_POLICY_VALIDATION",
  fields: { errors: Schema.NonEmptyArray(PolicyIssue) },
  message: "Policy validation failed"
}) {}

/** Fails with `PolicyViolation` if rules of the TLD are violated. */
export const refuseViolation = ([first, ...others]: ReadonlyArray<PolicyIssue>): Effect.Effect<void, PolicyViolation> =>
  first === undefined ? Effect.void : Effect.fail(new PolicyViolation({ errors: [first, ...others] }))
