import { acmeAuthorities } from "@namewright/acme"
import { CertificateName, Certificates, CertificateStore, IssuedCertificates } from "@namewright/core/certificates"
import { createPlatform, type Platform } from "@namewright/core/embed"
import { Hostname, OrganizationId } from "@namewright/core/shared"
import { embeddedNameserver } from "@namewright/nameservers"
import { Effect, Option, Redacted, Schema } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { freePort } from "../../../test/freePort.ts"
import { memoryDatabase } from "../../../test/memoryDatabase.ts"
import { requires } from "../../../test/requires.ts"
import { challengeServer } from "./challengeServer.ts"
import { type Pebble, startPebble } from "./Pebble.ts"

const readName = Schema.decodeUnknownSync(CertificateName)

const patience = 30_000

describe("An authority with ACME that asks a nameserver of the platform", requires("pebble"), () => {
  let pebble: Pebble
  let platform: Platform
  let owner: OrganizationId
  beforeAll(async () => {
    const port = await freePort()
    pebble = await startPebble(`127.0.0.1:${port}`)
    const { directoryUrl, trustedRoots } = pebble
    platform = createPlatform({
      storage: memoryDatabase(),
      certificateAuthorities: acmeAuthorities({ name: "pebble", directoryUrl, trustedRoots }),
      nameservers: embeddedNameserver({ port })
    })
    const { organization_id } = await platform.operator.organizations.createParent({
      name: "Owner",
      country_code: "DE"
    })
    owner = OrganizationId.make(organization_id)
    const address = { type: "A" as const, ttl: 60, records: [{ rdata: "127.0.0.1" }] }
    await zones().create({
      name: "dns.example",
      rrsets: ["@", "www"].map((name) => ({ name, ...address }))
    })
    // The nameserver is known with its first round.
    await platform.tick({ budgetMillis: 20_000 })
  }, 30_000)
  afterAll(async () => {
    await platform.dispose()
    await pebble[Symbol.asyncDispose]()
  })

  const zones = () => platform.as(owner, "admin").zones

  const recordTexts = async () => {
    const { rrsets } = await zones().get("dns.example")
    return (rrsets ?? []).filter(({ name }) => name.startsWith("_acme-challenge"))
  }

  /** Works until the certificate is issued, or an attempt has failed. */
  const attempted = async (...names: readonly [string, ...ReadonlyArray<string>]) => {
    const [first, ...others] = names.map((name) => readName(name))
    if (first === undefined) throw new Error("No names")
    const { certificate_id } = await platform.runtime.runPromise(
      Certificates.use((certificates) => certificates.ensure([first, ...others], owner, "tests"))
    )
    const deadline = Date.now() + patience
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until the order has ended
      await platform.tick({ budgetMillis: 20_000 })
      // oxlint-disable-next-line no-await-in-loop -- as above
      const found = await platform.runtime.runPromise(
        Effect.map(CertificateStore.use((store) => store.find(certificate_id)), Option.getOrThrow)
      )
      if (found.chain !== null || found.error_code !== null) return found
      if (Date.now() > deadline) throw new Error("The order has not ended")
      // oxlint-disable-next-line no-await-in-loop -- as above
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  it(
    "issues a certificate for a wildcard and its host over DNS, and for other names of the same order over HTTP",
    async () => {
      const server = await challengeServer(platform, pebble.httpPort)
      try {
        const { chain, names, order_url } = await attempted("*.dns.example", "dns.example", "www.dns.example")
        const certificate = new X509Certificate(chain ?? "")
        assert.isNull(order_url)
        assert.sameMembers(
          (certificate.subjectAltName ?? "").split(", "),
          ["*.dns.example", "dns.example", "www.dns.example"].map((name) => `DNS:${name}`)
        )
        assert.deepStrictEqual([...new Set(server.requests)], ["www.dns.example"])
        const served = await platform.runtime.runPromise(
          Effect.map(
            IssuedCertificates.use((issued) => issued.find(Hostname.make("any.dns.example"))),
            Option.getOrThrow
          )
        )
        assert.deepStrictEqual(served.names, names)
        assert.isTrue(certificate.checkPrivateKey(createPrivateKey(Redacted.value(served.key))))
        assert.isEmpty(await recordTexts())
      } finally {
        await server.close()
      }
    },
    60_000
  )

  it("issues a certificate for a wildcard alone", async () => {
    const { chain } = await attempted("*.sub.dns.example")
    assert.strictEqual(new X509Certificate(chain ?? "").subjectAltName, "DNS:*.sub.dns.example")
    assert.isEmpty(await recordTexts())
  }, 60_000)

  it("is not asked about a name outside of the zones of the platform", async () => {
    const { error_code, failures } = await attempted("*.elsewhere.example")
    assert.deepStrictEqual({ error_code, failures }, { error_code: "zone_missing", failures: 0 })
  }, 60_000)
})
