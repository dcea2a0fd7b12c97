import { assert, describe, it } from "@effect/vitest"
import { initWasm, Resvg } from "@resvg/resvg-wasm"
import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { sanitizedSvg } from "../../../core/src/branding/svg/sanitizedSvg.ts"

const { resolve } = createRequire(import.meta.url)

const Logos = Schema.fromJsonString(Schema.Struct({
  height: Schema.Number,
  width: Schema.Number,
  icons: Schema.Record(
    Schema.String,
    Schema.Struct({
      body: Schema.String,
      height: Schema.optionalKey(Schema.Number),
      width: Schema.optionalKey(Schema.Number)
    })
  )
}))

/** Logos with more than paths and colors. */
const isDemanding = (body: string) =>
  /<(?:clipPath|defs|filter|linearGradient|mask|pattern|radialGradient|use)\b/.test(body)

/** Logos of companies and products in the public domain, as whole files. */
const logos = Effect.map(
  Schema.decodeUnknownEffect(Logos)(readFileSync(resolve("@iconify-json/logos/icons.json"), "utf8")),
  ({ height: usualHeight, icons, width: usualWidth }) =>
    Object.entries(icons).filter(([, { body }]) => isDemanding(body)).map(
      ([name, { body, height = usualHeight, width = usualWidth }]) => ({
        name,
        file: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `
          + `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`
      })
    )
)

/** Pixels of a picture of 120 pixels in height, as in mails. */
const drawn = (file: string | Uint8Array): Uint8Array =>
  new Resvg(file, { fitTo: { mode: "height", value: 120 }, font: { loadSystemFonts: false } }).render().pixels

describe("real logos", () => {
  it.live("have the same pixels after sanitizing as before", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() => initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm"))))
      const all = yield* logos
      assert.isAtLeast(all.length, 400)
      const changed: Array<string> = []
      for (const { file, name } of all) {
        const after = yield* sanitizedSvg(new TextEncoder().encode(file))
        if (Buffer.compare(drawn(file), drawn(after)) !== 0) changed.push(name)
      }
      assert.deepStrictEqual(changed, [])
    }), { timeout: 600_000 })
})
