import { assert, layer } from "@effect/vitest"
import { CertificateStore, ChallengeStore, newCertificate, newCertificateId } from "@namewright/core/certificates"
import { DnsName, newZoneId } from "@namewright/core/dns"
import { Hostname, Instant } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"

/** Contract of the storage of responses to challenges. */
export const challengeStoreContract = <E>(name: string, storage: Layer.Layer<CertificateStore | ChallengeStore, E>) =>
  layer(storage)(`ChallengeStore (${name})`, (it) => {
    const stored = Effect.fnUntraced(function*(host: string) {
      const certificate_id = yield* newCertificateId
      const now = yield* Instant.now
      const names = [Hostname.make(host)]
      yield* (yield* CertificateStore).insert(newCertificate({ certificate_id, names, organization_id: null, now }))
      return certificate_id
    })

    it.effect("finds the last response of a token, until those of its certificate are removed", () =>
      Effect.gen(function*() {
        const store = yield* ChallengeStore
        const [first, second] = [yield* stored("one.challenge.example"), yield* stored("two.challenge.example")]
        yield* store.put({ token: "token-1", response: "token-1.old", certificate_id: first, record: null })
        yield* store.put({ token: "token-1", response: "token-1.new", certificate_id: second, record: null })
        yield* store.put({ token: "token-2", response: "token-2.key", certificate_id: first, record: null })
        assert.deepStrictEqual(yield* store.find("token-1"), Option.some("token-1.new"))
        assert.deepStrictEqual(yield* store.find("token-3"), Option.none())
        yield* store.removeOf(first)
        assert.deepStrictEqual(yield* store.find("token-2"), Option.none())
        assert.deepStrictEqual(yield* store.find("token-1"), Option.some("token-1.new"))
      }))

    it.effect("stores that a response was confirmed, until another one replaces it", () =>
      Effect.gen(function*() {
        const store = yield* ChallengeStore
        const [first, second] = [yield* stored("c1.challenge.example"), yield* stored("c2.challenge.example")]
        const challenge = { token: "token-5", response: "token-5.key", certificate_id: first, record: null }
        yield* store.saveConfirmation("token-5", first)
        yield* store.put(challenge)
        assert.isFalse(yield* store.isConfirmed("token-5", first))
        yield* store.saveConfirmation("token-5", second)
        assert.isFalse(yield* store.isConfirmed("token-5", first))
        yield* store.saveConfirmation("token-5", first)
        assert.isTrue(yield* store.isConfirmed("token-5", first))
        assert.isFalse(yield* store.isConfirmed("token-5", second))
        yield* store.put({ ...challenge, certificate_id: second })
        assert.isFalse(yield* store.isConfirmed("token-5", second))
      }))

    it.effect("removes responses with their certificate, and stores none for one that is gone", () =>
      Effect.gen(function*() {
        const store = yield* ChallengeStore
        const certificate_id = yield* stored("gone.challenge.example")
        const challenge = { token: "token-4", response: "token-4.key", certificate_id, record: null }
        yield* store.put(challenge)
        yield* (yield* CertificateStore).remove(certificate_id)
        assert.deepStrictEqual(yield* store.find("token-4"), Option.none())
        yield* store.put(challenge)
        assert.deepStrictEqual(yield* store.find("token-4"), Option.none())
      }))

    it.effect("keeps responses in zones apart from those over HTTP, and finds them by their certificate and name", () =>
      Effect.gen(function*() {
        const store = yield* ChallengeStore
        const [first, second] = [yield* stored("z1.challenge.example"), yield* stored("z2.challenge.example")]
        const dns_zone_id = yield* newZoneId
        const record = {
          dns_zone_id,
          dns_name: DnsName.DnsName.make("_acme-challenge.z.example."),
          dns_serial: 2_026_010_199
        }
        yield* store.put({ token: "token-6", response: "text-6", certificate_id: first, record })
        yield* store.put({ token: "token-7", response: "text-7", certificate_id: first, record: null })
        yield* store.put({ token: "token-8", response: "text-8", certificate_id: second, record })
        assert.deepStrictEqual(yield* store.find("token-6"), Option.none())
        assert.deepStrictEqual(yield* store.find("token-7"), Option.some("text-7"))
        const created_on = yield* Instant.now
        assert.deepStrictEqual(yield* store.recordsOf(first), [{
          token: "token-6",
          response: "text-6",
          record,
          created_on
        }])
        const isThere = (except: typeof first, at = record.dns_name) => store.hasRecords(dns_zone_id, at, except)
        assert.isTrue(yield* isThere(first))
        assert.isFalse(yield* isThere(first, DnsName.DnsName.make("_acme-challenge.other.example.")))
        assert.isFalse(yield* store.hasRecords(yield* newZoneId, record.dns_name, first))
        yield* store.removeOf(second)
        assert.isFalse(yield* isThere(first))
        assert.isTrue(yield* isThere(second))
        yield* store.put({ token: "token-6", response: "text-9", certificate_id: second, record: null })
        assert.isEmpty(yield* store.recordsOf(first))
        assert.deepStrictEqual(yield* store.find("token-6"), Option.some("text-9"))
      }))
  })
