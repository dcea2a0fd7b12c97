import { assert, describe, it } from "@effect/vitest"
import { type HostMeter, instruments } from "@namewright/core/telemetry"
import { WebhookResponse, WebhookSender } from "@namewright/core/webhooks"
import { testPlatform } from "@namewright/testing"
import { Effect, Layer } from "effect"
import { type Point, recordingMeter, recordingTracer } from "./hostTelemetry.ts"

const countOf = ({ value }: Point): number => (value as { readonly count: number }).count

describe("the option meter", () => {
  it("records commands of registries, statements and money", async () => {
    const { close, meter, points, read } = recordingMeter()
    await using platform = await testPlatform({ meter })
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id)
    platform.registry.fail("createDomain", { reason: "objectExists" })
    await platform.create.domain(organization_id).catch(() => {})

    const commands = await points("namewright.registry.command.duration")
    const creations = commands.filter(({ attributes }) => attributes["namewright.registry.command"] === "createDomain")
    assert.sameDeepMembers(creations.map((point) => [point.attributes["namewright.outcome"], countOf(point)]), [
      ["done", 1],
      ["refused", 1]
    ])
    const statements = await points("db.client.operation.duration")
    const inserts = statements.find(({ attributes }) => attributes["db.operation.name"] === "INSERT")
    assert.strictEqual(inserts?.attributes["db.system.name"], "sqlite")
    assert.isAbove(countOf(inserts as Point), 5)

    const steps = await points("namewright.ledger.charges")
    assert.sameDeepMembers(steps.map(({ attributes, value }) => [attributes["namewright.charge.kind"], value]), [
      ["top_up", 1],
      ["reserve", 2],
      ["capture", 1],
      ["release", 1]
    ])
    const charged = await points("namewright.ledger.charged")
    const captured = charged.find(({ attributes }) => attributes["namewright.charge.kind"] === "capture")
    const { balances } = await platform.ledger(organization_id)
    assert.strictEqual(Number(captured?.value), 100_000 - Math.round(Number(balances[0]?.wallet) * 100))
    assert.strictEqual(captured?.attributes["namewright.currency"], "EUR")

    const duration = (await read()).find(({ descriptor }) => descriptor.name === "namewright.registry.command.duration")
    assert.strictEqual(duration?.descriptor.unit, "s")
    assert.nestedPropertyVal(duration?.dataPoints[0], "value.buckets.boundaries[0]", 0.001)
    await close()
  })

  it("records recurring work, jobs, open intents and attempts of webhooks", async () => {
    const { close, meter, points } = recordingMeter()
    const { named, tracer } = recordingTracer()
    const statuses = [200, 500]
    const webhookSender = Layer.succeed(WebhookSender, {
      sends: true,
      send: () => Effect.succeed(new WebhookResponse({ status: statuses.shift() ?? 200, body: "" }))
    })
    await using platform = await testPlatform({ meter, tracer, webhookSender })
    const { organization_id } = await platform.create.organization()
    await platform.as(organization_id, "admin").webhooks.create({ url: "https://hooks.example.com/secret-path" })
    await platform.create.domain(organization_id)
    const { name } = await platform.create.domain(organization_id)
    await platform.as(organization_id, "admin").jobs.submit({
      paused: true,
      commands: [{ command: "domain_update", payload: { name, transfer_lock: true } }]
    })
    await platform.tick({ budgetMillis: 5_000 })

    const rounds = await points("namewright.work.rounds")
    const recovery = rounds.find(({ attributes }) => attributes["namewright.work.name"] === "registry.intents")
    assert.deepInclude(recovery?.attributes, { "namewright.outcome": "done" })
    const [open] = await points("namewright.registry.intents.open")
    assert.strictEqual(open?.value, 0)
    const queued = await points("namewright.jobs.queued")
    assert.include(queued.map(({ attributes }) => attributes["namewright.job.topic"]), "registry")
    const waiting = await points("namewright.jobs.waiting")
    assert.sameDeepMembers(waiting.map(({ attributes, value }) => [attributes["namewright.job.status"], value]), [
      ["blocked", 0],
      ["paused", 1]
    ])
    const running = await points("namewright.jobs.running")
    assert.isAbove(running.length, 0)
    assert.deepStrictEqual([...new Set(running.map(({ value }) => value))], [0])
    assert.isAbove((await points("namewright.jobs.ended")).length, 0)
    const attempts = await points("namewright.webhook.attempt.duration")
    assert.sameMembers(attempts.map(({ attributes }) => attributes["namewright.outcome"]), ["delivered", "http_status"])
    assert.deepInclude(named("POST").attributes, {
      "http.request.method": "POST",
      "server.address": "hooks.example.com",
      "server.port": 443
    })
    await close()
  })

  it("keeps the metrics of two platforms of one process apart, and takes the callbacks of a closed one back", async () => {
    const [one, two] = [recordingMeter(), recordingMeter()]
    const observed = new Set<unknown>()
    const meter: HostMeter = {
      createCounter: (name, options) => one.meter.createCounter(name, options),
      createUpDownCounter: (name, options) => one.meter.createUpDownCounter(name, options),
      createHistogram: (name, options) => one.meter.createHistogram(name, options),
      createObservableGauge: (name, options) => {
        const gauge = one.meter.createObservableGauge(name, options)
        return {
          addCallback: (observe) => {
            observed.add(observe)
            gauge.addCallback(observe)
          },
          removeCallback: (observe) => {
            observed.delete(observe)
            gauge.removeCallback(observe)
          }
        }
      }
    }
    const first = await testPlatform({ meter })
    await using second = await testPlatform({ meter: two.meter })
    await first.create.organization()
    await first.tick({ budgetMillis: 5_000 })
    await second.ready()
    assert.lengthOf(await one.points("namewright.ledger.charges"), 1)
    assert.lengthOf(await two.points("namewright.ledger.charges"), 0)
    assert.isAbove((await one.points("namewright.registry.intents.open")).length, 0)
    assert.isAbove(observed.size, 2)
    await first.dispose()
    assert.strictEqual(observed.size, 0)
    await Promise.all([one.close(), two.close()])
  })

  it("uses names, units and attributes of the table only", async () => {
    const { close, meter, read } = recordingMeter()
    await using platform = await testPlatform({ meter })
    await platform.create.domain((await platform.create.organization()).organization_id)
    await platform.tick({ budgetMillis: 5_000 })
    const known = new Map(Object.values(instruments).flatMap((one) => one === null ? [] : [[one.name as string, one]]))
    const metrics = await read()
    assert.isAbove(metrics.length, 8)
    for (const { dataPoints, descriptor } of metrics) {
      const instrument = known.get(descriptor.name)
      assert.strictEqual(descriptor.unit, instrument?.unit, descriptor.name)
      assert.isNotEmpty(descriptor.description)
      const allowed: ReadonlyArray<string> = Object.values(instrument?.attributes ?? {})
      for (const { attributes } of dataPoints) assert.includeMembers([...allowed], Object.keys(attributes))
    }
    await close()
  })
})
