import { assert, layer } from "@effect/vitest"
import { contactId, nameservers, newDomain, ZoneSamples } from "@namewright/conformance"
import { Wallets } from "@namewright/core/billing"
import { Zones } from "@namewright/core/dns"
import { type Domain, DomainStore } from "@namewright/core/domains"
import { Month, Reports, type StoredReport } from "@namewright/core/reports"
import { Instant, Money, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, childOf, content, lines, made, paid, parent, report, reportsPlatform } from "./ReportsPlatform.ts"

const at = (text: string) => DateTime.makeUnsafe(text)
const setTime = (text: string) => TestClock.setTime(DateTime.toEpochMillis(at(text)))

const insert = Effect.fnUntraced(function*(organization: OrganizationId, name: string, members: Partial<Domain>) {
  const store = yield* DomainStore
  const domain = yield* newDomain(organization, name, members)
  yield* store.insert(domain)
  return domain
})

const scheduled = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  report_type: StoredReport["report_type"],
  month: string
) {
  const { list, schedule } = yield* Reports
  yield* schedule([{ organization_id, report_type }], Month.make(month))
  const { items } = yield* as(organization_id)(list({ report_type: [report_type] }, { page: 1, page_size: 1 }))
  const [found] = items
  return found === undefined
    ? yield* Effect.die(new Error("Nothing was scheduled"))
    : yield* made(organization_id, found.report_id)
})

const billingColumns = ["product_reference", "action", "period", "product_type", "amount", "currency", "completed_on"]

