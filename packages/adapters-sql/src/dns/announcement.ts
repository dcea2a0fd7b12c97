import type { Publication } from "@namewright/core/dns"
import type { Instant } from "@namewright/core/shared"
import { DateTime } from "effect"
import type { SqlClient } from "effect/sql"
import { recordset } from "../Recordset.ts"
import { dueOutsideLease } from "./publicationLease.ts"

/** Stores publications for every registered nameserver. */
export const announcement = (
  sql: SqlClient.SqlClient,
  publications: ReadonlyArray<Publication>,
  now: Instant.Instant
) => {
  const at = DateTime.formatIso(now)
  const rows = publications.map(({ dns_zone_id, name, serial }) => ({ dns_zone_id, name, serial }))
  return sql`INSERT INTO dns_publications
      (zone_name, nameserver_no, dns_zone_id, serial_wanted, wanted_on, behind_since, due_on, attempts)
    SELECT x.name, n.nameserver_no, x.dns_zone_id, x.serial, ${at}, ${at}, ${at}, 0
    FROM ${recordset(sql, { name: "key", dns_zone_id: "key", serial: "bigint" }, rows)}
    CROSS JOIN dns_nameservers n
    WHERE true
    ON CONFLICT (zone_name, nameserver_no) DO UPDATE SET
      dns_zone_id = excluded.dns_zone_id,
      serial_wanted = excluded.serial_wanted,
      wanted_on = excluded.wanted_on,
      behind_since = COALESCE(dns_publications.behind_since, excluded.behind_since),
      due_on = ${dueOutsideLease(sql, sql`excluded.due_on`)}`
}
