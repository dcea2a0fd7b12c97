import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { sanitizedSvg } from "../../../src/branding/svg/sanitizedSvg.ts"
import { hostileSvgs, requested } from "./hostileSvgs.ts"
import { unsafeParts } from "./unsafeParts.ts"

const sanitized = (file: string) =>
  Effect.map(sanitizedSvg(new TextEncoder().encode(file)), (bytes) => new TextDecoder().decode(bytes))

const reasonOf = (file: string) =>
  Effect.map(Effect.result(sanitized(file)), (result) => Result.isFailure(result) ? result.failure.reason : "none")

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`

describe("sanitizedSvg", () => {
  it("has more than 100 hostile files, each of them unsafe", () => {
    assert.isAtLeast(hostileSvgs.length, 100)
    assert.strictEqual(new Set(hostileSvgs.map(([, file]) => file)).size, hostileSvgs.length)
    assert.deepStrictEqual(hostileSvgs.filter(([, file]) => unsafeParts(file).length === 0), [])
  })

  it.effect.each(hostileSvgs.map(([name, file]) => ({ name, file })))(
    "refuses or disarms $name",
    ({ file }) =>
      Effect.gen(function*() {
        const result = yield* Effect.result(sanitized(file))
        if (Result.isFailure(result)) return
        assert.deepStrictEqual(unsafeParts(result.success), [])
        assert.notInclude(result.success, requested)
        // Its own result is its fixed point.
        assert.strictEqual(yield* sanitized(result.success), result.success)
      })
  )

  it.effect("keeps shapes, gradients, clip paths, texts and local references", () =>
    Effect.gen(function*() {
      const kept = svg(
        "<title>Logo &amp; name</title><defs><linearGradient id=\"a\" gradientTransform=\"rotate(90)\"><stop offset=\"0\" stop-color=\"#f00\"/></linearGradient></defs>"
          + "<g id=\"b\" transform=\"translate(1 2) scale(.5)\"><path d=\"M0 0L9 9z\" fill=\"url(#a)\" stroke=\"rgb(1, 2, 3)\"/></g>"
          + "<use href=\"#b\" x=\"1\"/><text x=\"1\" font-family=\"Inter, sans-serif\">Zürich<tspan dy=\"1\">!</tspan></text>"
      )
      assert.strictEqual(yield* sanitized(kept), `${kept}\n`)
    }))

  it.effect("keeps functions of transforms without a space between them, and types of masks", () =>
    Effect.gen(function*() {
      const kept = "<g transform=\"rotate(90 1 2)scale(3)\"><path d=\"M0 0L9 9z\"/></g>"
      const masked = (type: string) => svg(`${kept}<mask id="a" ${type}><rect width="9"/></mask>`)
      assert.strictEqual(
        yield* sanitized(masked("style=\"mask-type:alpha\"")),
        `${masked("style=\"mask-type:alpha\"")}\n`
      )
      assert.strictEqual(
        yield* sanitized(masked("mask-type=\"luminance\"")),
        `${masked("style=\"mask-type:luminance\"")}\n`
      )
      assert.strictEqual(
        yield* sanitized(masked("style=\"mask-type:url(a)\"")),
        `${svg(`${kept}<mask id="a"><rect width="9"/></mask>`)}\n`
      )
    }))

  it.effect("makes attributes of classes, which go before attributes and after the own style", () =>
    Effect.gen(function*() {
      const file = svg(
        "<style>.a{fill:red;stroke:#000}/* x */ .a, .b { fill : blue }</style>"
          + "<rect class=\"a\" fill=\"green\"/><rect class=\"b c\" style=\"fill:#fff!important\"/>"
      )
      assert.strictEqual(
        yield* sanitized(file),
        `${svg("<rect fill=\"blue\" stroke=\"#000\"/><rect fill=\"#fff\"/>")}\n`
      )
    }))

  it.effect("names the rule for which a style sheet is refused", () =>
    Effect.gen(function*() {
      const rule = (css: string) => reasonOf(svg(`<style>${css}</style>`))
      assert.match(yield* rule(".a{fill:red} rect.a{fill:red}"), /: rect\.a$/)
      assert.match(yield* rule("@media print{.a{fill:red}}"), /: @media print$/)
      assert.match(yield* rule("@import url(a.css);"), /: @import url\(a\.css\)$/)
      assert.match(yield* rule(".a:hover{fill:red}"), /: \.a:hover$/)
      assert.match(yield* rule(".a{fill:red"), /: \.a$/)
    }))

  it.effect("leaves out elements and attributes of editors", () =>
    Effect.gen(function*() {
      const file = `<?xml version="1.0" encoding="UTF-8"?><!-- Inkscape --><svg xmlns="http://www.w3.org/2000/svg"
        xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" sodipodi:docname="a.svg" viewBox="0 0 9 9"
        ><sodipodi:namedview><rect/></sodipodi:namedview><metadata>x</metadata><rect width="1"/></svg>`
      assert.strictEqual(yield* sanitized(file), `${svg("<rect width=\"1\"/>")}\n`)
    }))

  it.effect("leaves out a document type, whose entities are then unknown", () =>
    Effect.gen(function*() {
      const type = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">`
      assert.strictEqual(yield* sanitized(`${type}${svg("<rect/>")}`), `${svg("<rect/>")}\n`)
      assert.strictEqual(yield* reasonOf(`${type}${svg("<text>&nbsp;</text>")}`), "It is malformed XML")
    }))

  it.effect("gives the reason for files that it cannot read or that multiply", () =>
    Effect.gen(function*() {
      const declaring = `<!DOCTYPE svg [<!ENTITY a "x">]>${svg("<text>&a;</text>")}`
      assert.strictEqual(yield* reasonOf(declaring), "Its document type has declarations")
      assert.strictEqual(yield* reasonOf("<html/>"), "It is no SVG")
      assert.strictEqual(yield* reasonOf("<svg xmlns=\"http://www.w3.org/2000/svg\">"), "It is malformed XML")
      assert.match(yield* reasonOf(svg("<g id=\"a\"><use href=\"#a\"/></g>")), /draws more than/)
      const uses = Array.from({ length: 15_000 }, (_, index) => `<use id="u${index}" href="#u${index + 1}"/>`)
      assert.match(yield* reasonOf(svg(uses.join(""))), /draws more than/)
      const utf16 = Uint8Array.of(0xff, 0xfe, 0x3c, 0x00)
      const refused = yield* Effect.flip(sanitizedSvg(utf16))
      assert.strictEqual(refused.reason, "It is not encoded in UTF-8")
    }))
})
