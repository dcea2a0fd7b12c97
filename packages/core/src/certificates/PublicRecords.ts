import { Context, Data, Effect, Layer } from "effect"
import type { Hostname } from "../shared/index.ts"

/** Property of a CAA record. Source: RFC 8659, section 4.1. */
export interface CaaProperty {
  /** True if an authority must understand the property. */
  readonly critical: boolean
  /** In lower case, such as `issue`. */
  readonly tag: string
  readonly value: string
}

/** Records could not be read. */
export class RecordsUnknown extends Data.TaggedError("RecordsUnknown")<{ readonly message: string }> {}

/** Port: records of the public DNS that decide whether an authority can prove a host. */
export class PublicRecords extends Context.Service<PublicRecords, {
  /** Public addresses of the servers of this installation; null if they are unknown. */
  readonly own_addresses: ReadonlyArray<string> | null
  /** Addresses of a host, IPv4 and IPv6; empty if it has none. */
  readonly addresses: (host: Hostname) => Effect.Effect<ReadonlyArray<string>, RecordsUnknown>
  /** CAA records of exactly this name, without the final dot; empty if it has none. */
  readonly caa: (name: string) => Effect.Effect<ReadonlyArray<CaaProperty>, RecordsUnknown>
}>()("@namewright/core/certificates/PublicRecords") {
  /** Nothing is checked before orders. */
  static readonly layerNone = Layer.succeed(PublicRecords, {
    own_addresses: null,
    addresses: () => Effect.succeed([]),
    caa: () => Effect.succeed([])
  })
}
