import { errorCatalogue, InputIssue, PolicyIssue } from "@namewright/core/shared"
import { Schema } from "effect"
import { problemJson, statusOfKind } from "../../shared/Problem.ts"
import { tidySchema } from "./tidySchema.ts"

/** Descriptions of the statuses of problems. */
const meanings: Readonly<Record<number, string>> = {
  400: "The request cannot be carried out as it is",
  401: "No credential, or one that is not accepted",
  402: "The balance does not cover the price",
  403: "The credential may not do this, or its address may not call",
  404: "There is no such object in the caller's organization",
  405: "The path does not answer to this method, or the object not to this operation",
  406: "The operation does not answer in an accepted media type",
  409: "The state of the object does not allow it",
  412: "The object has changed since it was read",
  413: "The body is too large",
  415: "The operation does not read this media type",
  416: "The file has no bytes in the range that was asked for",
  422: "Fields break rules; every problem is listed",
  429: "Too many requests of this credential",
  500: "The platform failed",
  502: "A service outside failed",
  503: "The platform cannot answer at the moment"
}

/** Statuses of transient errors, whose answers contain `Retry-After`; of a 409 those of objects in use. */
const transient: ReadonlySet<number> = new Set([409, 429, 503])

const text = (description: string) => ({ type: "string", description })

const codesOf = (status: number): ReadonlyArray<string> =>
  Object.entries(errorCatalogue).filter(([, { kind }]) => statusOfKind[kind] === status).map(([code]) => code)

/** A problem body of one status (RFC 9457). Codes may be added, so they are examples and not an enumeration. */
const problemSchema = (status: number) => {
  const codes = codesOf(status)
  const code = text("Of the code catalogue; absent on plain request validation.")
  const issues = { anyOf: [{ $ref: "#/components/schemas/InputIssue" }, { $ref: "#/components/schemas/PolicyIssue" }] }
  return {
    type: "object",
    description: `${meanings[status]}. Further members depend on the code.`,
    properties: {
      type: text("Kebab-case slug of the kind of problem."),
      title: text("Fixed for the kind."),
      status: { type: "integer", const: status },
      code: codes.length === 0 ? code : { ...code, examples: codes },
      detail: text("A sentence for this occurrence."),
      ...(status === 422 ? { errors: { type: "array", items: issues } } : {}),
      ...(status === 400 || status === 401 ? { errors: { type: "array", items: {} } } : {})
    },
    required: ["type", "title", "status"]
  }
}

const schemaOf = (schema: Schema.Top) => tidySchema(Schema.toJsonSchemaDocument(schema).schema)

/** The schemas, answers and headers that the operations share. */
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
    "X-Request-Id": { description: "Names the request in the log.", schema: { type: "string" } },
    "Retry-After": { description: "Seconds until another try.", schema: { type: "integer", minimum: 1 } },
    "RateLimit-Limit": { description: "What a full bucket holds.", schema: { type: "integer" } },
    "RateLimit-Remaining": { description: "What the bucket holds now.", schema: { type: "integer" } },
    "RateLimit-Reset": { description: "Seconds until the bucket is full.", schema: { type: "integer" } }
  }
}
