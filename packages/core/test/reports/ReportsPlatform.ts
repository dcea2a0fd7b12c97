import { administrator } from "@namewright/conformance"
import { Billing } from "@namewright/core/billing"
import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { OrganizationOperations, Organizations } from "@namewright/core/organizations"
import { ReportFiles, ReportGeneration, Reports, ReportStore, type StoredReport } from "@namewright/core/reports"
import { generatedFile, type ReportId } from "@namewright/core/reports"
import { CurrentActor, Money, type OrganizationId, Timetable } from "@namewright/core/shared"
import { parse } from "csv-parse/sync"
import { Effect, Layer, Option, Stream } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { unzip } from "../../../../test/unzip.ts"

/** A whole platform in production, where amounts are shown, on SQLite in memory and on the test's clock. */
export const reportsPlatform = (options: Partial<PlatformOptions> = {}) =>
  Layer.orDie(layerPlatform({ storage: memoryDatabase(), environment: "production", ...options }))

/** A parent with money. */
export const parent = Effect.gen(function*() {
  const { createParent } = yield* OrganizationOperations
  const { organization_id } = yield* createParent({ name: "Parent", starting_credit: Money.MinorUnits.make(1_000_000) })
  return organization_id
})

/** A suborganization for which its parent pays. */
export const childOf = (owner: OrganizationId, name: string) =>
  Effect.gen(function*() {
    const organizations = yield* Organizations
    const { organization_id } = yield* organizations.create({ name })
    return organization_id
  }).pipe(as(owner))

export const as = (organization: OrganizationId) => Effect.provideService(CurrentActor, administrator(organization))

/** Two years of a domain at 10.00 each, paid. */
export const paid = Effect.fnUntraced(function*(organization_id: OrganizationId, product_reference: string) {
  const { capture, reserve } = yield* Billing
  const unit_price = Money.MinorUnits.make(1_000)
  const id = yield* reserve({
    organization_id,
    product_type: "domain",
    product_reference,
    action: "renew",
    quote: { unit_price, volume: 2, unit: "y", currency: "EUR", is_premium: false }
  })
  yield* capture(id)
})

export const stored = Effect.fnUntraced(function*(organization: OrganizationId, id: ReportId) {
  const { find } = yield* ReportStore
  return Option.getOrThrow(yield* find(organization, id))
})

/** Makes a report as its last try, and answers what became of it. */
export const made = Effect.fnUntraced(function*(organization: OrganizationId, id: ReportId) {
  const { generate } = yield* ReportGeneration
  yield* generate(id, { isLast: true })
  return yield* stored(organization, id)
})

/** The file inside the ZIP of a finished report. */
export const content = Effect.fnUntraced(function*(report: StoredReport) {
  const { read } = yield* ReportFiles
  const end = (report.file_size_bytes ?? 0) - 1
  const parts = yield* Stream.runCollect(read(generatedFile(report), { start: 0, end }))
  const [file] = yield* Effect.promise(() => unzip(Buffer.concat(parts)))
  return file ?? (yield* Effect.die(new Error("The ZIP is empty")))
})

/** The lines of a finished sheet, its heading first. */
export const lines = Effect.fnUntraced(function*(report: StoredReport) {
  const [, bytes] = yield* content(report)
  return parse(bytes) as ReadonlyArray<ReadonlyArray<string>>
})

/** Asks for a report and makes it. */
export const report = Effect.fnUntraced(function*(
  organization: OrganizationId,
  input: Parameters<Reports["Service"]["create"]>[0]
) {
  const { create } = yield* Reports
  const { report_id } = yield* as(organization)(create(input))
  return yield* made(organization, report_id)
})

/** Rounds of one work until nothing is left. */
export const carryOut = Effect.fnUntraced(function*(name: string) {
  const { works } = yield* Timetable
  const work = (yield* works).find((one) => one.name === name)
  if (work === undefined) return yield* Effect.die(new Error(`No work ${name}`))
  while (yield* work.run);
})
