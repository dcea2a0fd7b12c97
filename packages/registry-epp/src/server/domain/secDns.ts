import type { DnssecData, RegistryRefusal } from "@namewright/core/registry"
import { Effect } from "effect"
import type { EppDsData, EppKeyData, SecDnsData, SecDnsUpdate } from "../../message/CommandExtension.ts"
import { CommandRefused } from "../Handlers.ts"

/** What a name has, as RFC 5910 shows it: a registry keeps one form only. */
export const secDnsData = (dnssec: ReadonlyArray<DnssecData>): SecDnsData => {
  const digests = dnssec.flatMap((data): ReadonlyArray<EppDsData> =>
    data.record_type === "ds_data"
      ? [{ keyTag: data.key_tag, algorithm: data.algorithm, digestType: data.digest_type, digest: data.digest }]
      : []
  )
  if (digests.length > 0) return { form: "ds", records: digests }
  return {
    form: "key",
    records: dnssec.flatMap((data): ReadonlyArray<EppKeyData> =>
      data.record_type === "key_data"
        ? [{ flags: data.flags, protocol: data.protocol, algorithm: data.algorithm, publicKey: data.public_key }]
        : []
    )
  }
}

/** The records of a command. A key beside its digest is taken and not kept. */
export const dnssecOf = (data: SecDnsData | undefined): Effect.Effect<ReadonlyArray<DnssecData>, CommandRefused> => {
  if (data === undefined) return Effect.succeed([])
  if (data.maximumSignatureLife !== undefined) return Effect.fail(noSignatureLife)
  return Effect.succeed(
    data.form === "ds"
      ? data.records.map((record): DnssecData => ({
        record_type: "ds_data",
        key_tag: record.keyTag,
        algorithm: record.algorithm,
        digest_type: record.digestType,
        digest: record.digest
      }))
      : data.records.map((record): DnssecData => ({
        record_type: "key_data",
        flags: record.flags,
        protocol: record.protocol,
        algorithm: record.algorithm,
        public_key: record.publicKey
      }))
  )
}

/** What an update removes and adds; `current` is what `all` removes. */
export const dnssecChanges = Effect.fnUntraced(function*(
  update: SecDnsUpdate | undefined,
  current: Effect.Effect<ReadonlyArray<DnssecData>, RegistryRefusal>
) {
  if (update === undefined) return { add: [], remove: [] }
  if (update.urgent === true) {
    return yield* new CommandRefused({ code: 2102, text: "The registry has no urgent changes" })
  }
  if (update.maximumSignatureLife !== undefined) return yield* noSignatureLife
  const remove = update.remove === "all" ? yield* current : yield* dnssecOf(update.remove)
  return { remove, add: yield* dnssecOf(update.add) }
})

const noSignatureLife = new CommandRefused({ code: 2102, text: "The registry keeps no maximum signature life" })
