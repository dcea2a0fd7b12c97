import { assert, layer } from "@effect/vitest"
import { limits } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"

const path = "/v1/whitelabel-branding/assets"
const document = "/v1/whitelabel-branding/document"

/** A file that begins as a PNG; `seed` makes it another one. */
const png = (seed: number, size = 64): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size).fill(seed)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52])
  return bytes
}

const formOf = (bytes: Uint8Array<ArrayBuffer>, part = "file") => {
  const form = new FormData()
  form.append("comment", "x")
  form.append(part, new Blob([bytes], { type: "text/html" }), "logo.html")
  return form
}

const text = (content: string) => new TextEncoder().encode(content)

const pathOf = (url: string) => new URL(url).pathname

type Call = Effect.Success<ReturnType<typeof caller>>

const uploaded = (call: Call, bytes: Uint8Array<ArrayBuffer>) =>
  Effect.map(call("POST", path, formOf(bytes)), ({ body, status }) => {
    assert.strictEqual(status, 201, JSON.stringify(body))
    return body
  })

const listed = (call: Call) => Effect.map(call("GET", path), ({ body }) => body)

layer(TestPlatform.layer)("Assets of a brand", (it) => {
  it.effect("201: stores a file of a form by the type of its bytes, and everybody can load it", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const call = yield* caller()
      const bytes = png(1)
      const asset = yield* uploaded(call, bytes)
      assert.hasAllKeys(asset, ["asset_id", "asset_url", "content_type", "size_bytes", "updated_on"])
      assert.match(asset.asset_id, /^asset_/)
      assert.deepInclude(asset, { content_type: "image/png", size_bytes: 64 })
      assert.match(pathOf(asset.asset_url), /^\/console\/brand\/[0-9a-f]{64}\.png$/)
      const file = yield* fetch("GET", pathOf(asset.asset_url))
      assert.strictEqual(file.status, 200)
      assert.deepStrictEqual([...file.bytes], [...bytes])
      assert.deepInclude(Object.fromEntries(file.headers), {
        "content-type": "image/png",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "x-content-type-options": "nosniff"
      })
      assert.strictEqual((yield* fetch("GET", pathOf(asset.asset_url).replace(".png", ".svg"))).status, 404)
      assert.strictEqual((yield* fetch("GET", `/console/brand/${"0".repeat(64)}.png`)).status, 404)
      assert.strictEqual((yield* fetch("GET", "/console/brand/logo.png")).status, 404)
    }))

  it.effect("201: stores a file in Base64, and the same bytes as the same asset", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const asset = yield* uploaded(call, png(2))
      const again = yield* call("POST", path, { file: Buffer.from(png(2)).toString("base64") })
      assert.deepStrictEqual([again.status, again.body.asset_id], [201, asset.asset_id])
      assert.lengthOf((yield* listed(call)).assets, 1)
    }))

  it.effect("200: lists the organization's assets, the newest first", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.deepStrictEqual(yield* listed(call), { assets: [], items: [], total: 0, page: 1, page_size: 1 })
      const first = yield* uploaded(call, png(3))
      const second = yield* uploaded(call, text(`<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>`))
      const both = yield* call("GET", path, undefined, { prefer: "envelope=both" })
      assert.sameDeepMembers(both.body.assets, [first, second])
      assert.deepStrictEqual(both.body.items, both.body.assets)
      assert.deepStrictEqual(both.body.results, both.body.assets)
      assert.deepInclude(both.body, { total: 2, page: 1, page_size: 2 })
      assert.deepStrictEqual((yield* listed(yield* caller())).assets, [])
    }))

  it.effect("201: an SVG without its scripts; 422: one that would look different without its rules", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const call = yield* caller()
      const svg = (content: string) => text(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)
      const { asset_url, size_bytes } = yield* uploaded(call, svg("<script>alert(1)</script><rect onclick=\"x()\"/>"))
      const file = yield* fetch("GET", pathOf(asset_url))
      assert.strictEqual(file.headers.get("content-type"), "image/svg+xml")
      assert.strictEqual(file.body, "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>\n")
      assert.strictEqual(size_bytes, file.bytes.length)
      const refused = yield* call("POST", path, formOf(svg("<style>rect{fill:red}</style>")))
      assert.deepStrictEqual([refused.status, refused.body.code], [422, "ERROR_WHITELABEL_SVG_REFUSED"])
      assert.lengthOf((yield* listed(call)).assets, 1)
    }))

  it.effect("413: more than 5 MB, 415: other types of files and of bodies, 422: a form without a file", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const largest = limits.branding.assetBytes
      const refused = Effect.fnUntraced(function*(body: unknown, headers?: Record<string, string>) {
        const answer = yield* call("POST", path, body, headers)
        return [answer.status, answer.body.code ?? issuesOf(answer.body)]
      })
      assert.strictEqual((yield* uploaded(call, png(4, largest))).size_bytes, largest)
      const tooLarge = [413, "ERROR_WHITELABEL_ASSET_TOO_LARGE"]
      assert.deepStrictEqual(yield* refused(formOf(png(4, largest + 1))), tooLarge)
      assert.deepStrictEqual(yield* refused({ file: Buffer.from(png(4, largest + 1)).toString("base64") }), tooLarge)
      assert.deepStrictEqual(yield* refused(formOf(png(4, largest * 2))), tooLarge)
      const announced = { "content-length": String(largest * 2) }
      assert.deepStrictEqual(yield* refused(formOf(png(4)), announced), [413, "ERROR_PAYLOAD_TOO_LARGE"])
      for (const content of ["GIF89a", "%PDF-1.7", "", "PK\u0003\u0004"]) {
        const other = [415, "ERROR_WHITELABEL_ASSET_TYPE_NOT_SUPPORTED"]
        assert.deepStrictEqual(yield* refused(formOf(text(content))), other, content)
      }
      const type = { "content-type": "image/png" }
      assert.deepStrictEqual(yield* refused(png(5), type), [415, "ERROR_UNSUPPORTED_MEDIA_TYPE"])
      assert.deepStrictEqual(yield* refused(formOf(png(5), "logo")), [422, [["body.file", "missing"]]])
      assert.deepStrictEqual(yield* refused({}), [422, [["body.file", "missing"]]])
      const broken = { "content-type": "multipart/form-data; boundary=x" }
      assert.deepStrictEqual(yield* refused("--x\r\nno header", broken), [422, [["body", "form_invalid"]]])
      assert.lengthOf((yield* listed(call)).assets, 1)
    }))

  it.effect("200: documents refer to assets, by the platform's own host; fonts are no logos", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const other = yield* caller()
      const { asset_url } = yield* uploaded(call, png(6))
      const saved = yield* call("PUT", document, { brand: { logo: { light: asset_url } } })
      assert.deepStrictEqual([saved.status, saved.body.brand], [200, { logo: { light: asset_url } }])
      const moved = `https://former.example${pathOf(asset_url)}`
      const again = yield* call("PUT", document, { brand: { logo: { light: moved } } })
      assert.deepStrictEqual([again.status, again.body.brand], [200, { logo: { light: asset_url } }])
      const preview = { template_name: "balance_low", language_code: "en", branding_document: saved.body }
      assert.include((yield* call("POST", "/v1/whitelabel-branding/email/preview", preview)).body.html, asset_url)
      assert.strictEqual((yield* other("POST", "/v1/whitelabel-branding/email/preview", preview)).status, 422)
      const font = yield* call("PUT", document, { theme: { font_url: asset_url } })
      assert.deepStrictEqual([font.status, issuesOf(font.body)], [422, [["body.theme.font_url", "value_error"]]])
      const foreign = yield* other("PUT", document, { brand: { logo: { light: asset_url } } })
      assert.strictEqual(foreign.status, 422)
    }))

  it.effect("204: deletes an asset; 409 while the document refers to it, 404 for one of others", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const call = yield* caller()
      const other = yield* caller()
      const { asset_id, asset_url } = yield* uploaded(call, png(7))
      const theirs = yield* uploaded(other, png(7))
      yield* call("PUT", document, { brand: { logo: { icon: `https://former.example${pathOf(asset_url)}` } } })
      const inUse = yield* call("DELETE", `${path}/${asset_id}`)
      assert.deepStrictEqual([inUse.status, inUse.body.code], [409, "ERROR_WHITELABEL_ASSET_IN_USE"])
      yield* call("PUT", document, {})
      const foreign = yield* call("DELETE", `${path}/${theirs.asset_id}`)
      assert.deepStrictEqual([foreign.status, foreign.body.code], [404, "ERROR_WHITELABEL_ASSET_NOT_FOUND"])
      assert.strictEqual((yield* call("DELETE", `${path}/${asset_id}`)).status, 204)
      assert.strictEqual((yield* call("DELETE", `${path}/${asset_id}`)).status, 404)
      assert.strictEqual((yield* fetch("GET", pathOf(asset_url))).status, 200, "the other organization has it")
      yield* other("DELETE", `${path}/${theirs.asset_id}`)
      assert.strictEqual((yield* fetch("GET", pathOf(asset_url))).status, 404)
      const log = yield* call("GET", "/v1/archive/object-logs?object_type=WHITELABEL_BRANDING")
      assert.lengthOf(log.body.items, 4)
    }))

  it.effect("409: an organization has at most 100 assets", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const svg = (index: number) => text(`<svg xmlns="http://www.w3.org/2000/svg"><rect x="${index}"/></svg>`)
      for (let index = 0; index < limits.branding.assets; index++) yield* uploaded(call, svg(index))
      const refused = yield* call("POST", path, formOf(svg(-1)))
      assert.deepStrictEqual([refused.status, refused.body.code], [409, "ERROR_WHITELABEL_ASSET_LIMIT"])
      assert.strictEqual((yield* call("POST", path, formOf(svg(0)))).status, 201)
    }))

  it.effect("403: rights to view do not include uploads and deletions", () =>
    Effect.gen(function*() {
      const viewer = yield* caller({ rights: ["whitelabel_branding:view"] })
      const { asset_id } = yield* uploaded(yield* caller({ of: viewer.organization }), png(8))
      assert.lengthOf((yield* listed(viewer)).assets, 1)
      for (const call of [viewer("POST", path, formOf(png(9))), viewer("DELETE", `${path}/${asset_id}`)]) {
        const { body, status } = yield* call
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      }
      assert.strictEqual((yield* (yield* caller({ rights: ["organization:read"] }))("GET", path)).status, 403)
    }))
})
