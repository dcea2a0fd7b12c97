import { assert, describe, it, layer } from "@effect/vitest"
import { SvgRasterizer } from "@namewright/core/branding"
import { Effect, Option } from "effect"
import { svgRasterizer, svgRasterizerWith } from "../../src/branding/svgRasterizer.ts"
import { brandPlatform, sampleMail, sendMail } from "../mail/brandedMail.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

const svgOf = (contents: string, size = `viewBox="0 0 200 50"`) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${contents}</svg>`)

const bar = svgOf(`<rect width="200" height="50" fill="#0f766e"/>`)

/** Width and height in the header of a PNG. */
const sizeOf = (png: Uint8Array) => {
  assert.deepStrictEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

const drawn = (svg: Uint8Array, layer = svgRasterizer) =>
  Effect.provide(SvgRasterizer.use((rasterizer) => rasterizer.png(svg)), layer)

describe("svgRasterizer", () => {
  it.live("draws a picture 120 pixels high, and a wide one at most 1,200 wide", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(sizeOf(Option.getOrThrow(yield* drawn(bar))), [480, 120])
      const wide = svgOf("<path d=\"M0 0h4000v20H0z\"/>", `viewBox="0 0 4000 20"`)
      assert.deepStrictEqual(sizeOf(Option.getOrThrow(yield* drawn(wide))), [1200, 6])
    }))

  it.live("draws nothing of a file that is no picture, nor after the time limit", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* drawn(new TextEncoder().encode("<svg")), Option.none())
      assert.deepStrictEqual(yield* drawn(bar, svgRasterizerWith("1 millis")), Option.none())
    }))
})

layer(TestPlatform.layerWith({}, { svgRasterizer }))("The address of an SVG with png", (it) => {
  it.effect("200: the picture for mails; 404 for an SVG that was not drawn", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const call = yield* caller()
      const pngOf = Effect.fnUntraced(function*(svg: Uint8Array) {
        const { body } = yield* call("POST", "/v1/whitelabel-branding/assets", {
          file: Buffer.from(svg).toString("base64")
        })
        return yield* fetch("GET", new URL(body.asset_url).pathname.replace(/\.svg$/, ".png"))
      })
      const { bytes, headers, status } = yield* pngOf(bar)
      assert.strictEqual(status, 200)
      assert.strictEqual(new Headers(headers).get("content-type"), "image/png")
      assert.deepStrictEqual(sizeOf(bytes), [480, 120])
      assert.strictEqual((yield* pngOf(svgOf("<text>Nordhost</text>"))).status, 404)
    }))
})

describe("a logo that is an SVG", () => {
  it("is a PNG in mails, also in those of suborganizations", async () => {
    await using started = await brandPlatform({ svgRasterizer })
    const { customer, platform, received, reseller } = started
    const { branding } = platform.as(reseller, "admin")
    const { asset_url: light } = await branding.uploadAsset({ file: Buffer.from(bar).toString("base64") })
    assert.match(light, /\.svg$/)
    await branding.saveDocument({ brand: { name: "Nordhost", logo: { light } } })
    await sendMail(platform, sampleMail("balance_low", customer))
    await platform.clock.settle()
    const [mail] = await received()
    assert.include(mail?.html ?? "", `<img src="${light.replace(/\.svg$/, ".png")}" alt="Nordhost" height="40"`)
  })

  it("is the name of the brand in mails if it has text, or if nothing draws it", async () => {
    const text = svgOf("<text>Nordhost</text>")
    for (const [file, options] of [[text, { svgRasterizer }], [bar, {}]] as const) {
      await using started = await brandPlatform(options)
      const { platform, received, reseller } = started
      const { branding } = platform.as(reseller, "admin")
      const { asset_url: light } = await branding.uploadAsset({ file: Buffer.from(file).toString("base64") })
      await branding.saveDocument({ brand: { name: "Nordhost", logo: { light } } })
      await sendMail(platform, sampleMail("balance_low", reseller))
      await platform.clock.settle()
      const [mail] = await received()
      assert.include(mail?.html ?? "", "<strong>Nordhost</strong>")
      assert.notInclude(mail?.html ?? "", "<img")
    }
  })
})
