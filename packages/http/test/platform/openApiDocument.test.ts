import { assert, describe, it } from "@effect/vitest"
import { lintFromString, loadConfig } from "@redocly/openapi-core"
import { fileURLToPath } from "node:url"
import { openApiDocument } from "../../src/platform/openapi/openApiDocument.ts"

const document: any = openApiDocument({ base_url: "https://api.example.net", environment: "sandbox" })

interface Operation {
  readonly id: string
  readonly operation: any
}

const operations: ReadonlyArray<Operation> = Object.values<any>(document.paths).flatMap((item) =>
  Object.values<any>(item).map((operation) => ({ id: String(operation.operationId), operation }))
)

/** Operations without authentication. */
const open = new Set([
  "issueToken",
  "revokeToken",
  "introspectToken",
  "getVerificationContact",
  "confirmVerification",
  "openVerificationLink",
  "submitVerificationLink",
  "getDeclaration",
  "signDeclaration",
  "submitDeclaration"
])

const parameter = (id: string, name: string) =>
  operations.find((one) => one.id === id)?.operation.parameters.find((one: any) => one.name === name)?.schema

/** Paths of the lists in a schema that have no upper bound. Each named schema is followed once on a path. */
const unboundedLists = (schema: any, at: string, followed: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/components/schemas/", "")
    return followed.includes(name) ? [] : unboundedLists(document.components.schemas[name], at, [...followed, name])
  }
  const parts = [schema, ...schema.allOf ?? []]
  const isUnbounded = schema.type === "array" && parts.every(({ maxItems }) => maxItems === undefined)
  return [
    ...(isUnbounded ? [at] : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((alternatives) =>
      (alternatives ?? []).flatMap((one: any) => unboundedLists(one, at, followed))
    ),
    ...unboundedLists(schema.items, `${at}[]`, followed),
    ...unboundedLists(schema.additionalProperties, `${at}.*`, followed),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      unboundedLists(member, `${at}.${name}`, followed)
    )
  ]
}

describe("openApiDocument", () => {
  it("passes the linter without errors", async () => {
    const config = await loadConfig({ configPath: fileURLToPath(new URL("../../../../redocly.yaml", import.meta.url)) })
    const source = JSON.stringify(document)
    const found = await lintFromString({ source, absoluteRef: "/openapi.json", config })
    const errors = found.filter(({ severity }) => severity === "error")
    assert.deepStrictEqual(errors.map(({ location, message, ruleId }) => [ruleId, message, location[0]?.pointer]), [])
  })

  it("has short, unique operation ids", () => {
    for (const { id } of operations) assert.match(id, /^[a-z][A-Za-z]+$/)
    assert.strictEqual(new Set(operations.map(({ id }) => id)).size, operations.length)
  })

  it.each(operations)("describes the purpose, rights and failures of $id", ({ id, operation }) => {
    assert.isAbove(operation.summary?.length ?? 0, 5)
    assert.strictEqual(operation.tags.length, 1)
    if (!open.has(id)) assert.match(operation.description, /[Nn]eeds `|Any valid credential|^For people/m)
    assert.deepStrictEqual(operation.security, open.has(id) ? [] : [{ apiKey: [] }, { bearer: [] }])
    for (const status of open.has(id) ? ["422", "500", "503"] : ["401", "403", "422", "429", "500", "503"]) {
      assert.deepStrictEqual(operation.responses[status], { $ref: `#/components/responses/Problem${status}` })
    }
    if (operation.requestBody !== undefined) assert.containsAllKeys(operation.responses, ["413", "415"])
  })

  it("types integers, booleans and lists", () => {
    assert.deepStrictEqual(parameter("listEvents", "page_size"), {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      default: 10
    })
    assert.deepStrictEqual(parameter("listEvents", "sort_order"), {
      $ref: "#/components/schemas/SortOrder",
      default: "desc"
    })
    assert.deepStrictEqual(document.components.schemas.SortOrder, { type: "string", enum: ["asc", "desc"] })
    assert.deepStrictEqual(parameter("listContacts", "in_use"), { type: "boolean" })
    assert.deepStrictEqual(parameter("listContacts", "created_after"), { type: "string", format: "date-time" })
    const { items, maxItems, type } = parameter("listTags", "tag_types")
    assert.deepStrictEqual([type, maxItems, items], ["array", 100, { $ref: "#/components/schemas/TagType" }])
  })

  it("bounds every list in a body of a request", () => {
    const bodies = operations.flatMap(({ id, operation }) =>
      Object.values<any>(operation.requestBody?.content ?? {}).map(({ schema }) => ({ id, schema }))
    )
    const unbounded = bodies.flatMap(({ id, schema }) => unboundedLists(schema, id, []))
    assert.deepStrictEqual([...new Set(unbounded)], [])
    assert.deepStrictEqual(unboundedLists({ properties: { names: { type: "array" } } }, "x", []), ["x.names"])
  })

  it("describes each tag once", () => {
    const names = document.tags.map(({ name }: { name: string }) => name)
    assert.strictEqual(new Set(names).size, names.length)
    for (const { description } of document.tags) assert.isAbove(description.length, 5)
  })

  it("contains the pattern of ids", () => {
    assert.deepStrictEqual(parameter("getEvent", "event_id"), {
      type: "string",
      format: "typeid",
      pattern: "^event_[0-7][0-9a-hjkmnp-tv-z]{25}$"
    })
  })

  it("documents the problems", () => {
    const { properties, required } = document.components.schemas.Problem422
    assert.deepStrictEqual(required, ["type", "title", "status"])
    assert.containsAllKeys(properties, ["type", "title", "status", "code", "detail", "errors"])
    assert.containsAllKeys(document.components.schemas.InputIssue.properties, ["loc", "msg", "type", "input", "ctx"])
    assert.containsAllKeys(document.components.responses.Problem429.headers, ["Retry-After", "X-Request-Id"])
  })

  it("names neither the references of operators nor their errors", () => {
    assert.notMatch(JSON.stringify(document), /external_reference/i)
  })

  it("allows unknown members", () => {
    assert.notInclude(JSON.stringify(document), `"additionalProperties":false`)
  })

  it("names its server", () => {
    assert.deepStrictEqual(document.servers[0].url, "https://api.example.net")
  })
})
