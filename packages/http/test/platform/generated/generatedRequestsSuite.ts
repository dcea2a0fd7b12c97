import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, asSystem, IpRestrictions } from "@namewright/core/access"
import { type PlatformOptions, Worker } from "@namewright/core/embed"
import { OrganizationId } from "@namewright/core/shared"
import { Cause, Context, Duration, Effect, Layer, Logger, Redacted, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { Agent, request } from "node:http"
import { openApiDocument } from "../../../src/platform/openapi/openApiDocument.ts"
import { serve } from "../../../src/serve.ts"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { OwnedObjects } from "../OwnedObjects.ts"
import { type GeneratedRequest, RequestGenerator } from "./RequestGenerator.ts"

interface ReceivedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

const send = (url: string, agent: Agent, { body, headers, method, path }: GeneratedRequest) =>
  new Promise<ReceivedAnswer>((resolve, reject) => {
    // Node's client keeps a connection after an `Upgrade` request but cannot reuse it.
    const used = headers["upgrade"] === undefined ? agent : false
    const sent = request(url, { path, method, headers, agent: used, timeout: 60_000 }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.once("error", reject)
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString()
        }))
    })
    sent.once("timeout", () => sent.destroy(new Error("No answer in a minute")))
    sent.once("error", reject)
    sent.end(body)
  })

const parse = (text: string): any => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Operations of a document that answer a browser with a page, refusals included. */
const operationsWithPages = (document: any): ReadonlySet<string> =>
  new Set(
    Object.values<any>(document.paths).flatMap((item) => Object.values<any>(item)).flatMap((
      { operationId, responses }
    ) => responses?.["200"]?.content?.["text/html"] === undefined ? [] : [operationId])
  )

/** Fault of a response; undefined if it is correct. */
const fault = ({ headers, status, text }: ReceivedAnswer, mayBePage: boolean): string | undefined => {
  if (status >= 500) return `status ${status}`
  if (headers["x-request-id"] === undefined) return "no request id"
  if (status < 400 || (mayBePage && headers["content-type"] === "text/html; charset=utf-8")) return undefined
  if (headers["content-type"] !== "application/problem+json") return `a body of type ${String(headers["content-type"])}`
  const body = parse(text)
  if (body?.status !== status || typeof body.title !== "string" || typeof body.type !== "string") {
    return "no problem body"
  }
  return text.length > 300_000 ? `a problem of ${text.length} characters` : undefined
}

/** Logger that collects the platform's failures, which responses do not show. */
const failuresInto = (failures: Array<string>) =>
  Logger.make<unknown, void>(({ cause, logLevel, message }) => {
    if (logLevel === "Error" || logLevel === "Fatal") {
      failures.push(`${String(message)} ${Cause.pretty(cause)}`.slice(0, 1500))
    }
  })

/** Number of parts of the requests. The platform does its background work between them. */
const parts = 5

