import { assert, describe, it } from "@effect/vitest"
import { Hostname, OrganizationId, standardSettings } from "@namewright/core/shared"
import { cookieNames } from "../../src/realm/cookies.ts"
import { brandRealmUrls, realmUrls } from "../../src/realm/RealmUrls.ts"

const settings = { ...standardSettings, base_url: "https://names.example:8443/api" }
const [first, second] = ["organization_01h455vb4pex5vsknk084sn02q", "organization_01h455vb4pex5vsknk084sn02r"].map(
  (id) => OrganizationId.make(id)
) as [OrganizationId, OrganizationId]
const auth = Hostname.make("auth.acme.brands.example")
const app = Hostname.make("app.acme.brands.example")

describe("the realm of a brand", () => {
  const host = { hostname: auth, organization_id: first, part: "auth", counterpart: app } as const

  it("is the same for both hosts of the pair, with the scheme and the port of the installation", () => {
    const urls = brandRealmUrls(host, settings)
    assert.deepStrictEqual(
      brandRealmUrls({ hostname: app, organization_id: first, part: "app", counterpart: auth }, settings),
      urls
    )
    assert.strictEqual(urls?.issuer, "https://auth.acme.brands.example:8443/realms/sandbox")
    assert.deepStrictEqual(urls?.resources, { rest: "https://app.acme.brands.example:8443/v1" })
    assert.strictEqual(realmUrls(settings).issuer, "https://names.example:8443/api/realms/sandbox")
  })

  it("has cookies of its host alone, without the name of the software", () => {
    const urls = brandRealmUrls(host, settings)
    if (urls === undefined) return assert.fail("no realm")
    const { form, interaction, signIn } = cookieNames(urls)
    assert.deepStrictEqual(
      [signIn, form, interaction],
      ["__Host-realm_realms_sandbox_signin", "__Host-realm_realms_sandbox_form", "__Secure-realm_interaction"]
    )
    assert.strictEqual(cookieNames(realmUrls(settings)).signIn, "__Host-namewright_api_realms_sandbox_signin")
  })

  it("has another key for another organization that gets its host later", () => {
    const keys = [first, second].map((organization_id) => brandRealmUrls({ ...host, organization_id }, settings)?.key)
    assert.strictEqual(new Set([...keys, realmUrls(settings).key]).size, 3)
  })

  it("is absent while its sign-in host is not served", () => {
    const alone = { hostname: app, organization_id: first, part: "app", counterpart: null } as const
    assert.isUndefined(brandRealmUrls(alone, settings))
    assert.deepStrictEqual(brandRealmUrls({ ...host, counterpart: null }, settings)?.resources, {})
  })
})
