import { assert, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { Billing } from "@namewright/core/billing"
import { layerPlatform } from "@namewright/core/embed"
import { InvoiceOperations, monthOf } from "@namewright/core/invoices"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money } from "@namewright/core/shared"
import { Clock, DateTime, Effect, Layer } from "effect"
import { spawn } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { invoicing } from "./invoicing.ts"

const payers = 200
const kills = 4
const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))

const lastMonth = DateTime.subtract(DateTime.startOf(DateTime.nowUnsafe(), "month"), { days: 10 })

/** Books a charge of the last month for each payer. */
const fill = Effect.gen(function*() {
  const { createParent } = yield* OrganizationOperations
  const { capture, reserve } = yield* Billing
  const clock = yield* Clock.Clock
  const millis = lastMonth.epochMilliseconds
  const fixed: Clock.Clock = {
    currentTimeMillisUnsafe: () => millis,
    currentTimeMillis: Effect.succeed(millis),
    currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
    currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
    monotonicTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
    sleep: (duration) => clock.sleep(duration)
  }
  const booked = Effect.forEach(Array.from({ length: payers }), (_, index) =>
    Effect.gen(function*() {
      const { organization_id } = yield* createParent({
        name: `Customer ${index}`,
        starting_credit: Money.MinorUnits.make(10_000)
      })
      const unit_price = Money.MinorUnits.make(1_000)
      yield* capture(
        yield* reserve({
          organization_id,
          product_type: "domain",
          product_reference: `name${index}.example`,
          action: "create",
          quote: { unit_price, volume: 1, unit: "y", currency: "EUR", is_premium: false }
        })
      )
    }))
  yield* Effect.provideService(booked, Clock.Clock, fixed)
})

/** Runs `invoices issue` in a process of its own, and kills it once `isDue` is true; the exit code, or null. */
const issued = (args: ReadonlyArray<string>, isDue: () => boolean = () => false) =>
  Effect.callback<number | null>((resume) => {
    const child = spawn(process.execPath, ["--conditions=namewright-source", main, "invoices", "issue", ...args], {
      stdio: "ignore"
    })
    const watch = setInterval(() => isDue() && child.kill("SIGKILL"), 1)
    child.once("exit", (code) => {
      clearInterval(watch)
      resume(Effect.succeed(code))
    })
  })

/** Reads the number of stored invoices while other processes write. */
const counting = (filename: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(filename, { readOnly: true })),
      (database) => Effect.sync(() => database.close())
    ),
    (database) => {
      const count = database.prepare("SELECT count(*) AS n FROM invoices")
      return () => Number(count.get()?.["n"])
    }
  )

it.live("A killed month end leaves no gap and no second invoice", () =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true }))
    )
    const filename = join(folder, "data.sqlite")
    const file = join(folder, "invoices.json")
    yield* Effect.promise(() => writeFile(file, JSON.stringify({ ...invoicing, first_month: monthOf(lastMonth) })))
    const storage = sqlite({ filename })
    const platform = layerPlatform({ storage, environment: "production", loggers: [] }).pipe(
      Layer.provideMerge(storage)
    )
    yield* Effect.provide(fill, platform)
    const args = ["--database", `sqlite:${filename}`, "--environment", "production", "--invoices", file]
    const stored = yield* counting(filename)
    const progress: Array<number> = []
    for (let kill = 0; kill < kills; kill++) {
      // Two processes at once, which are killed when one of them has stored the next invoices.
      const before = stored()
      const isDue = () => stored() > before
      yield* Effect.all([issued(args, isDue), issued(args, isDue)], { concurrency: 2 })
      progress.push(stored())
    }
    assert.strictEqual(yield* issued(args), 0)
    const page = { page: 1, page_size: 2 * payers }
    const { items } = yield* Effect.provide(InvoiceOperations.use(({ list }) => list({}, page)), platform)
    const invoices = items.filter(({ document_type }) => document_type === "invoice")
    assert.strictEqual(new Set(invoices.map(({ organization_id }) => organization_id)).size, payers)
    assert.lengthOf(invoices, payers)
    const places = invoices.map(({ number }) => Number(number.slice(5))).toSorted((a, b) => a - b)
    assert.deepStrictEqual(places, places.map((_, index) => index + 1))
    assert.isTrue(progress.some((count) => count > 0 && count < payers), `no kill hit the work: ${progress.join(", ")}`)
  }).pipe(Effect.scoped), 300_000)
