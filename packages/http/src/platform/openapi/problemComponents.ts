import { errorCatalogue, type ErrorCode, InputIssue, PolicyIssue } from "@namewright/core/shared"
import { Schema } from "effect"
import { problemJson, statusOfKind } from "../../shared/Problem.ts"
import { tidySchema } from "./tidySchema.ts"

/** Descriptions of the statuses of problems. */
const meanings: Readonly<Record<number, string>> = {
  400: "The request cannot be carried out as it is",
  401: "The credential is missing or invalid",
  402: "The balance does not cover the price",
  403: "The credential may not do this, or its address may not call",
  404: "The caller's organization has no such object",
  405: "The path does not support this method, or the object does not support this operation",
  406: "The operation supports none of the accepted media types",
  409: "The state of the object does not allow it",
  412: "The object has changed since it was read",
  413: "The body is too large",
  415: "The operation does not read this media type",
  416: "The file has no bytes in the requested range",
  422: "Fields break rules; every problem is listed",
  429: "Too many requests of this credential",
  500: "The platform failed",
  502: "An external service failed",
  503: "The platform cannot answer at the moment"
}

/** Statuses with `Retry-After`: transient errors. A 409 has it only if the object is in use. */
const transient: ReadonlySet<number> = new Set([409, 429, 503])

const text = (description: string) => ({ type: "string", description })

/** Codes of operators' calls, which no route offers. */
const withoutRoute: ReadonlySet<string> = new Set<ErrorCode>(["ERROR_EXTERNAL_REFERENCE_IN_USE"])

const codesOf = (status: number): ReadonlyArray<string> =>
  Object.entries(errorCatalogue)
    .filter(([code, { kind }]) => statusOfKind[kind] === status && !withoutRoute.has(code))
    .map(([code]) => code)

/**
 * Schema of the problem body of a status (RFC 9457). Codes are examples, not an enumeration, because codes may be
 * added.
 */
const problemSchema = (status: number) => {
  const codes = codesOf(status)
  const code = text("Code of the catalogue; absent for request validation.")
  const issues = { anyOf: [{ $ref: "#/components/schemas/InputIssue" }, { $ref: "#/components/schemas/PolicyIssue" }] }
  return {
    type: "object",
    description: `${meanings[status]}. Further members depend on the code.`,
    properties: {
      type: text("Kebab-case slug of the kind of problem."),
      title: text("Title of the kind."),
      status: { type: "integer", const: status },
      code: codes.length === 0 ? code : { ...code, examples: codes },
      detail: text("Explanation of this occurrence."),
      ...(status === 422 ? { errors: { type: "array", items: issues } } : {}),
      ...(status === 400 || status === 401 ? { errors: { type: "array", items: {} } } : {})
    },
    required: ["type", "title", "status"]
  }
}

const schemaOf = (schema: Schema.Top) => tidySchema(Schema.toJsonSchemaDocument(schema).schema)

/** Schemas, responses and headers that the operations share. */
export const problemComponents = {
  schemas: {
    ...Object.fromEntries(Object.keys(meanings).map((status) => [`Problem${status}`, problemSchema(Number(status))])),
    InputIssue: schemaOf(InputIssue.annotate({ identifier: undefined })),
    PolicyIssue: schemaOf(PolicyIssue.annotate({ identifier: undefined }))
  },
  responses: Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [`Problem${status}`, {
      description,
      headers: {
        "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
        ...(transient.has(Number(status)) ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } } : {})
      },
      content: { [problemJson]: { schema: { $ref: `#/components/schemas/Problem${status}` } } }
    }])
  ),
  headers: {
    "X-Request-Id": { description: "Id of the request in the log.", schema: { type: "string" } },
    "Retry-After": { description: "Seconds until the next attempt.", schema: { type: "integer", minimum: 1 } },
    "RateLimit-Limit": { description: "Requests in a full bucket.", schema: { type: "integer" } },
    "RateLimit-Remaining": { description: "Requests left in the bucket.", schema: { type: "integer" } },
    "RateLimit-Reset": { description: "Seconds until the bucket is full.", schema: { type: "integer" } }
  }
}
