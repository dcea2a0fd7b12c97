import { assert, describe, layer } from "@effect/vitest"
import * as Sqlite from "@namewright/adapters-sqlite"
import { secretMembers } from "@namewright/core/shared"
import { Effect, Layer, Logger } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { hiddenMembers } from "../../src/platform/requestRecord.ts"
import { PlatformApi } from "../../src/PlatformApi.ts"
import { userBody } from "../access/userBody.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { caller, work } from "../jobs/caller.ts"
import { agentOf } from "../mcp/agent.ts"
import { AgentEndpoint } from "../mcp/AgentEndpoint.ts"
import { operationSamples } from "../platform/operationSamples.ts"
import { sampleParameters } from "../platform/OwnedObjects.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { type SecretOfBody, type SecretPath, secretsIn } from "./schemaSecrets.ts"

/** In each secret that the tests send. */
const marker = "Wh1sper-s3cret"

interface BodyOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly secrets: ReadonlyArray<SecretOfBody>
}

/** All operations with a body, including the token endpoint. */
const withBody: ReadonlyArray<BodyOperation> = (() => {
  const found: Array<BodyOperation> = []
  const add = ({ identifier, method, path, payload }: HttpApiEndpoint.Top) => {
    const schemas = Array.from(payload.values()).flatMap(({ schemas }) => schemas)
    if (schemas.length === 0) return
    const filled = path.replace(/:(\w+)/g, (_, name: string) => sampleParameters[name] ?? "unknown")
    const { query = "" } = operationSamples[identifier] ?? {}
    found.push({
      operationId: identifier,
      method,
      path: filled + query,
      secrets: schemas.flatMap(({ ast }) => secretsIn(ast))
    })
  }
  HttpApi.reflect(PlatformApi, { onGroup: () => {}, onEndpoint: ({ endpoint }) => add(endpoint) })
  return found
})()

/** A body with the value at the path, beside the discriminators of its objects, and in the sample of the operation. */
const bodyWith = (sample: unknown, { literals, path }: SecretOfBody, value: unknown, at: SecretPath = []): unknown => {
  const [next, ...rest] = path.slice(at.length)
  if (next === undefined) return value
  const inner = (outer: unknown) => bodyWith(outer, { literals, path }, value, [...at, next])
  if (next === 0) return [inner(undefined)]
  const prefix = at.join(".")
  const beside = Array.from(literals).filter(([name]) => name.slice(0, Math.max(0, name.lastIndexOf("."))) === prefix)
  const object = typeof sample === "object" && sample !== null && !Array.isArray(sample) ? sample : {}
  return {
    ...object,
    ...Object.fromEntries(beside.map(([name, literal]) => [name.slice(name.lastIndexOf(".") + 1), literal])),
    [next]: inner(Reflect.get(object, next)),
    ...(rest.length === 0 ? { name: 7 } : {})
  }
}

const wrongValues = [{ inner: marker }, [marker], marker.repeat(1000), `\0${marker}`, marker]

/** Bodies that every operation refuses, with secrets where it does not expect them. */
const misplaced = [
  [Object.fromEntries(Array.from(secretMembers, (name) => [name, marker]))],
  [{ deeper: [Object.fromEntries(Array.from(secretMembers, (name) => [name, { marker }]))] }]
]

const folder = mkdtempSync(join(tmpdir(), "namewright-secrets-"))
const filename = join(folder, "platform.sqlite")

const lines: Array<string> = []
const logger = Logger.make<unknown, void>((options) =>
  void lines.push(JSON.stringify(Logger.formatStructured.log(options)))
)

const platform = AgentEndpoint.layerWith({ requestLog: true }, { storage: Sqlite.layer({ filename }) }).pipe(
  Layer.provideMerge(Logger.layer([logger]))
)

/** Text of all rows of a query in the stored data. */
const stored = (query: string) =>
  Effect.sync(() => {
    const database = new DatabaseSync(filename, { readOnly: true })
    const rows = database.prepare(query).all()
    database.close()
    return JSON.stringify(rows)
  })

