import { Context, Data, Effect, Layer } from "effect"
import { canonical } from "../dns/index.ts"
import type { Hostname } from "../shared/index.ts"
import { caaPermits } from "./caaPermits.ts"
import type { CertificateAuthority } from "./CertificateAuthority.ts"
import type { CertificateErrorCode } from "./CertificateErrorCode.ts"
import { type CaaProperty, PublicRecords, type RecordsUnknown } from "./PublicRecords.ts"

/** No order can succeed: a check before it has failed. */
export class CheckFailed extends Data.TaggedError("CheckFailed")<{
  readonly code: CertificateErrorCode
  readonly message: string
}> {}

const unavailable = ({ message }: RecordsUnknown) => new CheckFailed({ code: "dns_unavailable", message })

/** A name and those above it, the longest first: `a.b.c`, `b.c`, `c`. */
const climbed = (name: string): ReadonlyArray<string> => {
  const labels = name.split(".")
  return labels.map((_, index) => labels.slice(index).join("."))
}

/** Checks before an order, which spare the limits of authorities. */
export class CertificateChecks extends Context.Service<CertificateChecks, {
  /** The first of the authorities that the CAA records of all hosts permit. Fails if none is, or a host is not served here. */
  readonly choose: (
    hosts: ReadonlyArray<Hostname>,
    authorities: readonly [CertificateAuthority, ...ReadonlyArray<CertificateAuthority>]
  ) => Effect.Effect<CertificateAuthority, CheckFailed>
}>()("@namewright/core/certificates/CertificateChecks") {
  static readonly layer = Layer.effect(
    CertificateChecks,
    Effect.map(PublicRecords, (records) => {
      const own = records.own_addresses === null ? null : new Set(canonical(records.own_addresses))

      /** Authorities may use any address of a host, so all of them must be ours. */
      const checkAddresses = Effect.fnUntraced(function*(host: Hostname) {
        if (own === null) return
        const addresses = canonical(yield* Effect.mapError(records.addresses(host), unavailable))
        const foreign = addresses.filter((address) => !own.has(address))
        if (addresses.length === 0) {
          return yield* new CheckFailed({ code: "address_missing", message: `${host} has no address` })
        }
        if (foreign.length > 0) {
          const message = `${host} has the address ${foreign.join(", ")}, which is none of this installation`
          return yield* new CheckFailed({ code: "address_foreign", message })
        }
      })

      /** The CAA records nearest above a host (RFC 8659, section 3). */
      const relevantCaa = Effect.fnUntraced(function*(
        host: Hostname
      ): Effect.fn.Return<ReadonlyArray<CaaProperty>, CheckFailed> {
        for (const name of climbed(host)) {
          const found = yield* Effect.mapError(records.caa(name), unavailable)
          if (found.length > 0) return found
        }
        return []
      })

      const choose: CertificateChecks["Service"]["choose"] = Effect.fn("CertificateChecks.choose")(
        function*(hosts, authorities) {
          yield* Effect.forEach(hosts, checkAddresses, { discard: true })
          const restricted = yield* Effect.forEach(
            hosts,
            (host) => Effect.map(relevantCaa(host), (caa) => ({ host, caa }))
          )
          const decisive = restricted.filter(({ caa }) => caa.length > 0)
          if (decisive.length === 0) return authorities[0]
          for (const authority of authorities) {
            // An authority without an answer, or without domains, decides itself.
            const identities = yield* Effect.orElseSucceed(authority.caaIdentities, (): ReadonlyArray<string> => [])
            if (identities.length === 0) return authority
            if (decisive.every(({ caa }) => caaPermits(caa, identities))) return authority
          }
          const names = decisive.map(({ host }) => host).join(", ")
          const message = `The CAA records of ${names} permit none of ${authorities.map(({ name }) => name).join(", ")}`
          return yield* new CheckFailed({ code: "caa_forbidden", message })
        }
      )

      return CertificateChecks.of({ choose })
    })
  )
}
