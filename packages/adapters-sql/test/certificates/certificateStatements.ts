import {
  CertificateId,
  CertificateStore,
  ChallengeStore,
  newCertificate,
  newCertificateId
} from "@namewright/core/certificates"
import { DnsName, newZoneId } from "@namewright/core/dns"
import { Hostname } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT certificate_id FROM certificates WHERE error_message = '-'"

/** Inserts 5,000 issued certificates, of which 50 are due and 50 expire within a week. */
export const fillCertificates = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const ids = sql.onDialectOrElse({
    pg: () => "SELECT n, lpad(n::text, 26, '0') AS id FROM generate_series(1, 5000) AS n",
    orElse: () =>
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
        SELECT n, printf('%026d', n) AS id FROM numbers`
  })
  yield* sql.unsafe(`INSERT INTO certificates
      (certificate_id, names, chain, expires_on, renew_on, order_step, failures, check_failures, due_on, created_on, updated_on)
    SELECT 'certificate_' || id, 'host' || n || '.example', 'chain', '2026-04-01T00:00:00.000Z',
      '2025-12-01T00:00:00.000Z', 'none', 0, 0, '2026-03-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z' FROM (${ids}) AS numbered`)
  yield* sql`UPDATE certificates SET expires_on = '2026-01-05T00:00:00.000Z' WHERE certificate_id LIKE '%01'`
  yield* sql`UPDATE certificates SET due_on = '2026-01-01T00:00:00.000Z' WHERE certificate_id LIKE '%02'`
  yield* sql.unsafe(
    `INSERT INTO certificate_issues (authority, registered_domain, issued_on, certificate_id, names, is_ordered)
    SELECT 'one', 'host' || n || '.example', '2026-01-01T00:00:00.000Z', 'certificate_' || id, 'host' || n || '.example',
      n > 4990 FROM (${ids}) AS numbered`
  )
  yield* sql.unsafe(`INSERT INTO certificate_owners (certificate_id, owner)
    SELECT 'certificate_' || id, CASE WHEN n = 1 THEN 'platform' ELSE 'branding' END FROM (${ids}) AS numbered`)
  yield* sql.unsafe(`INSERT INTO acme_challenges
      (token, response, certificate_id, dns_zone_id, dns_name, dns_serial, created_on)
    SELECT 'token-' || n, 'text', 'certificate_' || id, 'zone_' || id, '_acme-challenge.host' || n || '.example.', 1,
      '2026-01-01T00:00:00.000Z' FROM (${ids}) AS numbered`)
  yield* sql.unsafe(`INSERT INTO certificate_names (name, certificate_id)
    SELECT 'host' || n || '.example', 'certificate_' || id FROM (${ids}) AS numbered`)
})

const known = CertificateId.make("certificate_00000000000000000000000007")
const now = DateTime.makeUnsafe("2026-01-02T00:00:00Z")

/** The statements of orders, schedules and servers. */
export const certificateStatements = Effect.gen(function*() {
  const store = yield* CertificateStore
  const challenges = yield* ChallengeStore
  const name = DnsName.DnsName.make("_acme-challenge.host7.example.")
  const host = Hostname.make("host7.example")
  const overdue = { expires_by: DateTime.add(now, { days: 7 }), renewed_by: now, requested_by: now }
  const certificate_id = yield* newCertificateId
  const certificate = newCertificate({ certificate_id, names: [host], organization_id: null, now })
  const all = [
    yield* sentBy("issued", store.issuedFor(host, now)),
    yield* sentBy("find", store.find(known)),
    yield* sentBy("lock names", store.lockNames([host])),
    yield* sentBy("save", store.save(certificate)),
    yield* sentBy("due", store.claimDue(now, 500)),
    yield* sentBy("overdue", store.claimOverdue(overdue, 500)),
    yield* sentBy("count of overdue", store.countOverdue(overdue)),
    yield* sentBy("with name", store.withName(host)),
    yield* sentBy("page", store.page("host4", 100)),
    yield* sentBy("issues", store.issueTimes({ authority: "one", domain: "host7.example", since: now })),
    yield* sentBy(
      "issues of names",
      store.issueTimes({ authority: "one", domain: "host7.example", since: now, names: [host] })
    ),
    yield* sentBy("remove issues", store.removeIssues(DateTime.subtract(now, { days: 31 }))),
    yield* sentBy("add owner", store.addOwner(known, "tests")),
    yield* sentBy("remove owner", store.removeOwner(known, "tests")),
    yield* sentBy("owners", store.ownersOf(known)),
    yield* sentBy("owned", store.ownedBy("platform")),
    yield* sentBy("records", challenges.recordsOf(known)),
    yield* sentBy("other records", challenges.hasRecords(yield* newZoneId, name, known)),
    yield* sentBy("remove ordered", store.removeOrdered(known)),
    yield* sentBy("remove", store.remove(known))
  ]
  return all.flatMap(({ sent }) => sent)
})
