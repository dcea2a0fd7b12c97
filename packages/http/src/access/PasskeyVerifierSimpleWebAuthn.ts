import { type ExpectedCeremony, invalidPasskey, PasskeyVerifier } from "@namewright/core/access"
import { Effect, Layer, Option, Schema } from "effect"

const text = Schema.String.check(Schema.isMaxLength(32_768))

const common = { id: text, rawId: text, type: Schema.Literal("public-key") }

/** Members of responses that the library reads. Unknown members, such as results of extensions, are left out. */
const RegistrationResponse = Schema.Struct({
  ...common,
  response: Schema.Struct({
    clientDataJSON: text,
    attestationObject: text,
    transports: Schema.optionalKey(Schema.Array(text).check(Schema.isMaxLength(8)))
  })
})

const AssertionResponse = Schema.Struct({
  ...common,
  response: Schema.Struct({ clientDataJSON: text, authenticatorData: text, signature: text })
})

const decodeRegistration = Schema.decodeUnknownOption(RegistrationResponse)
const decodeAssertion = Schema.decodeUnknownOption(AssertionResponse)

/** The ways to reach an authenticator that browsers know (Web Authentication Level 3, section 5.8.4). */
const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const
const isTransport = Schema.is(Schema.Literals(transports))

/** ES256, EdDSA, RS256. */
export const passkeyAlgorithms = [-7, -8, -257]

const expectations = ({ challenge, relyingParty }: ExpectedCeremony) => ({
  expectedChallenge: challenge,
  expectedOrigin: relyingParty.origin,
  expectedRPID: relyingParty.id,
  requireUserVerification: true
})

const library = () => import("@simplewebauthn/server")

/** The library throws for each response that it does not accept. */
const verified = <A extends { readonly verified: boolean }>(work: () => Promise<A>) =>
  Effect.filterOrFail(Effect.tryPromise({ try: work, catch: invalidPasskey }), (it) => it.verified, invalidPasskey)

/** Verifies passkeys with `@simplewebauthn/server`, which is loaded on first use. */
export const layer = Layer.succeed(PasskeyVerifier, {
  registration: Effect.fnUntraced(function*(unknown, expected) {
    const decoded = decodeRegistration(unknown)
    if (Option.isNone(decoded)) return yield* invalidPasskey()
    const { id, rawId, response, type } = decoded.value
    const reachedBy = (response.transports ?? []).filter(isTransport)
    const { verifyRegistrationResponse } = yield* Effect.promise(library)
    const { registrationInfo } = yield* verified(() =>
      verifyRegistrationResponse({
        response: { id, rawId, type, response: { ...response, transports: reachedBy }, clientExtensionResults: {} },
        supportedAlgorithmIDs: passkeyAlgorithms,
        ...expectations(expected)
      })
    )
    if (registrationInfo === undefined) return yield* invalidPasskey()
    const { credential } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: reachedBy
    }
  }),

  assertion: Effect.fnUntraced(function*(unknown, { counter, credential_id, public_key }, expected) {
    const decoded = decodeAssertion(unknown)
    if (Option.isNone(decoded)) return yield* invalidPasskey()
    const { verifyAuthenticationResponse } = yield* Effect.promise(library)
    const { authenticationInfo } = yield* verified(() =>
      verifyAuthenticationResponse({
        response: { ...decoded.value, clientExtensionResults: {} },
        credential: { id: credential_id, publicKey: new Uint8Array(Buffer.from(public_key, "base64url")), counter },
        ...expectations(expected)
      })
    )
    return authenticationInfo.newCounter
  })
})
