import { Result } from "effect"
import { Base64 } from "effect/encoding"
import { Instant } from "../shared/index.ts"
import type { CertificateName } from "./CertificateName.ts"
import {
  bitString,
  element,
  isTrue,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  unsignedInteger,
  utf8String
} from "./derElement.ts"
import { pem } from "./PrivateKey.ts"

/** Validity of a certificate. */
export interface Validity {
  readonly valid_from: Instant.Instant
  readonly expires_on: Instant.Instant
}

/** Common name of the root. */
const rootName = "Namewright sandbox authority"

const curve = { name: "ECDSA", namedCurve: "P-256" } as const

const { subtle } = globalThis.crypto

const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"))

const nameOf = (commonName: string) => sequence(set(sequence(objectIdentifier("2.5.4.3"), utf8String(commonName))))

const privateKeyOf = (keyPem: string) => {
  const octets = Result.getOrThrow(Base64.decode(keyPem.replaceAll(/-----[^-]+-----|\s/g, "")))
  return subtle.importKey("pkcs8", new Uint8Array(octets), curve, true, ["sign"])
}

type PrivateKey = Awaited<ReturnType<typeof privateKeyOf>>

/** SubjectPublicKeyInfo of a private key, and the identifier of the key (RFC 7093, section 2). */
const publicKeyOf = async (key: PrivateKey) => {
  const { crv = "", kty = "", x = "", y = "" } = await subtle.exportKey("jwk", key)
  const publicKey = await subtle.importKey("jwk", { crv, kty, x, y }, curve, true, ["verify"])
  const [info, point] = await Promise.all([subtle.exportKey("spki", publicKey), subtle.exportKey("raw", publicKey)])
  const digest = await subtle.digest("SHA-256", point)
  return { info: new Uint8Array(info), id: new Uint8Array(digest).slice(0, 20) }
}

/** Web Crypto writes both numbers of a signature one after the other. */
const signatureOf = async (key: PrivateKey, signed: Uint8Array) => {
  const numbers = new Uint8Array(await subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, new Uint8Array(signed)))
  return sequence(unsignedInteger(numbers.subarray(0, 32)), unsignedInteger(numbers.subarray(32)))
}

const extension = (id: string, value: Uint8Array, isCritical = false) =>
  sequence(objectIdentifier(id), ...(isCritical ? [isTrue] : []), octetString(value))

const subjectKeyId = (id: Uint8Array) => extension("2.5.29.14", octetString(id))
const authorityKeyId = (id: Uint8Array) => extension("2.5.29.35", sequence(element(0x80, id)))

interface Contents {
  readonly serial: Uint8Array
  readonly validity: Validity
  readonly subject: Uint8Array
  readonly publicKey: Uint8Array
  readonly extensions: ReadonlyArray<Uint8Array>
}

/** Certificate of version 3, signed by the root's key, in PEM. Source: RFC 5280, section 4.1. */
const signed = async (rootKey: PrivateKey, { extensions, publicKey, serial, subject, validity }: Contents) => {
  const contents = sequence(
    element(0xa0, unsignedInteger(Uint8Array.of(2))),
    unsignedInteger(serial),
    ecdsaWithSha256,
    nameOf(rootName),
    sequence(time(Instant.format(validity.valid_from)), time(Instant.format(validity.expires_on))),
    subject,
    publicKey,
    element(0xa3, sequence(...extensions))
  )
  return pem("CERTIFICATE", sequence(contents, ecdsaWithSha256, bitString(await signatureOf(rootKey, contents))))
}

/** The root certificate of a key, in PEM. */
export const sandboxRoot = async (rootKeyPem: string, validity: Validity): Promise<string> => {
  const rootKey = await privateKeyOf(rootKeyPem)
  const { id, info } = await publicKeyOf(rootKey)
  return signed(rootKey, {
    serial: id,
    validity,
    subject: nameOf(rootName),
    publicKey: info,
    extensions: [
      subjectKeyId(id),
      extension("2.5.29.19", sequence(isTrue), true),
      // keyCertSign and cRLSign.
      extension("2.5.29.15", bitString(Uint8Array.of(0x06), 1), true)
    ]
  })
}

/** A certificate for names and a private key, in PEM. `serial` has at most 19 octets. */
export const sandboxCertificate = async (
  rootKeyPem: string,
  { key, names, serial, validity }: {
    readonly names: ReadonlyArray<CertificateName>
    readonly key: string
    readonly serial: Uint8Array
    readonly validity: Validity
  }
): Promise<string> => {
  const rootKey = await privateKeyOf(rootKeyPem)
  const [root, own] = await Promise.all([publicKeyOf(rootKey), privateKeyOf(key).then(publicKeyOf)])
  return signed(rootKey, {
    serial,
    validity,
    // Names are only in the extension, because a common name has at most 64 characters.
    subject: sequence(),
    publicKey: own.info,
    extensions: [
      authorityKeyId(root.id),
      subjectKeyId(own.id),
      extension("2.5.29.17", sequence(...names.map((name) => element(0x82, new TextEncoder().encode(name)))), true),
      extension("2.5.29.19", sequence(), true),
      // digitalSignature.
      extension("2.5.29.15", bitString(Uint8Array.of(0x80), 7), true),
      extension("2.5.29.37", sequence(objectIdentifier("1.3.6.1.5.5.7.3.1")))
    ]
  })
}
