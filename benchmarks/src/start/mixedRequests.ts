import { type WireRequest, wireRequest } from "../harness/HttpLoad.ts"
import type { Seeded } from "../harness/seed.ts"

/** Kinds of requests per hundred: mostly reads, some mistakes, some writes. */
const mix = {
  domain: 38,
  domains: 18,
  contact: 12,
  contacts: 6,
  events: 8,
  tlds: 3,
  check: 4,
  missing: 3,
  invalid: 3,
  newContact: 4,
  newDomain: 1
}
type Kind = keyof typeof mix

const kinds = Object.keys(mix) as ReadonlyArray<Kind>
/** Kinds in a fixed order that mixes them: 37 and 100 have no common divisor. */
const order = kinds.flatMap((kind) => Array.from({ length: mix[kind] }, () => kind))
const kindOf = (index: number): Kind => order[(index * 37) % order.length] ?? "domain"

/** Request of the mixed load, by its number. */
export const mixedRequests = ({ apiKey, contact_id }: Seeded, domains: number) => {
  const headers = { "x-api-key": apiKey }
  const read = (path: string, expected = 200) => wireRequest("GET", path, { headers, expected })
  const write = (path: string, body: unknown) => wireRequest("POST", path, { headers, body, expected: 201 })
  const tlds = ["com", "com", "com", "net", "org"]
  const nameOf = (index: number) => {
    const number = 1 + (index * 7919) % domains
    return `sample-${number}.${tlds[number % tlds.length]}`
  }
  const requests: Record<Kind, (index: number) => WireRequest> = {
    domain: (index) => read(`/v1/domains/${nameOf(index)}`),
    domains: (index) => read(`/v1/domains?page_size=50&page=${1 + index % 20}`),
    contact: () => read(`/v1/contacts/${contact_id}`),
    contacts: () => read("/v1/contacts?page_size=20"),
    events: () => read("/v1/events?page_size=20"),
    tlds: () => read("/v1/tlds/com"),
    check: (index) => read(`/v1/domains/check?domains=new-${index}.com&domains=${nameOf(index)}`),
    missing: (index) => read(`/v1/domains/missing-${index}.com`, 404),
    invalid: () => read("/v1/domains?page_size=0&sort_by=nothing", 422),
    newContact: (index) =>
      write("/v1/contacts", {
        first_name: "Grace",
        last_name: `Hopper ${index}`,
        email: "grace@example.org",
        phone: "+49.30123456",
        street: "Invalidenstr. 1",
        city: "Berlin",
        postal_code: "10115",
        country: "DE"
      }),
    newDomain: (index) =>
      write("/v1/domains", {
        name: `mixed-${index}.com`,
        period: 1,
        renewal_mode: "renew",
        contacts: { registrant: contact_id, admin: contact_id, tech: contact_id }
      })
  }
  return (index: number): WireRequest => requests[kindOf(index)](index)
}
