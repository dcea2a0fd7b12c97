import { assert, describe, it } from "@effect/vitest"
import { ReportFormats } from "@namewright/core/reports"
import { reportFormats } from "@namewright/reports-node"
import { Effect, Exit, Stream } from "effect"
import { createHash } from "node:crypto"
import { unzip } from "../../../test/unzip.ts"

const bytesOf = (stream: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.runCollect(stream), (parts) => Buffer.concat(parts))

describe("zip", () => {
  it.effect("contains one file with the whole stream", () =>
    Effect.gen(function*() {
      const { zip } = yield* ReportFormats
      const parts = Array.from({ length: 40 }, (_, index) => Buffer.alloc(50_000, `line ${index},`))
      const files = yield* Effect.flatMap(
        bytesOf(zip("domain_inventory.csv", Stream.fromIterable(parts))),
        (bytes) => Effect.promise(() => unzip(bytes))
      )
      assert.deepStrictEqual(files.map(([name]) => name), ["domain_inventory.csv"])
      const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")
      assert.strictEqual(hash(files[0]?.[1] ?? Buffer.alloc(0)), hash(Buffer.concat(parts)))
    }).pipe(Effect.provide(reportFormats)))

  it.effect("contains an empty file", () =>
    Effect.gen(function*() {
      const { zip } = yield* ReportFormats
      const files = yield* Effect.flatMap(bytesOf(zip("a.csv", Stream.empty)), (bytes) =>
        Effect.promise(() => unzip(bytes)))
      assert.deepStrictEqual(files.map(([name, content]) => [name, content.length]), [["a.csv", 0]])
    }).pipe(Effect.provide(reportFormats)))

  it.effect("fails with its input, and closes it", () =>
    Effect.gen(function*() {
      const { zip } = yield* ReportFormats
      let released = false
      const broken = Stream.concat(Stream.make(Buffer.alloc(300_000, "a")), Stream.die(new Error("the disk is full")))
        .pipe(
          Stream.ensuring(Effect.sync(() => void (released = true)))
        )
      const exit = yield* Effect.exit(Stream.runDrain(zip("a.csv", broken)))
      assert.isTrue(Exit.isFailure(exit) && String(exit.cause).includes("the disk is full"))
      assert.isTrue(released)
    }).pipe(Effect.provide(reportFormats)))

  it.effect("stops reading when its consumer stops", () =>
    Effect.gen(function*() {
      const { zip } = yield* ReportFormats
      let read = 0
      const endless = Stream.forever(Stream.sync(() => {
        read++
        return crypto.getRandomValues(new Uint8Array(65_536))
      }))
      yield* Stream.runDrain(Stream.take(zip("a.csv", endless), 3))
      assert.isBelow(read, 200)
    }).pipe(Effect.provide(reportFormats)))
})

describe("pdf", () => {
  it.effect("has all rows on pages", () =>
    Effect.gen(function*() {
      const { pdf } = yield* ReportFormats
      const bytes = yield* bytesOf(pdf({
        title: "Registrar portfolio",
        subtitle: ["Credential x", "As of today"],
        columns: [{ heading: "Domain", width: 0.6 }, { heading: "Expires", width: 0.4 }],
        rows: Stream.fromIterable(Array.from({ length: 500 }, (_, index) => [`name-${index}.example`, "2027-01-01"]))
      }))
      const text = bytes.toString("latin1")
      assert.isTrue(text.startsWith("%PDF-1."))
      assert.match(text.trimEnd(), /%%EOF$/)
      const pages = text.match(/\/Type \/Page\b/g)?.length
      assert.strictEqual(pages, 10)
    }).pipe(Effect.provide(reportFormats)))
})
