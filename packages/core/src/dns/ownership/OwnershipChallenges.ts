import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { SealedSecrets } from "../../access/index.ts"
import { Entropy, type OrganizationId, Transaction } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import type { Rrset, RrsetChange } from "../Rrset.ts"
import type { OwnershipChallenge } from "./Ownership.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

const secretBytes = 32

/** Octets of a token, which is written in hexadecimal digits and fits a label of a name. */
const tokenBytes = 20

/** Tokens that a process remembers. */
const remembered = 10_000

/** The id under which the secret is sealed. */
const owner = "dns_challenge_secret"

/** Label below which challenges are published (RFC 8552). */
const challengeLabel = "_namewright-challenge"

/** Owner of the TXT record that proves a name, and that consents to a zone of the name in the zone above. */
export const challengeName = (zone: DnsName.DnsName): DnsName.DnsName =>
  DnsName.fromLabels([new TextEncoder().encode(challengeLabel), ...DnsName.labels(zone)])

/** Names whose challenges are among the records of a zone above them, or were until now. */
export const challengedNames = (
  zone: DnsName.DnsName,
  changes: ReadonlyArray<Pick<RrsetChange, "name" | "type">>
): ReadonlyArray<DnsName.DnsName> =>
  changes.flatMap(({ name, type }) => {
    const challenged = type === "TXT" && name.startsWith(`${challengeLabel}.`) ? DnsName.parent(name) : undefined
    return challenged === undefined || challenged === zone ? [] : [challenged]
  })

export const challengeValue = (token: string): string => `namewright-claim=${token}`

/** True if one of the records at the challenge's name is the challenge's. */
export const answersChallenge = (rrsets: ReadonlyArray<Rrset>, token: string): boolean =>
  rrsets.some(({ records, type }) => type === "TXT" && records.includes(`"${challengeValue(token)}"`))

/** Tokens of organizations for names. An organization has the same token for a name at all times. */
export class OwnershipChallenges extends Context.Service<OwnershipChallenges, {
  readonly tokenOf: (organization: OrganizationId, zone: DnsName.DnsName) => Effect.Effect<string>
  readonly of: (organization: OrganizationId, zone: DnsName.DnsName) => Effect.Effect<OwnershipChallenge>
}>()("@namewright/core/dns/ownership/OwnershipChallenges") {
  static readonly layer = Layer.effect(
    OwnershipChallenges,
    Effect.gen(function*() {
      const store = yield* ZoneOwnershipStore
      const sealed = yield* SealedSecrets
      const entropy = yield* Entropy
      const transaction = yield* Transaction
      const tokens = new Map<string, string>()

      const newSecret = Effect.gen(function*() {
        const text = Redacted.make(Base64Url.encode(yield* entropy.randomBytes(secretBytes)))
        return yield* transaction.joined(Effect.flatMap(sealed.seal(text, owner), store.keepSecret))
      })
      let opened: CryptoKey | undefined

      const key = Effect.gen(function*() {
        if (opened !== undefined) return opened
        const found = yield* store.secret
        const secret = yield* sealed.open(Option.isSome(found) ? found.value : yield* newSecret, owner)
        const imported = yield* Effect.promise(() =>
          globalThis.crypto.subtle.importKey(
            "raw",
            bytesOf(Redacted.value(secret)),
            { name: "HMAC", hash: "SHA-256" },
            false,
            ["sign"]
          )
        )
        // A secret that this process has made is only remembered once it is committed.
        if (Option.isSome(found)) opened = imported
        return imported
      })

      const tokenOf = Effect.fnUntraced(function*(organization: OrganizationId, zone: DnsName.DnsName) {
        const text = `${organization} ${zone}`
        const cached = tokens.get(text)
        if (cached !== undefined) return cached
        const signing = yield* key
        const mac = yield* Effect.promise(() => globalThis.crypto.subtle.sign("HMAC", signing, bytesOf(text)))
        const token = Hex.encode(new Uint8Array(mac, 0, tokenBytes))
        if (opened !== undefined) {
          if (tokens.size >= remembered) tokens.clear()
          tokens.set(text, token)
        }
        return token
      })

      return OwnershipChallenges.of({
        tokenOf,
        of: (organization, zone) =>
          Effect.map(tokenOf(organization, zone), (token) => ({
            name: challengeName(zone),
            type: "TXT" as const,
            value: challengeValue(token)
          }))
      })
    })
  )
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
