import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { zoneCaller, zoneFixture } from "./zoneCaller.ts"

layer(TestPlatform.layer)("GET /v1/dns/{zone_name}/master-file", (it) => {
  it.effect("200: the zone as a file that nameservers read", () =>
    Effect.gen(function*() {
      const { call, created, name, path } = yield* zoneFixture
      const { body, headers, status } = yield* call("GET", `${path}/master-file`, undefined, { accept: "text/dns" })
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/dns/)
      assert.strictEqual(headers.get("content-disposition"), `attachment; filename="${name}.zone"`)
      assert.strictEqual(headers.get("etag"), `"${created.body.serial}"`)
      assert.match(body, /192\.0\.2\.1/)
      assert.match(body, /SOA\s+ns1\.namewright\.test\. hostmaster\.namewright\.test\. /)
    }))

  it.effect("200 whatever Accept says, and 404 for another organization", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("GET", `${path}/master-file`)).status, 404)
      const { status } = yield* call("GET", `${path}/master-file`, undefined, { accept: "application/json" })
      assert.strictEqual(status, 200)
    }))
})
