import { assert, describe, it } from "@effect/vitest"
import { type BrandingAssetRecord, type BrandingDocument, newBrandingAssetId } from "@namewright/core/branding"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { assetIssues, refersTo } from "../../src/branding/assetIssues.ts"
import { assetPathOf, withAssetUrls } from "../../src/branding/assetUrls.ts"

const [image, font] = ["a".repeat(64), "b".repeat(64)]
const urls = (base: string) => ({
  image: `${base}/console/brand/${image}.png`,
  font: `${base}/console/brand/${font}.woff2`
})

const documentAt = (base: string): BrandingDocument => ({
  brand: { name: "Example", logo: { light: urls(base).image, dark: null } },
  theme: { font_url: urls(base).font, radius: "1rem" }
})

const records = Effect.gen(function*() {
  const shared = { organization_id: yield* newOrganizationId, size_bytes: 1, updated_on: yield* Instant.now }
  return {
    image: { ...shared, asset_id: yield* newBrandingAssetId, sha256: image, content_type: "image/png" },
    font: { ...shared, asset_id: yield* newBrandingAssetId, sha256: font, content_type: "font/woff2" }
  } satisfies Record<string, BrandingAssetRecord>
})

describe("addresses of assets", () => {
  it("are those of the current host in every document", () => {
    const [former, current] = ["http://127.0.0.1:8080", "https://api.example.com/domains"]
    assert.deepStrictEqual(withAssetUrls(documentAt(former), current), documentAt(current))
    assert.deepStrictEqual(withAssetUrls(documentAt(current), former), documentAt(former))
    const without = { brand: { name: "x" }, theme: { radius: "1rem" } }
    assert.deepStrictEqual(withAssetUrls(without, current), without)
  })

  it("are recognized by their path alone", () => {
    const path = `/console/brand/${image}.png`
    for (const base of ["https://a.example", "http://127.0.0.1:8080", "https://a.example/prefix"]) {
      assert.strictEqual(assetPathOf(`${base}${path}`), path)
    }
    const others = [
      path,
      `javascript:${path}`,
      `https://a.example?${path}`,
      `https://a.example/#${path}`,
      `https://a.example${path}?x`,
      `https://a.example${path}/`,
      `https://a.example/console/brand/logo.png`
    ]
    for (const other of others) assert.isUndefined(assetPathOf(other), other)
  })

  it.effect("are refused if no asset has them, or one of the other kind", () =>
    Effect.gen(function*() {
      const known = yield* records
      const document = documentAt("https://former.example")
      const problems = (uploaded: ReadonlyArray<BrandingAssetRecord>, given = document) =>
        assetIssues(given, uploaded).map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)
      assert.deepStrictEqual(problems([known.image, known.font]), [])
      assert.deepStrictEqual(problems([known.image]), ["body.theme.font_url: Expected the URL of an uploaded asset"])
      const swapped = {
        brand: { logo: { icon: urls("https://a.example").font } },
        theme: { font_url: urls("https://a.example").image }
      }
      assert.deepStrictEqual(problems([known.image, known.font], swapped), [
        "body.brand.logo.icon: Expected the URL of an uploaded image",
        "body.theme.font_url: Expected the URL of an uploaded font"
      ])
      assert.isTrue(refersTo(document, known.image))
      assert.isFalse(refersTo(document, { ...known.image, content_type: "image/webp" }))
    }))
})