layer(reportsPlatform())("the content of", (it) => {
  it.effect("a summary of zones has every column", () =>
    Effect.gen(function*() {
      const owner = yield* parent
      const zone = yield* ZoneSamples.insertedZone(
        yield* ZoneSamples.newZone(owner, {
          name: ZoneSamples.named("summary.example."),
          rrset_count: 1,
          record_count: 2
        })
      )
      assert.deepStrictEqual(yield* lines(yield* report(owner, { report_type: "dns_zone_summary" })), [
        "name,dnssec_status,rrset_count,record_count,vanity_nameserver_set_id,created_on,updated_on,tags".split(","),
        [
          "summary.example.",
          "disabled",
          "1",
          "2",
          "",
          Instant.format(zone.created_on),
          Instant.format(zone.updated_on),
          ""
        ]
      ])
    }))

  it.effect("a list of records has those of the platform as well", () =>
    Effect.gen(function*() {
      const owner = yield* parent
      const { create } = yield* Zones
      const records = [{ rdata: "192.0.2.1" }, { rdata: "192.0.2.2" }]
      const { serial } = yield* create({ name: "b.net", rrsets: [{ name: "www", type: "A", ttl: 300, records }] })
        .pipe(as(owner))
      yield* create({ name: "a.net", rrsets: [] }).pipe(as(owner))
      const [heading, ...rows] = yield* lines(yield* report(owner, { report_type: "dns_zone_records" }))
      assert.deepStrictEqual(heading, ["zone", "name", "type", "ttl", "rdata", "protected"])
      assert.deepStrictEqual(rows.map(([zone, , type]) => `${zone} ${type}`).slice(0, 3), [
        "a.net. SOA",
        "a.net. NS",
        "a.net. NS"
      ])
      assert.deepStrictEqual(rows.slice(3), [
        [
          "b.net.",
          "b.net.",
          "SOA",
          "3600",
          `ns1.namewright.test. hostmaster.namewright.test. ${serial} 10800 3600 604800 300`,
          "true"
        ],
        ["b.net.", "b.net.", "NS", "3600", "ns1.namewright.test.", "true"],
        ["b.net.", "b.net.", "NS", "3600", "ns2.namewright.test.", "true"],
        ["b.net.", "www.b.net.", "A", "300", "192.0.2.1", "false"],
        ["b.net.", "www.b.net.", "A", "300", "192.0.2.2", "false"]
      ])
    }))

  it.effect("an inventory has every column", () =>
    Effect.gen(function*() {
      const owner = yield* parent
      const domain = yield* insert(owner, "inventory.com", {
        registry_statuses: ["clientTransferProhibited", "ok"],
        contacts: [{ contact_id: contactId(1), contact_type: "registrant" }],
        nameservers: nameservers("ns1.host.example", "ns2.host.example")
      })
      const [heading, ...rows] = yield* lines(yield* report(owner, { report_type: "domain_inventory" }))
      assert.deepStrictEqual(
        heading?.join(),
        [
          "name,domain_id,tld,registered_on,expires_on,renewal_mode,transfer_lock,registry_statuses,nameservers",
          "registrant,admin,tech,billing,is_premium,tags"
        ].join()
      )
      assert.deepStrictEqual(rows, [[
        "inventory.com",
        domain.domain_id,
        "com",
        "2026-01-01T00:00:00Z",
        "2027-01-01T00:00:00Z",
        "renew",
        "true",
        "clientTransferProhibited;ok",
        "ns1.host.example;ns2.host.example",
        contactId(1),
        "",
        "",
        "",
        "false",
        ""
      ]])
    }))

  it.effect("expiring domains have the days left and the price of a year, except premium names", () =>
    Effect.gen(function*() {
      yield* setTime("2026-06-01T12:00:00Z")
      const owner = yield* parent
      yield* insert(owner, "soon.com", { expires_on: at("2026-06-02T11:00:00Z") })
      yield* insert(owner, "dear.com", { expires_on: at("2026-06-03T12:00:00Z"), is_premium: true })
      yield* insert(owner, "last.com", { expires_on: at("2026-08-30T11:59:59Z"), renewal_mode: "expire" })
      yield* insert(owner, "after.com", { expires_on: at("2026-08-30T12:00:00Z") })
      yield* insert(owner, "before.com", { expires_on: at("2026-06-01T11:59:59Z") })
      const [heading, ...rows] = yield* lines(yield* report(owner, { report_type: "expiring_domains" }))
      assert.deepStrictEqual(heading, ["name", "expires_on", "days_left", "renewal_mode", "renewal_price", "currency"])
      const [soon, dear, last] = rows
      const price = soon?.[4] ?? ""
      assert.match(price, /^\d+\.\d\d$/)
      assert.deepStrictEqual([soon, dear, last, rows.length], [
        ["soon.com", "2026-06-02T11:00:00Z", "0", "renew", price, "EUR"],
        ["dear.com", "2026-06-03T12:00:00Z", "2", "renew", "", ""],
        ["last.com", "2026-08-30T11:59:59Z", "89", "expire", price, "EUR"],
        3
      ])
    }))

  it.effect("transactions covers this month to date, for the organization that pays or incurs them", () =>
    Effect.gen(function*() {
      yield* setTime("2026-06-30T23:00:00Z")
      const owner = yield* parent
      const child = yield* childOf(owner, "Child")
      yield* paid(owner, "june.example")
      yield* setTime("2026-07-02T09:00:00Z")
      yield* paid(owner, "own.example")
      yield* paid(child, "child.example")
      yield* TestClock.adjust("1 hour")
      const [heading, ...rows] = yield* lines(yield* report(owner, { report_type: "billing_transactions" }))
      assert.deepStrictEqual(heading, billingColumns)
      const line = (name: string) => [name, "renew", "2y", "domain", "20.00", "EUR", "2026-07-02T09:00:00Z"]
      assert.sameDeepMembers(rows, [line("own.example"), line("child.example")])
      const [, ...incurred] = yield* lines(yield* report(child, { report_type: "billing_transactions" }))
      assert.deepStrictEqual(incurred, [line("child.example")])
    }))

  it.effect("transactions shows an adjustment as a service fee, never as a top-up", () =>
    Effect.gen(function*() {
      const { adjust, topUp } = yield* Wallets
      const owner = yield* parent
      yield* setTime("2026-07-02T09:00:00Z")
      yield* topUp({ organization_id: owner, amount: Money.MinorUnits.make(5_000), reference: "INV-1" })
      yield* adjust({ organization_id: owner, amount: Money.MinorUnits.make(5_000), reference: "INV-1" })
      yield* TestClock.adjust("1 hour")
      const [, ...rows] = yield* lines(yield* report(owner, { report_type: "billing_transactions" }))
      const of = rows.filter(([name]) => name === "INV-1")
      assert.sameDeepMembers(of.map(([, action, , type, amount]) => [action, type, amount]), [
        ["wallet_top_up", "account_wallet", "50.00"],
        ["service_fee", "account_wallet", "-50.00"]
      ])
    }))

  it.effect("monthly transactions covers its month", () =>
    Effect.gen(function*() {
      yield* setTime("2026-07-31T23:59:59Z")
      const owner = yield* parent
      const child = yield* childOf(owner, "Child, \"the\" =1")
      yield* paid(owner, "own.example")
      yield* paid(child, "child.example")
      yield* setTime("2026-08-01T00:00:00Z")
      yield* paid(owner, "august.example")
      const [heading, ...rows] = yield* lines(yield* scheduled(owner, "billing_transactions_monthly", "2026-07"))
      assert.deepStrictEqual(heading, billingColumns)
      assert.sameMembers(rows.map(([name]) => name).filter((name) => name?.endsWith(".example")), [
        "own.example",
        "child.example"
      ])
      const [columns, ...others] = yield* lines(
        yield* scheduled(owner, "suborg_billing_transactions_monthly", "2026-07")
      )
      assert.deepStrictEqual(columns, [
        "organization_id",
        "organization_name",
        "billed_organization_id",
        ...billingColumns
      ])
      assert.deepStrictEqual(others, [[
        child,
        "Child, \"the\" =1",
        owner,
        "child.example",
        "renew",
        "2y",
        "domain",
        "20.00",
        "EUR",
        "2026-07-31T23:59:59Z"
      ]])
    }))

  it.effect("a portfolio is a PDF of the credential's domains", () =>
    Effect.gen(function*() {
      const owner = yield* parent
      const registrar_credential_id = `registrar_credential_${"1".repeat(26)}`
      const external = { registrar: "OPENSRS", registrar_credential_id } as const
      yield* insert(owner, "external-a.com", external)
      yield* insert(owner, "external-b.com", external)
      const done = yield* report(owner, { report_type: "registrar_portfolio_pdf", registrar_credential_id })
      assert.deepStrictEqual([done.status, done.record_count], ["completed", 2])
      const [name, bytes] = yield* content(done)
      assert.strictEqual(name, `registrar_portfolio_pdf-${done.report_id}.pdf`)
      assert.strictEqual(bytes.subarray(0, 5).toString("latin1"), "%PDF-")
    }))
})

layer(reportsPlatform({ environment: "sandbox" }))("in the sandbox", (it) => {
  it.effect("every amount is 0", () =>
    Effect.gen(function*() {
      const owner = yield* parent
      yield* paid(owner, "free.example")
      yield* TestClock.adjust("1 hour")
      const [, ...rows] = yield* lines(yield* report(owner, { report_type: "billing_transactions" }))
      const row = rows.find(([name]) => name === "free.example")
      assert.deepStrictEqual(row?.slice(4, 6), ["0.00", "EUR"])
    }))
})
