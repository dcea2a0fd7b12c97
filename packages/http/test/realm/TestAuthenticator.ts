import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** What an authenticator or its browser does differently from an honest one. */
export interface Dishonesty {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly userVerified?: boolean
  readonly userPresent?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
  readonly signature?: Uint8Array
}

interface Options {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
  readonly user?: { readonly id: string }
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url")

const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest()

/** CBOR (RFC 8949) of a byte string or text of less than 64 KiB. */
const cbor = (major: number, data: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(data)
  const { length } = bytes
  // The library accepts the shortest form of a length only.
  const head = length < 24
    ? [major << 5 | length]
    : length < 256
    ? [major << 5 | 24, length]
    : [major << 5 | 25, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), bytes])
}
const text = (it: string) => cbor(3, it)
const bytes = (it: Uint8Array) => cbor(2, it)

/** COSE key of an ES256 key pair: a map of five entries. */
const coseKey = (key: KeyObject): Buffer => {
  const { x = "", y = "" } = key.export({ format: "jwk" })
  const coordinate = (it: string) => bytes(Buffer.from(it, "base64url"))
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y)
  ])
}

/** An authenticator with one passkey, of ES256, and the browser in which it is. */
export class TestAuthenticator {
  readonly credentialId = randomBytes(32)
  #keys = generateKeyPairSync("ec", { namedCurve: "P-256" })
  #origin: string
  #userHandle = ""
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Response of `navigator.credentials.create`, as the page submits it. */
  create({ challenge, rp, user }: Options, lie: Dishonesty = {}): string {
    this.#userHandle = user?.id ?? ""
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      coseKey(this.#keys.publicKey)
    ])
    const authData = Buffer.concat([this.#authenticatorData(rp?.id ?? "", lie, 0x40), attested])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text("fmt"),
      text("none"),
      text("attStmt"),
      Buffer.from([0xa0]),
      text("authData"),
      bytes(authData)
    ])
    return this.#response({
      clientDataJSON: base64url(this.#clientData("webauthn.create", challenge, lie)),
      attestationObject: base64url(attestationObject),
      transports: ["internal", "unheard-of"]
    })
  }

  /** Response of `navigator.credentials.get`, as the page submits it. */
  get({ challenge, rpId }: Options, lie: Dishonesty = {}): string {
    const clientData = this.#clientData("webauthn.get", challenge, lie)
    const authenticatorData = this.#authenticatorData(rpId ?? "", lie, 0)
    const signature = lie.signature ??
      sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), this.#keys.privateKey)
    return this.#response({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: lie.userHandle === undefined ? this.#userHandle : lie.userHandle
    })
  }

  #response(response: object): string {
    const id = base64url(this.credentialId)
    return JSON.stringify({ id, rawId: id, type: "public-key", response })
  }

  #clientData(type: string, challenge: string, lie: Dishonesty): string {
    return JSON.stringify({
      type: lie.type ?? type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? this.#origin,
      crossOrigin: false
    })
  }

  #authenticatorData(rpId: string, lie: Dishonesty, flags: number): Buffer {
    const { userPresent = true, userVerified = true } = lie
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lie.counter ?? this.counter)
    const all = flags | (userPresent ? 1 : 0) | (userVerified ? 4 : 0)
    return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([all]), counter])
  }
}
