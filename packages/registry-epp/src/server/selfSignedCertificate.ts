import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto"
import { isIPv4 } from "node:net"

/** A self-signed certificate with its key, both in PEM. */
export interface SelfSignedCertificate {
  readonly certificate: string
  readonly key: string
  /** SHA-256 of the certificate in the usual notation. */
  readonly fingerprint: string
}

/** Subjects and validity of a certificate. */
export interface CertificateSubject {
  readonly names: readonly [string, ...ReadonlyArray<string>]
  /** IPv4. */
  readonly addresses: ReadonlyArray<string>
  readonly notBefore: Date
  readonly notAfter: Date
}

/**
 * Makes a certificate (RFC 5280) with a new P-256 key, for a test server. A client that trusts it as an authority
 * accepts the server. Blocks for about 1 ms.
 */
export const selfSignedCertificate = (subject: CertificateSubject): SelfSignedCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const content = toBeSigned(subject, publicKey)
  const signature = bitString(sign("sha256", content, privateKey))
  const der = sequence(content, ecdsaWithSha256, signature)
  const lines = der.toString("base64").match(/.{1,64}/g) ?? []
  const certificate = ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n")
  return {
    certificate,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    fingerprint: new X509Certificate(certificate).fingerprint256
  }
}

/** `TBSCertificate` of version 3 (RFC 5280, section 4.1). */
const toBeSigned = ({ addresses, names, notAfter, notBefore }: CertificateSubject, publicKey: KeyObject): Buffer => {
  const name = sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(names[0])))))
  return sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(authority, alternativeNames(names, addresses)))
  )
}

const tlv = (tag: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const value = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(value)]), value])
}

/** Short form up to 127 octets, then the number of octets that follow (X.690, section 8.1.3). */
const lengthOf = ({ length }: Buffer): ReadonlyArray<number> => {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

const sequence = (...parts: ReadonlyArray<Buffer>): Buffer => tlv(0x30, ...parts)
const integer = (value: Buffer): Buffer => tlv(0x02, value)
const oid = (hexadecimal: string): Buffer => tlv(0x06, Buffer.from(hexadecimal, "hex"))
const bitString = (value: Buffer): Buffer => tlv(0x03, Buffer.from([0]), value)

/** `UTCTime` through 2049, `GeneralizedTime` later (RFC 5280, section 4.1.2.5). */
const time = (date: Date): Buffer => {
  const text = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`
  return date.getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(text.slice(2))) : tlv(0x18, Buffer.from(text))
}

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))

/** Critical extension: the authority signs no intermediate authorities. */
const authority = sequence(
  oid("551d13"),
  tlv(0x01, Buffer.from([0xff])),
  tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff])), integer(Buffer.from([0]))))
)

const alternativeNames = (names: ReadonlyArray<string>, addresses: ReadonlyArray<string>): Buffer =>
  sequence(
    oid("551d11"),
    tlv(
      0x04,
      sequence(
        ...names.map((name) => tlv(0x82, Buffer.from(name))),
        ...addresses.filter(isIPv4).map((address) => tlv(0x87, Buffer.from(address.split(".").map(Number))))
      )
    )
  )
