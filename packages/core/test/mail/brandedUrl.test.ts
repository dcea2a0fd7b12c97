import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { BrandingDocumentStore, HostsOfBrands } from "@namewright/core/branding"
import { layerPlatform } from "@namewright/core/embed"
import { brandedUrl, Mails, mailTemplates } from "@namewright/core/mail"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"

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

  const platform = layerPlatform({ storage: sqlite({ filename: ":memory:" }), baseUrl: settings.base_url }).pipe(
    Layer.provide(Layer.succeed(HostsOfBrands, () => Effect.succeed(hosts))),
    Layer.orDie
  )

  it.effect("leads the links and the logo of a mail to the hosts of its brand", () =>
    Effect.gen(function*() {
      const organization_id = yield* newOrganizationId
      const store = yield* BrandingDocumentStore
      const { atomically } = yield* Transaction
      const light = `${settings.base_url}/console/brand/${"a".repeat(64)}.png`
      const version = {
        version_number: 1,
        performed_by_type: "system" as const,
        performed_by_id: null,
        restored_from: null,
        created_on: yield* Instant.now,
        document: { brand: { name: "Nordhost", logo: { light } } }
      }
      yield* atomically(Effect.andThen(store.lock(organization_id), store.append(organization_id, version, 10)))
      const mails = yield* Mails
      yield* mails.send({
        cause: "test/1",
        organization_id,
        to: "ada@example.com",
        locale: "en",
        template: mailTemplates.contactVerification,
        values: {
          name: "Ada",
          email: "ada@example.com",
          verification_url: `${settings.base_url}/v1/contacts/verify?token=secret`,
          expires_on: DateTime.makeUnsafe("2030-01-15T09:00:00Z")
        }
      })
      const { message } = Option.getOrThrow(yield* mails.findByCause("test/1"))
      assert.include(message.text, `${hosts.app}/v1/contacts/verify?token=secret`)
      assert.include(message.html, `src="${hosts.app}/console/brand/${"a".repeat(64)}.png"`)
      assert.notInclude(`${message.text}${message.html}`, "names.example")
    }).pipe(Effect.provide(platform)))
})
