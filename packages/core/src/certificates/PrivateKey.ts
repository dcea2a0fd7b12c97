import { Effect, Redacted } from "effect"
import { Base64 } from "effect/encoding"

const curve = { name: "ECDSA", namedCurve: "P-256" } as const

/** Lines of 64 characters between the markers of a label. Source: RFC 7468. */
export const pem = (label: string, octets: Uint8Array): string =>
  [`-----BEGIN ${label}-----`, ...(Base64.encode(octets).match(/.{1,64}/g) ?? []), `-----END ${label}-----`, ""].join(
    "\n"
  )

/** A new private key of the curve P-256: PKCS #8 in PEM. */
export const newPrivateKey: Effect.Effect<Redacted.Redacted> = Effect.promise(async () => {
  const { subtle } = globalThis.crypto
  const { privateKey } = await subtle.generateKey(curve, true, ["sign", "verify"])
  return Redacted.make(pem("PRIVATE KEY", new Uint8Array(await subtle.exportKey("pkcs8", privateKey))))
})
