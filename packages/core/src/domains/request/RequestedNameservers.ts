import { Schema, SchemaTransformation } from "effect"
import { IpAddress } from "../../hosts/index.ts"
import { Hostname, limits } from "../../shared/index.ts"
import { Nameserver } from "../Domain.ts"

const Named = Schema.Struct({
  hostname: Hostname,
  ip_addresses: Schema.optionalKey(
    Schema.NullOr(Schema.Array(IpAddress).check(Schema.isMaxLength(limits.hostAddresses.maximum)))
  )
}).annotate({ identifier: "RequestedNameserver" })

const Entry = Schema.Union([Named, Hostname])
const List = Schema.Array(Entry).check(Schema.isMaxLength(limits.nameservers))

/** Object with list indices as keys; some clients send it for a sparse list. */
const Indexed = Schema.Record(Schema.String.check(Schema.isPattern(/^\d{1,3}$/)), Entry)
  .check(Schema.isMaxProperties(limits.nameservers))

const toNameserver = (entry: typeof Entry.Type): Nameserver =>
  typeof entry === "string"
    ? { hostname: entry, ip_addresses: [] }
    : { hostname: entry.hostname, ip_addresses: entry.ip_addresses ? Array.from(new Set(entry.ip_addresses)) : [] }

/** In the order of the request, each hostname once. */
const distinct = (nameservers: ReadonlyArray<Nameserver>): ReadonlyArray<Nameserver> =>
  nameservers.filter((nameserver, index) =>
    nameservers.findIndex((other) => other.hostname === nameserver.hostname) === index
  )

/** Member `nameservers` of a create, transfer or update. Source: REST specification, "Domain". */
export const RequestedNameservers = Schema.Union([List, Indexed]).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(Nameserver)),
    SchemaTransformation.transform({
      decode: (entries) =>
        distinct(
          (Array.isArray(entries) ? entries as ReadonlyArray<typeof Entry.Type> : Object.values(entries)).map(
            toNameserver
          )
        ),
      encode: (nameservers) =>
        nameservers.map(({ hostname, ip_addresses }) => ({
          hostname,
          ip_addresses: ip_addresses.map((address) => IpAddress.make(address))
        }))
    })
  )
)
