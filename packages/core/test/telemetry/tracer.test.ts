import { assert, describe, it } from "@effect/vitest"
import { createPlatform } from "@namewright/core/embed"
import { spanAttributes } from "@namewright/core/telemetry"
import { testPlatform } from "@namewright/testing"
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { AlwaysOffSampler, type ReadableSpan } from "@opentelemetry/sdk-trace-base"
import { afterAll, beforeAll } from "vitest"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { activateContexts, recordingMeter, recordingTracer } from "./hostTelemetry.ts"

const newContact = (name: string) => ({
  command: "contact_create",
  payload: {
    first_name: name,
    last_name: "Example",
    email: `${name}@example.org`,
    phone: "+49.301234567",
    street: "Example Street 1",
    city: "Berlin",
    postal_code: "10115",
    country: "DE"
  }
} as const)

const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId

describe("the option tracer", () => {
  let deactivate = () => {}
  beforeAll(() => {
    deactivate = activateContexts()
  })
  afterAll(() => deactivate())

  it("makes each call a child of the active span of the host, also while calls run at the same time", async () => {
    const { named, spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const { organization_id } = await platform.create.organization()
    const caller = platform.as(organization_id, "admin")
    await Promise.all(["first", "second"].map((name) =>
      tracer.startActiveSpan(name, async (span) => {
        await caller.domains.page()
        await caller.contacts.page()
        span.end()
      })
    ))
    for (const name of ["first", "second"]) {
      const host = named(name).spanContext()
      const calls = spans().filter((span) => parentOf(span) === host.spanId)
      assert.deepStrictEqual(calls.map((span) => span.name), ["domains.page", "contacts.page"])
      for (const call of calls) {
        assert.strictEqual(call.spanContext().traceId, host.traceId)
        assert.strictEqual(call.kind, SpanKind.INTERNAL)
        assert.deepStrictEqual(call.attributes, { "namewright.organization.id": organization_id })
      }
    }
  })

  it("shows a registration down to the command of the registry and the statements", async () => {
    const { below, named, spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const { organization_id } = await platform.create.organization()
    await tracer.startActiveSpan("order", async (span) => {
      await platform.create.domain(organization_id)
      span.end()
    })
    assert.deepStrictEqual(below(named("order")), [
      "contacts.create",
      "contactVerifications.start",
      "contactVerifications.complete",
      "domains.register"
    ])
    const chain: Array<string> = []
    const byId = new Map(spans().map((span) => [span.spanContext().spanId, span]))
    for (let span: ReadableSpan | undefined = named("registry createDomain"); span !== undefined;) {
      chain.unshift(span.name)
      span = byId.get(parentOf(span) ?? "")
    }
    assert.deepStrictEqual(chain, [
      "order",
      "domains.register",
      "Registrations.register",
      "RegistryIntents.execute",
      "registry createDomain"
    ])
    const command = named("registry createDomain")
    assert.strictEqual(command.kind, SpanKind.CLIENT)
    assert.strictEqual(command.attributes["namewright.registry.command"], "createDomain")
    assert.isString(command.attributes["namewright.registry.name"])
    const statement = spans().find(({ name }) => name === "INSERT sqlite")
    assert.strictEqual(statement?.kind, SpanKind.CLIENT)
    assert.strictEqual(statement?.attributes["db.system.name"], "sqlite")
    assert.strictEqual(statement?.attributes["db.operation.name"], "INSERT")
    assert.include(String(statement?.attributes["db.query.text"]), "INSERT INTO")
  })

  it("marks failed calls with the code of the catalogue, and exports no text of errors", async () => {
    const { named, spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const { organization_id } = await platform.create.organization()
    const error: unknown = await platform.as(organization_id, "admin").domains.get("nobody-has-this.com").catch((it) =>
      it
    )
    assert.instanceOf(error, Error)
    const call = named("domains.get")
    assert.deepStrictEqual(call.status, { code: SpanStatusCode.ERROR })
    assert.strictEqual(call.attributes["error.type"], "ERROR_DOMAIN_NOT_FOUND")
    assert.deepStrictEqual(spans().flatMap(({ events }) => events), [])
    const words = JSON.stringify(spans().map(({ attributes, status }) => ({ attributes, status })))
    assert.notInclude(words, (error as Error).message)
    assert.notInclude(words, "nobody-has-this")
  })

  it("names a registry's refusal by its reason", async () => {
    const { named, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    platform.registry.fail("createDomain", { reason: "objectExists" })
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id).catch(() => {})
    const command = named("registry createDomain")
    assert.strictEqual(command.attributes["error.type"], "objectExists")
    assert.strictEqual(command.status.code, SpanStatusCode.ERROR)
  })

  it("makes jobs and their rounds traces of consumers, in which deferral is no error", async () => {
    const { spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    await platform.tick({ budgetMillis: 5_000 })
    const jobs = spans().filter(({ name }) => name === "job timetable.round")
    assert.isAbove(jobs.length, 5)
    for (const job of jobs) {
      assert.strictEqual(job.kind, SpanKind.CONSUMER)
      assert.isUndefined(job.parentSpanContext)
      assert.strictEqual(job.status.code, SpanStatusCode.UNSET)
      assert.strictEqual(job.attributes["namewright.job.kind"], "timetable.round")
    }
    const round = spans().find(({ name }) => name === "registry.intents")
    assert.include(jobs.map((job) => job.spanContext().spanId), parentOf(round as ReadableSpan))
  })

  it("links the span of a job to the span that submitted its batch, through the database", async () => {
    const { named, spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const { organization_id } = await platform.create.organization()
    const commands = [newContact("ada"), newContact("grace")]
    await platform.as(organization_id, "admin").jobs.submit({ commands })
    await platform.tick({ budgetMillis: 5_000 })
    const jobs = spans().filter(({ name }) => name.startsWith("job contact"))
    assert.lengthOf(jobs, 2)
    const { spanId, traceId } = named("Jobs.submit").spanContext()
    for (const { links, parentSpanContext } of jobs) {
      assert.isUndefined(parentSpanContext)
      assert.deepStrictEqual(
        links.map((link) => [link.context.traceId, link.context.spanId, link.context.traceFlags]),
        [
          [traceId, spanId, 1]
        ]
      )
    }
  })

  it("stores no span with a batch if there is no tracer", async () => {
    const { close, meter } = recordingMeter()
    for (const options of [{}, { meter }]) {
      await using platform = await testPlatform(options)
      const { organization_id } = await platform.create.organization()
      const commands = [newContact("ada")]
      await platform.as(organization_id, "admin").jobs.submit({ commands })
      const rows = await platform.transaction((tx) => tx.query("SELECT traceparent FROM job_batches"))
      assert.deepStrictEqual(rows, [{ traceparent: null }])
    }
    await close()
  })

  it("lets code of the host start spans below those of the platform", async () => {
    const { below, named, tracer } = recordingTracer()
    const pricing = () => {
      tracer.startSpan("read the price list").end()
      return { amount: "9.50" }
    }
    await using platform = await testPlatform({ tracer, pricing })
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id)
    assert.strictEqual(
      named("read the price list").spanContext().traceId,
      named("domains.register").spanContext().traceId
    )
    await platform.transaction(async (tx) => {
      tracer.startSpan("write an order").end()
      await tx.as(organization_id, "admin").domains.page()
    })
    assert.includeMembers([...below(named("sql.transaction"))], ["write an order", "domains.page"])
  })

  it("keeps other values of the active context, such as baggage, for processors of the host", async () => {
    const { tracer } = recordingTracer()
    const host = tracer.startSpan("host")
    const seen: Array<string | undefined> = []
    const listening: typeof tracer = {
      ...tracer,
      startSpan: (name, options, parent = context.active()) => {
        // Heartbeats, which run at the same time, have traces of their own.
        if (trace.getSpanContext(parent)?.traceId === host.spanContext().traceId) {
          seen.push(propagation.getBaggage(parent)?.getEntry("tenant")?.value)
        }
        return tracer.startSpan(name, options, parent)
      },
      startActiveSpan: tracer.startActiveSpan.bind(tracer)
    }
    await using platform = await testPlatform({ tracer: listening })
    const { organization_id } = await platform.create.organization()
    seen.length = 0
    const baggage = propagation.setBaggage(
      trace.setSpan(context.active(), host),
      propagation.createBaggage({ tenant: { value: "shop" } })
    )
    await context.with(baggage, () => platform.as(organization_id, "admin").domains.page())
    assert.isAbove(seen.length, 2)
    assert.deepStrictEqual([...new Set(seen)], ["shop"])
  })

  it("makes calls roots of traces without an active span", async () => {
    const { named, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    await platform.create.organization()
    assert.isUndefined(named("organizations.createParent").parentSpanContext)
  })

  it("exports nothing of a trace that the host does not sample", async () => {
    const { spans, tracer } = recordingTracer(new AlwaysOffSampler())
    await using platform = await testPlatform({ tracer })
    await platform.create.organization()
    assert.deepStrictEqual(spans(), [])
  })

  it("ends every span that it has started, also of calls that are aborted", async () => {
    const { spans, tracer } = recordingTracer()
    let started = 0
    const counting: typeof tracer = {
      startSpan: (...args) => {
        started++
        return tracer.startSpan(...args)
      },
      startActiveSpan: tracer.startActiveSpan.bind(tracer)
    }
    const platform = createPlatform({ storage: memoryDatabase(), tracer: counting })
    await platform.ready()
    const stopped = new AbortController()
    const work = platform.work({ signal: stopped.signal })
    await platform.operator.organizations.createParent({ name: "Example" })
    const aborted = new AbortController()
    const call = platform.operator.organizations.createParent({ name: "Other" }, { signal: aborted.signal })
    aborted.abort(new Error("enough"))
    await call.catch(() => {})
    stopped.abort()
    await work
    await platform.dispose()
    assert.isAbove(started, 3)
    assert.lengthOf(spans(), started)
  })

  it("keeps the spans of two platforms of one process apart", async () => {
    const [one, two] = [recordingTracer(), recordingTracer()]
    await using first = await testPlatform({ tracer: one.tracer })
    await using second = await testPlatform({ tracer: two.tracer })
    await Promise.all([
      first.create.organization(),
      second.changes.read()
    ])
    assert.notInclude(two.spans().map(({ name }) => name), "organizations.createParent")
    assert.notInclude(one.spans().map(({ name }) => name), "changes.read")
    assert.include(two.spans().map(({ name }) => name), "changes.read")
  })

  it("exports the documented attributes only", async () => {
    const { spans, tracer } = recordingTracer()
    await using platform = await testPlatform({ tracer })
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id)
    await platform.create.zone(organization_id)
    await platform.tick({ budgetMillis: 5_000 })
    const exported = new Set(spans().flatMap(({ attributes }) => Object.keys(attributes)))
    assert.deepStrictEqual([...exported].filter((name) => !spanAttributes.some((known) => known === name)), [])
    assert.isAbove(exported.size, 8)
  })
})
