import { assert, describe, it } from "@effect/vitest"
import { createPlatform } from "@namewright/core/embed"
import { type HostLogger, layerTelemetry } from "@namewright/core/telemetry"
import { testPlatform } from "@namewright/testing"
import { trace } from "@opentelemetry/api"
import { Cause, Effect, Logger, Redacted, Schema } from "effect"
import pino from "pino"
import { afterAll, beforeAll } from "vitest"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { activateContexts, recordingTracer } from "./hostTelemetry.ts"

type Line = Record<string, unknown>

/** Pino, and the lines that it has written. */
const recordingPino = (level = "debug") => {
  const lines: Array<Line> = []
  const logger = pino({ level, base: null, timestamp: false }, {
    write: (line: string) => void lines.push(JSON.parse(line))
  })
  return { lines, logger }
}

/** The lines that pino writes for the entries of an effect. */
const written = (effect: Effect.Effect<unknown, unknown>, level?: string): Promise<ReadonlyArray<Line>> => {
  const { lines, logger } = recordingPino(level)
  return Effect.runPromise(Effect.provide(Effect.ignore(effect), layerTelemetry({ logger }))).then(() => lines)
}

describe("the option logger", () => {
  it("writes text and annotations in the levels of pino", async () => {
    const entries = Effect.all([
      Effect.logInfo("Answered"),
      Effect.logWarning("Slow", { statements: 3 }),
      Effect.logError("Failed"),
      Effect.logFatal("Ended")
    ])
    assert.deepStrictEqual(await written(Effect.annotateLogs(entries, { registry: "verisign" })), [
      { level: 30, registry: "verisign", msg: "Answered" },
      { level: 40, registry: "verisign", statements: 3, msg: "Slow" },
      { level: 50, registry: "verisign", msg: "Failed" },
      { level: 50, registry: "verisign", msg: "Ended" }
    ])
  })

  it("leaves the choice of levels to the logger", async () => {
    const lines = await written(Effect.andThen(Effect.logInfo("Answered"), Effect.logError("Failed")), "error")
    assert.deepStrictEqual(lines.map(({ msg }) => msg), ["Failed"])
  })

  it("writes failures to the field err, with the frames of their causes and without secrets", async () => {
    const Answer = Schema.Struct({ token: Schema.Int })
    const inner = new Error("connect postgres://shop:hunter2@db.example/shop failed")
    const [outer, schema, redacted] = await written(Effect.all([
      Effect.logError(
        "A call failed",
        Cause.die(Object.assign(new Error("No answer", { cause: inner }), { code: "E1" }))
      ),
      Effect.catchCause(
        Schema.decodeUnknownEffect(Answer)({ token: "hunter2" }),
        (cause) => Effect.logError("Unread", cause)
      ),
      Effect.logInfo("Key", { key: Redacted.make("hunter2") })
    ]))
    const err = outer?.["err"] as Line
    assert.deepInclude(err, { type: "Error", message: "No answer", code: "E1" })
    assert.match(String(err["stack"]), /^Error: No answer\n\s+at .*logger\.test\.ts/)
    assert.include(String(err["stack"]), "Caused by Error: connect postgres://shop:***@db.example/shop failed")
    assert.match(JSON.stringify(schema), /"message":"A value does not match its schema: [^"]*token/)
    assert.strictEqual(redacted?.["msg"], "Key")
    assert.notInclude(JSON.stringify([outer, schema, redacted]), "hunter2")
  })

  it("takes the console, which prints fields before the text", async () => {
    const calls: Array<ReadonlyArray<unknown>> = []
    const write = (...args: ReadonlyArray<unknown>) => void calls.push(args)
    const like: HostLogger = { debug: write, info: write, warn: write, error: write }
    await Effect.runPromise(
      Effect.provide(Effect.annotateLogs(Effect.logInfo("One", "two"), { a: 1 }), layerTelemetry({ logger: like }))
    )
    assert.deepStrictEqual(calls, [[{ a: 1 }, "One two"]])
    const logger: HostLogger = console
    await using platform = createPlatform({ storage: memoryDatabase(), logger })
    assert.isDefined(platform.settings)
  })

  it("does not fail work if the logger throws", async () => {
    const write = () => {
      throw new Error("The disk is full")
    }
    const work = Effect.andThen(Effect.logInfo("Begun"), Effect.succeed("done"))
    const logger = { debug: write, info: write, warn: write, error: write }
    assert.strictEqual(await Effect.runPromise(Effect.provide(work, layerTelemetry({ logger }))), "done")
  })

  it("is called beside the loggers of Effect", async () => {
    const { lines, logger } = recordingPino()
    const texts: Array<unknown> = []
    await using platform = createPlatform({
      storage: memoryDatabase(),
      logger,
      loggers: [Logger.make(({ message }) => void texts.push(...[message].flat()))]
    })
    await platform.runtime.runPromise(Effect.logWarning("From the runtime"))
    assert.include(lines.map(({ msg }) => msg), "From the runtime")
    assert.include(texts, "From the runtime")
  })
})

describe("entries of the option logger", () => {
  let deactivate = () => {}
  beforeAll(() => {
    deactivate = activateContexts()
  })
  afterAll(() => deactivate())

  it("name the span of the tracer below which they were written", async () => {
    const { lines, logger } = recordingPino()
    const { named, tracer } = recordingTracer()
    await using platform = await testPlatform({
      logger,
      tracer,
      pricing: () => {
        throw new Error("the shop is closed")
      }
    })
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id).catch(() => {})
    const call = named("domains.register").spanContext()
    const line = lines.find(({ trace_id }) => trace_id === call.traceId)
    assert.isDefined(line)
    assert.match(String(line?.["span_id"]), /^[0-9a-f]{16}$/)
    assert.strictEqual(line?.["trace_flags"], "01")
    assert.isUndefined(trace.getActiveSpan())
  })

  it("name no span without a tracer", async () => {
    const [line] = await written(Effect.withSpan(Effect.logInfo("Answered"), "work"))
    assert.deepStrictEqual(line, { level: 30, msg: "Answered" })
  })
})
