import { assert, describe, it } from "@effect/vitest"
import { assetTypeOf } from "../../src/branding/assetTypeOf.ts"

const text = (content: string) => new TextEncoder().encode(content)
const bytes = (...parts: ReadonlyArray<string | number>) =>
  Uint8Array.from(parts.flatMap((part) => typeof part === "number" ? [part] : [...text(part)]))

describe("assetTypeOf", () => {
  it("is the type of the first bytes", () => {
    assert.strictEqual(assetTypeOf(bytes(0x89, "PNG\r\n", 0x1a, 0x0a, 0, 0, 0, 13, "IHDR")), "image/png")
    assert.strictEqual(assetTypeOf(bytes(0xff, 0xd8, 0xff, 0xe0)), "image/jpeg")
    assert.strictEqual(assetTypeOf(bytes("RIFF", 1, 2, 3, 4, "WEBPVP8L")), "image/webp")
    assert.strictEqual(assetTypeOf(bytes(0, 0, 1, 0, 1, 0)), "image/x-icon")
    assert.strictEqual(assetTypeOf(bytes("wOFF", 0, 1, 0, 0)), "font/woff")
    assert.strictEqual(assetTypeOf(bytes("wOF2", 0, 1, 0, 0)), "font/woff2")
    assert.strictEqual(assetTypeOf(text("<svg/>")), "image/svg+xml")
    assert.strictEqual(assetTypeOf(bytes(0xef, 0xbb, 0xbf, "\n <?xml?><svg/>")), "image/svg+xml")
  })

  it("is undefined for other types, and for bytes that end within a signature", () => {
    const others = [
      bytes(),
      bytes(0x89, "PN"),
      bytes("RIFF", 1, 2, 3, 4, "AVI "),
      bytes("GIF89a"),
      bytes("%PDF-1.7"),
      bytes(0, 0, 2, 0),
      bytes("PK", 3, 4),
      bytes("OTTO"),
      text("alert(1)"),
      bytes("<", 0).subarray(1)
    ]
    assert.deepStrictEqual(others.map(assetTypeOf), others.map(() => undefined))
  })
})
