import { assert, layer } from "@effect/vitest"
import { type BillingTransactionStore } from "@namewright/core/billing"
import { type ZoneStore } from "@namewright/core/dns"
import { DomainStore } from "@namewright/core/domains"
import { type OrganizationStore } from "@namewright/core/organizations"
import { Month, rangeOfMonth, ReportRecords, type TransactionScope } from "@namewright/core/reports"
import { Instant, Money, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import { Array as Arr, DateTime, Effect, type Layer, Stream } from "effect"
import { inserted as newTransaction } from "../billing/BillingTransactionStoreContract.ts"
import { insertedZone, named, newZone, rrset } from "../dns/ZoneSamples.ts"
import { contactId, day, nameservers, newDomain, newLabel } from "../domains/DomainSamples.ts"
import { childOf, organization as newOrganization } from "../organizations/OrganizationStoreContract.ts"
import { newTag } from "../tags/newTag.ts"

type Stores =
  | ReportRecords
  | DomainStore
  | ZoneStore
  | TagStore
  | TaggedObjectKinds
  | BillingTransactionStore
  | OrganizationStore
  | Transaction

const march = rangeOfMonth(Month.make("2026-03"))
const inMarch = DateTime.makeUnsafe("2026-03-15T12:00:00Z")

const references = Effect.fnUntraced(function*(scope: TransactionScope) {
  const { transactions } = yield* ReportRecords
  const found = yield* Stream.runCollect(transactions(scope, march))
  return found.map(({ product_reference }) => product_reference)
})

const insertAll = Effect.fnUntraced(
  function*(domains: ReadonlyArray<Effect.Effect<Parameters<DomainStore["Service"]["insert"]>[0]>>) {
    const { insert } = yield* DomainStore
    const { atomically } = yield* Transaction
    yield* atomically(
      Effect.forEach(domains, (domain) => Effect.orDie(Effect.flatMap(domain, insert)), { discard: true })
    )
  }
)

const charge = (payer: OrganizationId, product_reference: string, at: Instant.Instant, incurred_by = payer) =>
  newTransaction(payer, {
    organization_id: incurred_by,
    product_reference,
    status: "succeeded",
    created_on: at,
    updated_on: at,
    completed_on: at
  })

/** Contract of the storage of report records. */
export const reportRecordsContract = <E>(name: string, storage: Layer.Layer<Stores, E>) => {
  layer(storage)(`ReportRecords (${name}), domains`, (it) => {
    it.effect("streams the inventory by name, with every column", () =>
      Effect.gen(function*() {
        const { insert } = yield* DomainStore
        const { inventory } = yield* ReportRecords
        const tags = yield* TagStore
        const { DOMAIN: domains } = yield* TaggedObjectKinds
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const label = yield* newLabel
        const rich = yield* newDomain(organization, `b${label}.co.uk`, {
          registry_statuses: ["clientTransferProhibited", "inactive"],
          renewal_mode: "expire",
          is_premium: true,
          contacts: [
            { contact_id: contactId(1), contact_type: "registrant" },
            { contact_id: contactId(2), contact_type: "tech" },
            { contact_id: contactId(3), contact_type: "tech" }
          ],
          nameservers: nameservers("ns2.host.example", "ns1.host.example")
        })
        const plain = yield* newDomain(organization, `a${label}.com`, { registered_on: null, expires_on: null })
        yield* insert(rich)
        yield* insert(plain)
        yield* insert(yield* newDomain(yield* newOrganizationId, `c${label}.com`))
        const [vip, old] = [yield* newTag("vip; \"really\""), yield* newTag("old")]
        yield* tags.insert(organization, vip)
        yield* tags.insert(organization, old)
        yield* atomically(
          domains?.add(organization, [vip.tag_id, old.tag_id], [rich.domain_id]) ?? Effect.void
        )
        assert.deepStrictEqual(yield* Stream.runCollect(inventory(organization)), [
          {
            name: plain.name,
            domain_id: plain.domain_id,
            tld: "com",
            registered_on: null,
            expires_on: null,
            renewal_mode: "renew",
            transfer_lock: false,
            is_premium: false,
            registry_statuses: "ok",
            nameservers: "",
            registrant: "",
            admin: "",
            tech: "",
            billing: "",
            tags: ""
          },
          {
            name: rich.name,
            domain_id: rich.domain_id,
            tld: "co.uk",
            registered_on: "2026-01-01T00:00:00Z",
            expires_on: "2027-01-01T00:00:00Z",
            renewal_mode: "expire",
            transfer_lock: true,
            is_premium: true,
            registry_statuses: "clientTransferProhibited;inactive",
            nameservers: "ns2.host.example;ns1.host.example",
            registrant: contactId(1),
            admin: "",
            tech: `${contactId(2)};${contactId(3)}`,
            billing: "",
            tags: "old;vip; \"really\""
          }
        ])
      }))

    it.effect("streams a thousand domains, each once, while the database is in use", () =>
      Effect.gen(function*() {
        const { inventory } = yield* ReportRecords
        const organization = yield* newOrganizationId
        const label = yield* newLabel
        const names = Array.from({ length: 1_200 }, (_, index) => `${label}-${String(index).padStart(5, "0")}.com`)
        yield* insertAll(names.toReversed().map((one) => newDomain(organization, one)))
        const found = yield* Stream.runCollect(inventory(organization))
        assert.deepStrictEqual(found.map((record): string => record.name), names)
        const some = yield* Stream.runCollect(Stream.take(inventory(organization), 2))
        assert.strictEqual(some.length, 2)
        const { counts } = yield* DomainStore
        const looked = yield* inventory(organization).pipe(
          Stream.mapArrayEffect((chunk) =>
            Effect.map(counts(organization, day(0)), ({ total_count }) => Arr.map(chunk, () => total_count))
          ),
          Stream.runCollect
        )
        assert.deepStrictEqual(new Set(looked), new Set([names.length]))
      }), 60_000)

    it.effect("streams the domains that expire in a time range, the earliest first", () =>
      Effect.gen(function*() {
        const { expiring } = yield* ReportRecords
        const organization = yield* newOrganizationId
        const label = yield* newLabel
        const dates = { d: day(90), c: day(89), b: day(10), a: day(20), e: day(9), f: null }
        yield* insertAll(
          Object.entries(dates).map(([one, expires_on]) =>
            newDomain(organization, `${one}${label}.com`, { expires_on })
          )
        )
        const found = yield* Stream.runCollect(expiring(organization, { from: day(10), until: day(90) }))
        assert.deepStrictEqual(
          found.map((record): string => record.name),
          ["b", "a", "c"].map((one) => `${one}${label}.com`)
        )
        assert.deepStrictEqual(found[0], {
          name: found[0]?.name,
          tld: "com",
          expires_on: "2026-01-11T00:00:00Z",
          renewal_mode: "renew",
          is_premium: false
        })
      }))

    it.effect("streams the domains of a credential by name", () =>
      Effect.gen(function*() {
        const { hasCredential, portfolio } = yield* ReportRecords
        const organization = yield* newOrganizationId
        const label = yield* newLabel
        const credential = `registrar_credential_${label.slice(-26)}`
        const external = { registrar: "OPENSRS", registrar_credential_id: credential, read_only: true } as const
        yield* insertAll([
          newDomain(organization, `b${label}.com`, external),
          newDomain(organization, `a${label}.com`, { ...external, expires_on: null }),
          newDomain(organization, `c${label}.com`),
          newDomain(yield* newOrganizationId, `d${label}.com`, external)
        ])
        const found = yield* Stream.runCollect(portfolio(organization, credential))
        assert.deepStrictEqual(
          found.map((record) => [record.name, record.registrar, record.registered_on, record.expires_on]),
          [
            [`a${label}.com`, "OPENSRS", "2026-01-01T00:00:00Z", null],
            [`b${label}.com`, "OPENSRS", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"]
          ]
        )
        assert.deepStrictEqual(yield* Stream.runCollect(portfolio(organization, "registrar_credential_x")), [])
        assert.isTrue(yield* hasCredential(organization, credential))
        assert.isFalse(yield* hasCredential(organization, "registrar_credential_x"))
        assert.isFalse(yield* hasCredential(yield* newOrganizationId, credential))
      }))
  })

  layer(storage)(`ReportRecords (${name}), zones`, (it) => {
    it.effect("streams zones by name, with every column", () =>
      Effect.gen(function*() {
        const { zones } = yield* ReportRecords
        const tags = yield* TagStore
        const { ZONE: tagged } = yield* TaggedObjectKinds
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const label = yield* newLabel
        const plain = yield* insertedZone(yield* newZone(organization, { name: named(`b${label}.example.`) }))
        const counted = { rrset_count: 2, record_count: 3 }
        const rich = yield* insertedZone(
          yield* newZone(organization, { name: named(`a${label}.example.`), dnssec_status: "enabled", ...counted })
        )
        yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const [vip, old] = [yield* newTag("vip", { type: "ZONE" }), yield* newTag("old", { type: "ZONE" })]
        yield* tags.insert(organization, vip)
        yield* tags.insert(organization, old)
        yield* atomically(tagged?.add(organization, [vip.tag_id, old.tag_id], [rich.dns_zone_id]) ?? Effect.void)
        const shown = {
          dnssec_status: "disabled",
          rrset_count: 0,
          record_count: 0,
          vanity_nameserver_set_id: null,
          tags: "",
          created_on: Instant.format(plain.created_on),
          updated_on: Instant.format(plain.updated_on)
        }
        assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* Stream.runCollect(zones(organization)), [
          { ...shown, name: rich.name, dnssec_status: "enabled", ...counted, tags: "old;vip" },
          { ...shown, name: plain.name }
        ])
      }))

    it.effect("streams zones with their RRsets, each zone at one serial", () =>
      Effect.gen(function*() {
        const { zoneContents } = yield* ReportRecords
        const organization = yield* newOrganizationId
        const label = yield* newLabel
        const apex = named(`${label}.example.`)
        const rrsets = [rrset(apex, "TXT", "\"a\"", "\"b\""), rrset(`*.sub.${apex}`, "A", "192.0.2.1")]
        const zone = yield* insertedZone(yield* newZone(organization, { name: apex }), rrsets)
        const empty = yield* insertedZone(yield* newZone(organization, { name: named(`z${apex}`) }))
        const found = yield* Stream.runCollect(zoneContents(organization))
        assert.deepStrictEqual(found, [{ zone, rrsets }, { zone: empty, rrsets: [] }])
      }))
  })

  layer(storage)(`ReportRecords (${name}), transactions`, (it) => {
    it.effect("streams succeeded transactions of a time range in the order of completion", () =>
      Effect.gen(function*() {
        const { transactions } = yield* ReportRecords
        const { organization_id } = yield* newOrganization("Example")
        yield* charge(organization_id, "later", inMarch)
        yield* charge(organization_id, "first", march.from)
        yield* charge(organization_id, "april", march.until)
        yield* charge(organization_id, "february", DateTime.subtract(march.from, { seconds: 1 }))
        for (const status of ["failed", "canceled"] as const) {
          yield* newTransaction(organization_id, { product_reference: status, status, completed_on: inMarch })
        }
        yield* newTransaction(organization_id, { product_reference: "pending" })
        assert.deepStrictEqual(yield* references({ paid_by: organization_id }), ["first", "later"])
        const [found] = yield* Stream.runCollect(transactions({ paid_by: organization_id }, march))
        assert.deepStrictEqual(found, {
          organization_id,
          organization_name: "Example",
          payer_id: organization_id,
          product_reference: "first",
          product_type: "domain",
          action: "create",
          volume: 2,
          unit: "y",
          amount: Money.MinorUnits.make(2380),
          currency: "EUR",
          completed_on: "2026-03-01T00:00:00Z"
        })
      }))

    it.effect("selects transactions by scope, and lists the billed organizations", () =>
      Effect.gen(function*() {
        const { billed } = yield* ReportRecords
        const parent = yield* newOrganization("Parent")
        const child = yield* childOf(parent, "Child")
        const independent = yield* childOf(parent, "Independent")
        const idle = yield* childOf(parent, "Idle")
        const alone = yield* newOrganization("Alone")
        const gone = yield* newOrganization("Gone", { deleted_on: inMarch })
        const [p, c, i, a] = [parent, child, independent, alone].map(({ organization_id }) => organization_id) as [
          OrganizationId,
          OrganizationId,
          OrganizationId,
          OrganizationId
        ]
        yield* charge(p, "parent", march.from)
        yield* charge(p, "child", DateTime.add(march.from, { hours: 1 }), c)
        yield* charge(i, "independent", DateTime.add(march.from, { hours: 2 }))
        yield* charge(a, "alone", inMarch)
        yield* charge(gone.organization_id, "gone", inMarch)

        assert.deepStrictEqual(yield* references({ paid_by: p }), ["parent", "child"])
        assert.deepStrictEqual(yield* references({ incurred_by: c }), ["child"])
        assert.deepStrictEqual(yield* references({ incurred_by: a }), [])
        assert.deepStrictEqual(yield* references({ suborganizations_of: p }), ["child", "independent"])
        assert.deepStrictEqual(yield* references({ suborganizations_of: a }), [])

        const all = yield* billed(null, march, 1_000)
        const created = new Set(
          [parent, child, independent, idle, alone, gone].map(({ organization_id }) => organization_id)
        )
        assert.deepStrictEqual(
          all.filter(({ organization_id }) => created.has(organization_id)),
          [
            { organization_id: p, own: true, suborganizations: true },
            { organization_id: c, own: true, suborganizations: false },
            { organization_id: i, own: true, suborganizations: false },
            { organization_id: a, own: true, suborganizations: false }
          ].toSorted((x, y) => x.organization_id < y.organization_id ? -1 : 1)
        )
        const [first, second] = all
        assert.deepStrictEqual(
          yield* billed(first?.organization_id ?? null, march, 1),
          second === undefined ? [] : [second]
        )
        assert.deepStrictEqual(yield* billed(null, rangeOfMonth(Month.make("2025-01")), 10), [])
      }))
  })
}
