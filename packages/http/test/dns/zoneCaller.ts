import type { OrganizationId, Permission } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

/** Calls the platform with a key of the organization, a new one unless it is named, and with headers where there are any. */
export const zoneCaller = Effect.fnUntraced(function*(
  options: { readonly of?: OrganizationId; readonly rights?: ReadonlyArray<Permission> } = {}
) {
  const { fetch, key, organization } = yield* TestPlatform
  const owner = options.of ?? (yield* organization())
  const name = yield* key(owner, options.rights)
  return Object.assign(
    (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(method, path, body, { key: name, headers }),
    { organization: owner }
  )
})

let made = 0

/** A zone's name, without the final dot, that no other test has. */
export const newZoneName = Effect.sync(() => `zone-${++made}.example`)

/** An RRset as a request writes it. */
export const rrset = (name: string, type: string, ttl: number, ...records: ReadonlyArray<string>) => ({
  name,
  type,
  ttl,
  records: records.map((rdata) => ({ rdata }))
})

export const upsert = (changed: ReturnType<typeof rrset>) => ({ op: "upsert", rrset: changed })

/** A caller with a zone that has some records. */
export const zoneFixture = Effect.gen(function*() {
  const call = yield* zoneCaller()
  const name = yield* newZoneName
  const rrsets = [rrset("www", "A", 300, "192.0.2.1", "192.0.2.2"), rrset("@", "MX", 3600, "10 mail.example.net.")]
  const created = yield* call("POST", "/v1/dns", { name, rrsets })
  return { call, name, path: `/v1/dns/${name}`, created }
})

interface Shown {
  readonly body: {
    readonly rrsets: ReadonlyArray<
      { name: string; type: string; protected: boolean; records: Array<{ rdata: string }> }
    >
  }
}

/** What of a zone its user has written: `www A 192.0.2.1 192.0.2.2`. */
export const writtenIn = ({ body }: Shown): ReadonlyArray<string> =>
  body.rrsets.filter((one) => !one.protected).map(({ name, records, type }) =>
    [name, type, ...records.map(({ rdata }) => rdata)].join(" ")
  )

/** The pointers and slugs of all problems of a zone. */
export const problemsOf = (body: { readonly errors: ReadonlyArray<{ loc: Array<unknown>; type: string }> }) =>
  body.errors.map(({ loc, type }) => `${loc.join(".")}: ${type}`)
