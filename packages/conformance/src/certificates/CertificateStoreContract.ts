import { assert, layer } from "@effect/vitest"
import {
  type Certificate,
  certificateNames,
  CertificateStore,
  newCertificate,
  newCertificateId
} from "@namewright/core/certificates"
import { Hostname, Instant, newOrganizationId, Transaction, WildcardName } from "@namewright/core/shared"
import { DateTime, Duration, Effect, type Layer, Option } from "effect"

const host = (text: string): Hostname => Hostname.make(text)

const idsOf = (found: ReadonlyArray<Certificate>) => found.map(({ certificate_id }) => certificate_id)

const after = (instant: Instant.Instant, days: number): Instant.Instant => DateTime.add(instant, { days })

const certificateFor = Effect.fnUntraced(function*(
  hosts: ReadonlyArray<string>,
  change: Partial<Certificate> = {}
): Effect.fn.Return<Certificate> {
  const certificate_id = yield* newCertificateId
  const now = yield* Instant.now
  const names = certificateNames(hosts.map(host))
  return { ...newCertificate({ certificate_id, names, organization_id: null, now }), ...change }
})

/** Contract of the storage of certificates. Names are those of the tests, without others. */
export const certificateStoreContract = <E>(
  name: string,
  storage: Layer.Layer<CertificateStore | Transaction, E>
) =>
  layer(storage)(`CertificateStore (${name})`, (it) => {
    const inserted = Effect.fnUntraced(function*(hosts: ReadonlyArray<string>, change: Partial<Certificate> = {}) {
      const certificate = yield* certificateFor(hosts, change)
      assert.isTrue(yield* (yield* CertificateStore).insert(certificate))
      return certificate
    })

    it.effect("finds a wildcard by its own text only", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const now = yield* Instant.now
        const certificate_id = yield* newCertificateId
        const wildcard = WildcardName.make("*.wild.example")
        const names = certificateNames([host("wild.example"), wildcard])
        const certificate = {
          ...newCertificate({ certificate_id, names, organization_id: null, now }),
          expires_on: after(now, 90)
        }
        assert.isTrue(yield* store.insert(certificate))
        assert.deepStrictEqual(yield* store.lockNames(names), Option.some(certificate))
        for (const one of names) {
          assert.deepStrictEqual(yield* store.withName(one), [certificate])
          assert.deepStrictEqual(yield* store.issuedFor(one, now), Option.some(certificate))
        }
        assert.isEmpty(yield* store.withName(host("a.wild.example")))
      }))

    it.effect("stores a certificate as it was given, and its changes except for the names", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const organization_id = yield* newOrganizationId
        const certificate = yield* inserted(["b.stored.example", "a.stored.example"], { organization_id })
        assert.deepStrictEqual(certificate.names, ["a.stored.example", "b.stored.example"].map(host))
        assert.deepStrictEqual(yield* store.find(certificate.certificate_id), Option.some(certificate))
        const now = yield* Instant.now
        const changed: Certificate = {
          ...certificate,
          organization_id: null,
          authority: "one",
          chain: "chain\n",
          sealed_key: "sealed",
          renewal_id: "aki.serial",
          issued_on: now,
          expires_on: after(now, 90),
          renew_on: after(now, 60),
          order_step: "placed",
          order_authority: "two",
          order_url: "https://two.example/orders/1",
          order_sealed_key: "next",
          failures: 2,
          check_failures: 3,
          error_code: "authority_refused",
          error_message: "Zeile 1\nZeile 2",
          due_on: after(now, 1),
          warned_on: now,
          updated_on: after(now, 1)
        }
        yield* store.save({ ...changed, names: [host("other.stored.example")] })
        assert.deepStrictEqual(yield* store.find(certificate.certificate_id), Option.some(changed))
        assert.deepStrictEqual(yield* store.lock(certificate.certificate_id), Option.some(changed))
        yield* store.remove(certificate.certificate_id)
      }))

    it.effect("stores one certificate for a set of names, also of concurrent ones", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const transaction = yield* Transaction
        const made = yield* Effect.forEach([1, 2, 3, 4], () => certificateFor(["one.example", "www.one.example"]))
        const stored = yield* Effect.forEach(made, (one) => transaction.atomically(store.insert(one)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(stored.filter(Boolean).length, 1)
        const subset = yield* inserted(["one.example"])
        const found = yield* store.lockNames([host("one.example")])
        assert.deepStrictEqual(found, Option.some(subset))
        assert.isTrue(Option.isNone(yield* store.lockNames([host("www.one.example")])))
      }))

    it.effect("stores each owner of a certificate once, and removes them with it", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const { certificate_id } = yield* inserted(["owned.example"])
        const other = yield* inserted(["other.owned.example"])
        for (const owner of ["platform", "branding", "platform"]) yield* store.addOwner(certificate_id, owner)
        yield* store.addOwner(other.certificate_id, "other")
        assert.deepStrictEqual(yield* store.ownersOf(certificate_id), ["branding", "platform"])
        assert.deepStrictEqual(idsOf(yield* store.ownedBy("other")), [other.certificate_id])
        assert.include(idsOf(yield* store.ownedBy("platform")), certificate_id)
        yield* store.removeOwner(certificate_id, "branding")
        yield* store.removeOwner(certificate_id, "other")
        assert.deepStrictEqual(yield* store.ownersOf(certificate_id), ["platform"])
        yield* store.remove(certificate_id)
        assert.deepStrictEqual(yield* store.ownersOf(certificate_id), [])
        assert.deepStrictEqual(yield* store.ownersOf(other.certificate_id), ["other"])
      }))

    it.effect("finds the certificate of a name that expires last, and no expired, missing or removed one", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const now = yield* Instant.now
        const validFor = (days: number) => ({ chain: "chain", sealed_key: "key", expires_on: after(now, days) })
        const sooner = yield* inserted(["a.found.example"], validFor(10))
        const later = yield* inserted(["a.found.example", "b.found.example"], validFor(20))
        yield* inserted(["c.found.example"])
        const idOf = (hostname: string, days: number) =>
          Effect.map(
            store.issuedFor(host(hostname), after(now, days)),
            Option.map(({ certificate_id }) => certificate_id)
          )
        assert.deepStrictEqual(yield* idOf("a.found.example", 0), Option.some(later.certificate_id))
        assert.deepStrictEqual(yield* idOf("b.found.example", 19), Option.some(later.certificate_id))
        assert.deepStrictEqual(yield* idOf("b.found.example", 20), Option.none())
        assert.deepStrictEqual(yield* idOf("c.found.example", 0), Option.none())
        assert.deepStrictEqual(yield* idOf("found.example", 0), Option.none())
        yield* store.remove(later.certificate_id)
        assert.deepStrictEqual(yield* idOf("a.found.example", 0), Option.some(sooner.certificate_id))
      }))

    it.effect("lists certificates by their names, and those with a name", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const second = yield* inserted(["b.x-listed.example", "z.x-listed.example"])
        const first = yield* inserted(["a.x-listed.example", "z.x-listed.example"])
        const [start, next] = ["a.x-listed.exampl", first.names.join(" ")]
        assert.deepStrictEqual(idsOf(yield* store.page(start, 1)), [first.certificate_id])
        assert.include(idsOf(yield* store.page(next, 100)), second.certificate_id)
        assert.notInclude(idsOf(yield* store.page(next, 100)), first.certificate_id)
        assert.sameMembers(idsOf(yield* store.withName(host("z.x-listed.example"))), [
          first.certificate_id,
          second.certificate_id
        ])
        assert.deepStrictEqual(idsOf(yield* store.withName(host("x-listed.example"))), [])
      }))

    it.effect("counts issues by authority, registered domain and names, also of removed certificates", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const start = DateTime.makeUnsafe("1950-01-01T00:00:00Z")
        const { certificate_id, names } = yield* inserted(["a.issue.example", "b.issue.example"])
        const issue = { certificate_id, authority: "one", domains: ["issue.example", "other.example"], names }
        for (const day of [3, 1, 2, 2]) yield* store.recordIssue({ ...issue, issued_on: after(start, day) }, "issued")
        yield* store.recordIssue({ ...issue, names: [host("a.issue.example")], issued_on: after(start, 4) }, "issued")
        yield* store.recordIssue({ ...issue, authority: "two", issued_on: after(start, 5) }, "issued")
        yield* store.remove(certificate_id)
        const days = (times: ReadonlyArray<Instant.Instant>) =>
          times.map((time) => Math.round(DateTime.distance(start, time).pipe(Duration.toDays)))
        const of = { authority: "one", domain: "issue.example", since: start }
        assert.deepStrictEqual(days(yield* store.issueTimes(of)), [1, 2, 3, 4])
        assert.deepStrictEqual(days(yield* store.issueTimes({ ...of, since: after(start, 2) })), [3, 4])
        assert.deepStrictEqual(days(yield* store.issueTimes({ ...of, names })), [1, 2, 3])
        assert.deepStrictEqual(days(yield* store.issueTimes({ ...of, authority: "two" })), [5])
        assert.deepStrictEqual(days(yield* store.issueTimes({ ...of, domain: "example" })), [])
        yield* store.removeIssues(after(start, 3))
        assert.deepStrictEqual(days(yield* store.issueTimes(of)), [3, 4])
      }))

    it.effect("counts one order of a certificate like an issue, until it is issued, has failed or is removed", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const start = DateTime.makeUnsafe("1950-01-01T00:00:00Z")
        const one = yield* inserted(["a.ordered.example"])
        const two = yield* inserted(["b.ordered.example"])
        const record = ({ certificate_id, names }: Certificate, day: number, state: "ordered" | "issued") =>
          store.recordIssue(
            { certificate_id, authority: "one", domains: ["ordered.example"], names, issued_on: after(start, day) },
            state
          )
        const counted = store.issueTimes({ authority: "one", domain: "ordered.example", since: start })
        const days = Effect.map(counted, (times) =>
          times.map((time) => Math.round(DateTime.distance(start, time).pipe(Duration.toDays))))
        yield* record(one, 1, "ordered")
        yield* record(one, 2, "ordered")
        yield* record(two, 3, "ordered")
        assert.deepStrictEqual(yield* days, [2, 3])
        yield* record(one, 4, "issued")
        assert.deepStrictEqual(yield* days, [3, 4])
        yield* store.removeOrdered(one.certificate_id)
        yield* store.removeOrdered(two.certificate_id)
        assert.deepStrictEqual(yield* days, [4])
        yield* record(one, 5, "ordered")
        yield* store.remove(one.certificate_id)
        assert.deepStrictEqual(yield* days, [4])
      }))

    it.effect("claims certificates whose time has come, the earliest first", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const transaction = yield* Transaction
        const start = DateTime.makeUnsafe("1960-01-01T00:00:00Z")
        const second = yield* inserted(["second.due.example"], { due_on: after(start, 2) })
        const first = yield* inserted(["first.due.example"], { due_on: after(start, 1) })
        yield* inserted(["third.due.example"], { due_on: after(start, 3) })
        const claimed = (limit: number) =>
          Effect.map(
            transaction.atomically(store.claimDue(after(start, 2), limit)),
            (found) =>
              found.map(({ certificate_id }) => certificate_id)
          )
        assert.deepStrictEqual(yield* claimed(10), [first.certificate_id, second.certificate_id])
        assert.deepStrictEqual(yield* claimed(1), [first.certificate_id])
      }))

    it.effect("claims and counts certificates that expire soon and whose renewal was due, reported ones only in the count", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const transaction = yield* Transaction
        const start = DateTime.makeUnsafe("1980-01-01T00:00:00Z")
        const expiring = (day: number, renewDay: number, warned_on: Instant.Instant | null = null) => ({
          expires_on: after(start, day),
          renew_on: after(start, renewDay),
          warned_on
        })
        const late = yield* inserted(["late.overdue.example"], expiring(6, 1))
        const soon = yield* inserted(["soon.overdue.example"], expiring(5, 1))
        yield* inserted(["reported.overdue.example"], expiring(4, 1, start))
        yield* inserted(["renewing.overdue.example"], expiring(4, 3))
        yield* inserted(["far.overdue.example"], expiring(8, 1))
        const bounds = { expires_by: after(start, 7), renewed_by: after(start, 2), requested_by: after(start, -20_000) }
        const claimed = yield* transaction.atomically(store.claimOverdue(bounds, 10))
        assert.deepStrictEqual(
          claimed.map(({ certificate_id }) => certificate_id),
          [soon.certificate_id, late.certificate_id]
        )
        assert.strictEqual((yield* transaction.atomically(store.claimOverdue(bounds, 1))).length, 1)
        assert.strictEqual(yield* store.countOverdue(bounds), 3)
      }))

    it.effect("claims and counts certificates that were requested long ago and of which none was issued", () =>
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const transaction = yield* Transaction
        const start = DateTime.makeUnsafe("1940-01-01T00:00:00Z")
        const requested = (day: number) => ({ created_on: after(start, day) })
        const second = yield* inserted(["second.unissued.example"], requested(2))
        const first = yield* inserted(["first.unissued.example"], requested(1))
        yield* inserted(["new.unissued.example"], requested(3))
        yield* inserted(["reported.unissued.example"], { ...requested(1), warned_on: after(start, 2) })
        yield* inserted(["issued.unissued.example"], { ...requested(1), chain: "chain", expires_on: after(start, 90) })
        const bounds = { expires_by: start, renewed_by: start, requested_by: after(start, 2) }
        const claimed = yield* transaction.atomically(store.claimOverdue(bounds, 10))
        assert.deepStrictEqual(
          claimed.map(({ certificate_id }) => certificate_id),
          [first.certificate_id, second.certificate_id]
        )
        assert.strictEqual(yield* store.countOverdue(bounds), 3)
      }))
  })
