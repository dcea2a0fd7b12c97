import { assert, describe, it } from "@effect/vitest"
import { instruments } from "@namewright/core/telemetry"
import { testPlatform } from "@namewright/testing"
import { SpanKind, SpanStatusCode } from "@opentelemetry/api"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import pino from "pino"
import { afterAll, beforeAll } from "vitest"
import { activateContexts, recordingMeter, recordingTracer } from "../../../core/test/telemetry/hostTelemetry.ts"
import { toFetch } from "../../src/toFetch.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"
const traceparent = `00-${traceId}-${spanId}-01`

/** Serves a handler on loopback while `use` runs. */
const served = async (handler: RequestListener, use: (address: string) => Promise<void>): Promise<void> => {
  const server = createServer(handler).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  try {
    await use(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`)
  } finally {
    server.close()
  }
}

describe("requests in the telemetry of a host", () => {
  let deactivate = () => {}
  beforeAll(() => {
    deactivate = activateContexts()
  })
  afterAll(() => deactivate())

  it("continue the trace of the caller, with the attributes of servers", async () => {
    const { below, named, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const { organization_id } = await platform.create.organization()
    const caller = () => ({ organization_id, role: "admin" }) as const
    await served(toNodeHandler(platform, { caller, requestLog: false }), async (address) => {
      const response = await fetch(`${address}/v1/domains?name=hunter2.com`, { headers: { traceparent } })
      assert.strictEqual(response.status, 200)
      await response.text()
      const span = named("GET /v1/domains")
      assert.strictEqual(span.kind, SpanKind.SERVER)
      assert.strictEqual(span.spanContext().traceId, traceId)
      assert.strictEqual(span.parentSpanContext?.spanId, spanId)
      assert.isTrue(span.parentSpanContext?.isRemote)
      assert.deepStrictEqual(span.attributes, {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "http.route": "/v1/domains",
        "server.address": "127.0.0.1",
        "server.port": Number(new URL(address).port),
        "url.scheme": "http"
      })
      assert.include(below(span), "Domains.list")
    })
  })

  it("are internal spans below the active span of the host's own server", async () => {
    const { named, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const handle = toFetch(platform, { requestLog: false })
    await tracer.startActiveSpan("host", async (host) => {
      const response = await handle(new Request("https://any.example/v1/events", { headers: { traceparent } }))
      assert.strictEqual(response.status, 401)
      host.end()
    })
    const span = named("GET /v1/events")
    assert.strictEqual(span.kind, SpanKind.INTERNAL)
    assert.strictEqual(span.parentSpanContext?.spanId, named("host").spanContext().spanId)
    assert.strictEqual(span.status.code, SpanStatusCode.UNSET)
  })

  it("that fail have the status as their class of error, and no text", async () => {
    const { named, spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const caller = () => {
      throw new Error("hunter2")
    }
    const handle = toFetch(platform, { caller, requestLog: false })
    assert.strictEqual((await handle(new Request("https://any.example/v1/events"))).status, 500)
    const span = spans().find(({ kind }) => kind === SpanKind.SERVER)
    assert.strictEqual(span?.status.code, SpanStatusCode.ERROR)
    assert.isUndefined(span?.status.message)
    assert.strictEqual(span?.attributes["error.type"], "500")
    assert.strictEqual(named(span?.name ?? ""), span)
    assert.notInclude(
      JSON.stringify(spans().map(({ attributes, events, status }) => [attributes, events, status])),
      "hunter2"
    )
  })

  it("of monitoring have no spans", async () => {
    const { spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const handle = toFetch(platform, { prefix: "/names", requestLog: false })
    const before = spans().length
    for (const path of ["/health/live", "/health/ready", "/metrics"]) {
      const response = await handle(new Request(`https://any.example/names${path}`))
      assert.strictEqual(response.status, 200, path)
      await response.text()
    }
    assert.deepStrictEqual(spans().slice(before).map(({ name }) => name), [])
  })

  it("are measured by route and status, and each platform has metrics of its own", async () => {
    const { close, meter, points } = recordingMeter()
    await using platform = await testPlatform({ meter })
    await using other = await testPlatform()
    const handle = toFetch(platform, { requestLog: false })
    await handle(new Request("https://any.example/v1/events"))
    const [point] = await points("http.server.request.duration")
    assert.deepStrictEqual(point?.attributes, {
      "http.request.method": "GET",
      "http.route": "/v1/events",
      "http.response.status_code": 401
    })
    const metricsOf = async (handler: typeof handle) =>
      (await handler(new Request("https://any.example/metrics"))).text()
    assert.include(await metricsOf(handle), "http_requests_total")
    assert.notInclude(await metricsOf(toFetch(other, { requestLog: false })), "/v1/events")
    await close()
  })

  it("leave no secret in spans, entries and metrics", async () => {
    const { spans, tracer } = recordingTracer()
    const { close, meter, read } = recordingMeter()
    const lines: Array<string> = []
    const logger = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) })
    const secret = "a-secret-of-more-than-thirty-two-characters"
    await using platform = await testPlatform({ tracer, meter, logger, keyEncryptionSecret: secret })
    const { organization_id } = await platform.create.organization()
    const own = platform.as(organization_id, "admin")
    const { api_key, client_secret } = await own.apiKeys.create({ api_key_name: "first" })
    const { contact_id } = await platform.create.contact(organization_id)
    const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id }
    const authCode = "Auth-Code-4711-Xy"
    await own.domains.transferIn({ name: "elsewhere.com", auth_code: authCode, contacts, renewal_mode: "renew" }).catch(
      () => {}
    )
    const handle = toFetch(platform)
    for (const path of [`/v1/domains?token=${authCode}`, "/v1/nothing"]) {
      const answer = await handle(new Request(`https://any.example${path}`, { headers: { "x-api-key": api_key } }))
      await answer.text()
    }
    await platform.tick({ budgetMillis: 5_000 })
    const everything = [
      ...spans().map(({ attributes, events, name, status }) => JSON.stringify([name, attributes, events, status])),
      ...lines,
      JSON.stringify(await read())
    ].join("\n")
    assert.isAbove(api_key.length, 20)
    for (const known of ["Request answered", "domains.transferIn", instruments.http_request_duration_seconds.name]) {
      assert.include(everything, known)
    }
    for (const hidden of [api_key, client_secret, authCode, secret]) assert.notInclude(everything, hidden)
    await close()
  })
})
