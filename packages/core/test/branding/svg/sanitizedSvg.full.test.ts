import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { sanitizedSvg } from "../../../src/branding/svg/sanitizedSvg.ts"
import { hostileSvgs } from "./hostileSvgs.ts"
import { unsafeParts } from "./unsafeParts.ts"

const files = hostileSvgs.map(([, file]) => file)
const index = (length: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: length - 1 }))
const contentOf = (file: string) => /^(<svg[^>]*>)([^]*)(<\/svg>)$/.exec(file)

/** The contents of two files in one root. */
const joined = (one: string, other: string) => {
  const [, begin = "", content = "", end = ""] = contentOf(one) ?? []
  return `${begin}${content}${contentOf(other)?.[2] ?? other}${end}`
}

const Change = Schema.Struct({
  at: index(2000),
  removed: index(20),
  added: Schema.Literals(["", "<", ">", "\"", "'", "&", ";", "\\", "\n", "/*", "url(", "]]>", "<![CDATA[", "#", "\0"])
})

const changed = (file: string, { added, at, removed }: typeof Change.Type) => {
  const start = at % (file.length + 1)
  return file.slice(0, start) + added + file.slice(start + removed)
}

describe("sanitizedSvg", () => {
  it.effect.prop(
    "disarms mutations of hostile files",
    [index(files.length), index(files.length), Schema.Array(Change).check(Schema.isMaxLength(3))],
    ([one, other, changes]) =>
      Effect.gen(function*() {
        const file = changes.reduce(changed, joined(files[one] ?? "", files[other] ?? ""))
        const result = yield* Effect.result(sanitizedSvg(new TextEncoder().encode(file)))
        if (Result.isFailure(result)) return
        const text = new TextDecoder().decode(result.success)
        assert.deepStrictEqual(unsafeParts(text), [], file)
      }),
    { timeout: 300_000, arbitrary: { runs: 20_000 } }
  )
})
