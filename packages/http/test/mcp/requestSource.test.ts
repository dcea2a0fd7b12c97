import { assert, describe, it } from "@effect/vitest"
import { sourceRefusal } from "../../src/mcp/requestSource.ts"

const base = "https://api.example.net"

describe("sourceRefusal", () => {
  it.each(["api.example.net", "api.example.net:443", "localhost:8080", "127.0.0.1", "[::1]:8080", undefined])(
    "accepts the host %s",
    (host) => assert.isUndefined(sourceRefusal({ host, origin: undefined }, base, []))
  )

  it.each(["evil.example", "api.example.net.evil.example", "127.0.0.1.nip.io", "", "a b", "evil@api.example.net:x"])(
    "refuses the host %s, as in DNS rebinding",
    (host) => assert.isString(sourceRefusal({ host, origin: undefined }, base, []))
  )

  it("accepts pages of its own origin only", () => {
    const from = (origin: string) => sourceRefusal({ host: "api.example.net", origin }, base, [])
    assert.isUndefined(from(base))
    for (
      const origin of ["http://api.example.net", "https://api.example.net:8443", "https://example.net", "null", ""]
    ) {
      assert.isString(from(origin), origin)
    }
  })
})
