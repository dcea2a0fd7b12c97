import { assert, describe, it } from "@effect/vitest"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { selfSignedCertificate } from "../../src/server/index.ts"

const subject = {
  names: ["localhost", "epp.registry.example"],
  addresses: ["127.0.0.1", "192.0.2.1"],
  notBefore: new Date("2026-01-01T00:00:00Z"),
  notAfter: new Date("2051-06-30T12:00:00Z")
} as const

describe("selfSignedCertificate", () => {
  it("says for whom it is and how long it counts, and vouches for itself with its key", () => {
    const { certificate, fingerprint, key } = selfSignedCertificate(subject)
    const read = new X509Certificate(certificate)
    assert.strictEqual(read.subject, "CN=localhost")
    assert.strictEqual(
      read.subjectAltName,
      "DNS:localhost, DNS:epp.registry.example, IP Address:127.0.0.1, IP Address:192.0.2.1"
    )
    assert.deepStrictEqual([read.validFromDate, read.validToDate], [subject.notBefore, subject.notAfter])
    assert.isTrue(read.ca)
    assert.isTrue(read.checkIssued(read) && read.verify(read.publicKey))
    assert.isTrue(read.checkPrivateKey(createPrivateKey(key)))
    assert.strictEqual(read.fingerprint256, fingerprint)
  })

  it("is another one every time", () => {
    const [one, other] = [selfSignedCertificate(subject), selfSignedCertificate(subject)]
    assert.notStrictEqual(one.key, other.key)
    assert.notStrictEqual(
      new X509Certificate(one.certificate).serialNumber,
      new X509Certificate(other.certificate).serialNumber
    )
  })
})