/** Sends generated requests over a socket to a platform. No request may cause a failure of the platform. */
export const generatedRequestsSuite = (
  { count, options = Effect.succeed({}), seed, timeout }: {
    readonly count: number
    readonly seed: number
    readonly options?: Effect.Effect<Partial<PlatformOptions>, unknown, Scope.Scope>
    readonly timeout: number
  }
): void => {
  describe("generated requests", () => {
    it.live(
      `${count} of seed ${seed} cause no 5xx, and no refusal without a problem body`,
      () =>
        Effect.gen(function*() {
          const failures: Array<string> = []
          const context = yield* Layer.build(
            serve({ host: "127.0.0.1", port: 0, http: { requestLog: true, rateLimits: false } }).pipe(
              Layer.provideMerge(OwnedObjects.layer),
              Layer.provideMerge(TestPlatform.layerWith({}, yield* Effect.orDie(options))),
              Layer.provide(Logger.layer([failuresInto(failures)]))
            )
          )
          const url = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
          const owned = Context.get(context, OwnedObjects)
          const { key, person } = Context.get(context, TestPlatform)
          const owner = OrganizationId.make(owned["organization_id"] ?? "")
          const newCredentials = Effect.map(
            Effect.all([key(owner), person(owner)]),
            ([mine, token]) => [{ "x-api-key": mine }, { authorization: `Bearer ${token}` }]
          )
          const { create: allow } = Context.get(context, IpRestrictions)
          const allowHere = Effect.ignore(asSystem(owner, allow({ ip_network: "127.0.0.0/8" }))).pipe(
            Effect.provide(context)
          )
          const { create: createKey } = Context.get(context, ApiKeys)
          /** A credential that no request has changed, for requests that need a valid one. */
          const learnClient = asSystem(owner, createKey({ api_key_name: "forms" })).pipe(
            Effect.map(({ client_id, client_secret }) =>
              generator.known.learn({ client_id, client_secret: Redacted.value(client_secret) })
            ),
            Effect.ignore,
            Effect.provide(context)
          )
          let credentials = yield* newCredentials
          const document = openApiDocument({ base_url: url, environment: "sandbox" })
          const generator = new RequestGenerator(document, seed)
          const withPages = operationsWithPages(document)
          generator.known.learn(owned)
          const agent = new Agent({ keepAlive: true, maxSockets: 1 })
          yield* Effect.addFinalizer(() => Effect.sync(() => agent.destroy()))
          const statuses = new Map<number, number>()
          const found: Array<string> = []
          const accepted = new Set<string>()
          const sent = Effect.fnUntraced(function*(from: number, to: number, id?: string) {
            for (let index = from; index < to && found.length < 20; index++) {
              const generated = generator.next(id)
              const headers = {
                ...credentials[index % 7 === 0 ? 1 : 0],
                // Node's client sends no length with the body of a GET or DELETE.
                ...(generated.body === undefined
                  ? {}
                  : { "content-length": String(Buffer.byteLength(generated.body)) }),
                ...generated.headers
              }
              const answer = yield* Effect.promise(() =>
                send(url, agent, { ...generated, headers })
                  .catch((error) => ({ status: 599, headers: {}, text: String(error) }))
              )
              statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
              if (answer.status < 300) {
                generator.known.learn(parse(answer.text))
                accepted.add(generated.operation)
                // The request may have revoked or restricted the test's credential.
                if (generated.method === "DELETE" || generated.operation === "updateCredential") {
                  credentials = yield* newCredentials
                }
                // It may have restricted the organization to networks without this machine.
                if (generated.operation.endsWith("IpRestriction")) yield* allowHere
              }
              const mayBePage = generated.headers["accept"] === "text/html" && withPages.has(generated.operation)
              const missing = fault(answer, mayBePage)
              if (missing === undefined) continue
              const { body, method, operation, path } = generated
              found.push(
                `${index} ${operation}: ${missing}\n${method} ${path.slice(0, 500)} ${
                  JSON.stringify(generated.headers)
                }\n`
                  + `${body?.slice(0, 600)}\n${answer.text.slice(0, 500)}\n${failures.splice(0).join("\n")}`
              )
            }
          })
          const worker = Context.get(context, Worker)
          // Few of the random requests are forms. They need a credential, which later requests may revoke.
          const forms = ["introspectCredential", "issueToken"]
          for (let part = 0; part < parts; part++) {
            yield* sent(count * part / parts, count * (part + 1) / parts)
            yield* learnClient
            for (const id of forms) {
              for (let tries = 0; tries < 100 && !accepted.has(id); tries++) yield* sent(count, count + 1, id)
            }
            // Runs the submitted jobs, so that later requests find complete reports and vanity sets.
            yield* worker.tick(Duration.minutes(1))
          }
          assert.strictEqual(found.length, 0, found.join("\n\n"))
          assert.deepStrictEqual(failures, [])
          const share = (from: number) =>
            Array.from(statuses).reduce(
              (sum, [status, times]) => sum + (Math.floor(status / 100) === from ? times : 0),
              0
            ) / count
          // The test is meaningful only if some requests succeed.
          assert.isAbove(share(2), 0.1, JSON.stringify(Array.from(statuses)))
          // In short runs, the clients of the forms can be deleted before one is accepted.
          if (count >= 1000) assert.includeMembers(Array.from(accepted), forms)
        }).pipe(Effect.scoped),
      timeout
    )
  })
}
