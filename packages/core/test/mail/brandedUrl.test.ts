import { assert, describe, it } from "@effect/vitest"
import { brandedUrl } from "@namewright/core/mail"
import { Schema } from "effect"

const settings = {
  base_url: "https://names.example/api",
  sign_in_pages: "https://names.example/api/realms/production"
}
const hosts = { app: "https://app.nordhost.example", auth: "https://auth.nordhost.example" }

describe("brandedUrl", () => {
  it("maps pages to the host that serves them", () => {
    const mapped = (url: string) => brandedUrl(url, hosts, settings)
    assert.strictEqual(mapped(settings.base_url), hosts.app)
    assert.strictEqual(
      mapped("https://names.example/api/v1/contacts/verify?token=a"),
      `${hosts.app}/v1/contacts/verify?token=a`
    )
    assert.strictEqual(
      mapped("https://names.example/api/realms/production/password?token=a"),
      `${hosts.auth}/realms/production/password?token=a`
    )
    const elsewhere = ["https://names.example/apix", "https://names.example.evil/api/v1", "https://other.example/api/"]
    for (const url of elsewhere) assert.strictEqual(mapped(url), url)
    const external = { ...settings, sign_in_pages: "https://id.example/login" }
    assert.strictEqual(
      brandedUrl("https://id.example/login/password", hosts, external),
      "https://id.example/login/password"
    )
  })

  it.prop(
    "keeps the rest of an address, and every address without hosts",
    [Schema.String.check(Schema.isPattern(/^[/?#][!-~]*$/)), Schema.Boolean],
    ([rest, isSignIn]) => {
      const base = isSignIn ? settings.sign_in_pages : settings.base_url
      const mapped = brandedUrl(`${base}${rest}`, hosts, settings)
      assert.isTrue(mapped.endsWith(rest))
      assert.isFalse(mapped.startsWith("https://names.example"))
      assert.strictEqual(brandedUrl(`${base}${rest}`, null, settings), `${base}${rest}`)
    }
  )
})
