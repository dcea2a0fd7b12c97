import { assert, describe, it } from "@effect/vitest"
import type { Environment } from "@namewright/core/shared"
import { webhookUrl } from "@namewright/core/webhooks"
import { Result } from "effect"

const read = (url: string, environment: Environment = "production", loopback = false) =>
  Result.getOrUndefined(webhookUrl(url, { environment, loopback }))

describe("webhookUrl", () => {
  it.each([
    ["https://example.com/hook", "https://example.com/hook"],
    ["https://example.com", "https://example.com/"],
    ["https://Example.COM:8443/hook?token=1", "https://example.com:8443/hook?token=1"],
    ["https://bücher.example/hook", "https://xn--bcher-kva.example/hook"],
    ["https://9.9.9.9/hook", "https://9.9.9.9/hook"],
    ["https://[2620:fe::fe]/hook", "https://[2620:fe::fe]/hook"]
  ])("takes %s", (url, stored) => assert.strictEqual(read(url), stored))

  it.each([
    "",
    "example.com/hook",
    "ftp://example.com/hook",
    "javascript:alert(1)",
    "http://example.com/hook",
    "https://user:password@example.com/hook",
    "https://example.com/hook#part",
    "https://example.com:22/hook",
    "https://example.com:25/hook",
    "https://intranet/hook",
    "https://localhost/hook",
    "https://service.localhost/hook"
  ])("refuses %s", (url) => assert.isUndefined(read(url)))

  it.each([
    "https://10.0.0.1/hook",
    "https://127.0.0.1/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/hook",
    "https://[fd00::1]/hook",
    "https://[::ffff:10.0.0.1]/hook",
    "https://[::ffff:a00:1]/hook",
    "https://[2002:a00:1::]/hook",
    "https://[64:ff9b::a00:1]/hook"
  ])("refuses an address inside: %s", (url) => assert.isUndefined(read(url)))

  it.each([
    "https://0x09.9.9.9/hook",
    "https://151587081/hook",
    "https://011.011.011.011/hook",
    "https://9.9.2313/hook",
    "https://9.9.9.9./hook",
    "https://%39.9.9.9/hook",
    "https://９.9.9.9/hook",
    "https://9。9。9。9/hook",
    "https:\\\\0x7f000001\\hook",
    "https://0x7f.1/hook",
    "https://2130706433/hook"
  ])("refuses an address in an odd notation: %s", (url) => assert.isUndefined(read(url)))

  it("takes http in the sandbox alone", () => {
    assert.isDefined(read("http://example.com/hook", "sandbox"))
    assert.isUndefined(read("http://10.0.0.1/hook", "sandbox"))
  })

  it("takes this machine where the setting allows it, and nothing else inside", () => {
    for (const host of ["127.0.0.1:3000", "localhost:3000", "[::1]:3000", "127.0.0.1:80"]) {
      assert.isDefined(read(`http://${host}/hook`, "production", true), host)
      assert.isUndefined(read(`http://${host}/hook`, "sandbox"), host)
    }
    assert.isUndefined(read("https://10.0.0.1/hook", "sandbox", true))
    assert.isUndefined(read("http://example.com/hook", "production", true))
  })
})