layer(platform)("secret members", (it) => {
  it("are those whose schemas are marked in the bodies of operations", () => {
    const marked = withBody.flatMap(({ secrets }) => secrets.map(({ path }) => path.findLast((part) => part !== 0)))
    assert.sameMembers(Array.from(new Set(marked)), Array.from(secretMembers))
  })

  describe("are in no 422", () => {
    it.effect.each(withBody)("$operationId", ({ method, operationId, path, secrets }) =>
      Effect.gen(function*() {
        const { fetch, key, organization, person } = yield* TestPlatform
        const owner = yield* organization()
        const callers = [{ key: yield* key(owner) }, { token: yield* person(owner) }]
        const { body: sample } = operationSamples[operationId] ?? {}
        const bodies = [
          ...misplaced,
          ...secrets.flatMap((secret) => wrongValues.map((value) => bodyWith(sample, secret, value))),
          ...secrets.map((secret) => [bodyWith(sample, secret, marker)])
        ]
        let refused = 0
        for (const options of callers) {
          for (const body of bodies) {
            const answer = yield* fetch(method, path, body, options)
            if (answer.status === 422) refused++
            assert.notInclude(JSON.stringify(answer.body) ?? "", marker, JSON.stringify(body).slice(0, 200))
          }
        }
        assert.isAtLeast(refused, secrets.length, "the operation refuses the bodies")
      }))
  })

  it("of responses have names that the request history masks", () => {
    const named: Array<string> = []
    const add = ({ success }: HttpApiEndpoint.Top) => {
      for (const { ast } of success) {
        for (const { path } of secretsIn(ast)) named.push(String(path.findLast((part) => part !== 0)))
      }
    }
    HttpApi.reflect(PlatformApi, { onGroup: () => {}, onEndpoint: ({ endpoint }) => add(endpoint) })
    assert.include(named, "secret")
    assert.isTrue(
      named.every((name) => hiddenMembers.has(name)),
      named.filter((name) => !hiddenMembers.has(name)).join()
    )
  })

  it.effect("are in no approval", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf({ credit: 100_000 })
      const { body: { contact_id } } = yield* agent.rest("POST", "/v1/contacts", contactBody)
      const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
      const transfer = {
        name: "other.com",
        renewal_mode: "renew",
        auth_code: marker,
        allocation_token: marker,
        contacts
      }
      const calls = [
        { operationId: "transferDomain", body: transfer },
        { operationId: "submitBatch", body: { commands: [{ command: "domain_transfer", payload: transfer }] } },
        { operationId: "createUser", body: { ...userBody("new.user"), password: `${marker}-of-a-person` } },
        {
          operationId: "connectRegistrar",
          body: { name: "Old", registrar: "OPENSRS", credentials: { api_key: marker } }
        }
      ]
      for (const call of calls) {
        const asked = yield* agent.content("call_operation", call, { capabilities: {} })
        assert.notInclude(JSON.stringify(asked), marker, call.operationId)
      }
      const approvals = yield* stored("SELECT * FROM approvals")
      assert.include(approvals, "transferDomain")
      assert.notInclude(approvals, marker)
      assert.notInclude(yield* stored("SELECT * FROM approval_steps"), marker)
    }))

  it.effect("are in no job that was carried out, and in no problem of a job", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body: { contact_id } } = yield* call("POST", "/v1/contacts", contactBody)
      const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
      const order = { renewal_mode: "renew", contacts, period: { unit: "y", value: 1 }, auth_code: `${marker}-1a` }
      const { body: batch, status } = yield* call("POST", "/v1/jobs", {
        commands: [
          { command: "domain_create", payload: { ...order, name: "kept-code.com" } },
          { command: "domain_create", payload: { ...order, name: "refused-code.com", allocation_token: marker } }
        ]
      })
      assert.strictEqual(status, 201, JSON.stringify(batch))
      yield* work
      const { body } = yield* call("GET", `/v1/jobs/${batch.batch_id}/jobs`)
      assert.lengthOf(body.items, 2)
      assert.notInclude(JSON.stringify(body), marker)
      assert.notInclude(
        yield* stored("SELECT payload FROM jobs WHERE finished_at IS NOT NULL AND error_code IS NULL"),
        marker
      )
      assert.notInclude(yield* stored("SELECT result, error_message, error_details FROM jobs"), marker)
    }))

  it.effect("are in no request of the history", () =>
    Effect.gen(function*() {
      yield* (yield* caller())("GET", "/v1/archive/request-history")
      const requests = yield* stored("SELECT * FROM requests")
      assert.include(requests, "********")
      assert.notInclude(requests, marker)
    }))

  it("are in no line of the log", () => {
    assert.isNotEmpty(lines)
    for (const line of lines) assert.notInclude(line, marker)
  })
})
