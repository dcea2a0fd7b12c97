import { assert, describe, it } from "@effect/vitest"
import { AuthenticationFailed, PermissionDenied } from "@namewright/core/access"
import {
  CodedError,
  errorCatalogue,
  type ErrorCode,
  inputIssue,
  InvalidInput,
  PolicyViolation
} from "@namewright/core/shared"
import { DateTime, Schema } from "effect"
import { catalogueProblemOf, statusOfKind, toProblem } from "../../src/shared/Problem.ts"

class Stale extends CodedError<Stale>()("Stale", {
  code: "ERROR_DOMAIN_EXPIRY_MISMATCH",
  fields: {
    domain_name: Schema.String,
    current_expiry_date: Schema.DateTimeUtc,
    reason: Schema.optionalKey(Schema.String)
  },
  message: "The domain expires on another day"
}) {
  /** Field that is not public. */
  readonly inner = "hunter2"
}

describe("toProblem", () => {
  it("shows the public fields of an error and its code, and nothing else", () => {
    const current_expiry_date = DateTime.makeUnsafe("2027-01-02T03:04:05.678Z")
    assert.deepStrictEqual<unknown>(toProblem(new Stale({ domain_name: "a.com", current_expiry_date })), {
      type: "domain-expiry-mismatch",
      title: "Domain Management Error",
      status: 409,
      code: "ERROR_DOMAIN_EXPIRY_MISMATCH",
      detail: "The domain expires on another day",
      domain_name: "a.com",
      current_expiry_date: "2027-01-02T03:04:05Z"
    })
  })

  it("includes errors on 401 and 400, as clients expect, and not on 403", () => {
    assert.deepStrictEqual(toProblem(new AuthenticationFailed({ reason: "expired" })).errors, [])
    assert.deepStrictEqual(catalogueProblemOf("ERROR_TLD_NOT_AVAILABLE", "").errors, [])
    assert.notProperty(toProblem(new PermissionDenied({ permission: "domains:read" })), "errors")
  })

  it("has no code for input issues", () => {
    const issue = inputIssue(["body", "postal_code"], "invalid_postal_code", "No such postal code", "x")
    assert.deepStrictEqual<unknown>(toProblem(new InvalidInput({ issues: [issue] })), {
      type: "request-validation-failed",
      title: "Request validation error.",
      status: 422,
      errors: [{
        loc: ["body", "postal_code"],
        type: "invalid_postal_code",
        msg: "No such postal code",
        input: "x",
        ctx: { message: "No such postal code" }
      }]
    })
  })

  it("has pointers for policy problems", () => {
    const errors = [{ detail: "One contact is needed", pointer: "contacts.admin" }] as const
    assert.deepStrictEqual<unknown>(toProblem(new PolicyViolation({ errors })), {
      type: "policy-validation-error",
      title: "Policy Validation Error",
      status: 422,
      code: "ERROR_POLICY_VALIDATION",
      detail: "Policy validation failed",
      errors
    })
  })

  it.each(Object.keys(errorCatalogue) as Array<ErrorCode>)("%s has a status, a slug and a title", (code) => {
    const problem = catalogueProblemOf(code, "detail")
    assert.strictEqual(problem.status, statusOfKind[errorCatalogue[code].kind])
    assert.match(problem.type, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert.isAbove(problem.title.length, 3)
  })
})
