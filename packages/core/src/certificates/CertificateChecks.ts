import { Context, Effect, Layer, Option } from "effect"
import { canonical } from "../dns/index.ts"
import type { Hostname } from "../shared/index.ts"
import { AuthorityAccountStore } from "./AuthorityAccountStore.ts"
import { caaPermits } from "./caaPermits.ts"
import type { Certificate } from "./Certificate.ts"
import type { CertificateAuthority } from "./CertificateAuthority.ts"
import { type CertificateName, challengeTypeOf, isWildcard, provenHost } from "./CertificateName.ts"
import { CheckFailed } from "./CheckFailed.ts"
import { makeChallengeZones } from "./makeChallengeZones.ts"
import { type CaaProperty, PublicRecords, type RecordsUnknown } from "./PublicRecords.ts"

const unavailable = ({ message }: RecordsUnknown) => new CheckFailed({ code: "dns_unavailable", message })

/** A name and those above it, the longest first: `a.b.c`, `b.c`, `c`. */
const climbed = (name: string): ReadonlyArray<string> => {
  const labels = name.split(".")
  return labels.map((_, index) => labels.slice(index).join("."))
}

/** A name and the CAA records that decide on it. */
interface RestrictedName {
  readonly name: CertificateName
  readonly caa: ReadonlyArray<CaaProperty>
}

/** Checks before an order, which spare the limits of authorities. */
export class CertificateChecks extends Context.Service<CertificateChecks, {
  /** The first of the authorities that the CAA records of all names permit. Fails if none is, or a name cannot be proven here. */
  readonly choose: (
    certificate: Pick<Certificate, "names" | "organization_id">,
    authorities: readonly [CertificateAuthority, ...ReadonlyArray<CertificateAuthority>]
  ) => Effect.Effect<CertificateAuthority, CheckFailed>
}>()("@namewright/core/certificates/CertificateChecks") {
  static readonly layer = Layer.effect(
    CertificateChecks,
    Effect.gen(function*() {
      const accounts = yield* AuthorityAccountStore
      const records = yield* PublicRecords
      const { locate } = yield* makeChallengeZones
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

      /** Checks that a name can be proven by its challenge. */
      const checkProof = (
        name: CertificateName,
        { names, organization_id }: Pick<Certificate, "names" | "organization_id">
      ): Effect.Effect<void, CheckFailed> =>
        challengeTypeOf(name, names) === "http-01"
          ? checkAddresses(provenHost(name))
          : Effect.asVoid(locate(provenHost(name), organization_id))

      /** The CAA records nearest above the host of a name (RFC 8659, section 3). */
      const relevantCaa = Effect.fnUntraced(function*(
        name: CertificateName
      ): Effect.fn.Return<RestrictedName, CheckFailed> {
        for (const above of climbed(provenHost(name))) {
          const caa = yield* Effect.mapError(records.caa(above), unavailable)
          if (caa.length > 0) return { name, caa }
        }
        return { name, caa: [] }
      })

      /** True if the CAA records permit the authority, or it decides itself: without an answer, or without domains. */
      const isPermitted = Effect.fnUntraced(function*(
        authority: CertificateAuthority,
        restricted: ReadonlyArray<RestrictedName>,
        names: ReadonlyArray<CertificateName>
      ) {
        const identities = yield* Effect.orElseSucceed(authority.caaIdentities, (): ReadonlyArray<string> => [])
        if (identities.length === 0) return true
        const account = Option.match(yield* accounts.find(authority.name), {
          onNone: () => null,
          onSome: ({ url }) => url
        })
        return restricted.every(({ caa, name }) =>
          caaPermits(caa, {
            identities,
            account,
            challenge: challengeTypeOf(name, names),
            isWildcard: isWildcard(name)
          })
        )
      })

      const choose: CertificateChecks["Service"]["choose"] = Effect.fn("CertificateChecks.choose")(
        function*(certificate, authorities) {
          const { names } = certificate
          if (!authorities.some(({ provesNames }) => provesNames)) return authorities[0]
          yield* Effect.forEach(names, (name) => checkProof(name, certificate), { discard: true })
          const restricted = (yield* Effect.forEach(names, relevantCaa)).filter(({ caa }) => caa.length > 0)
          if (restricted.length === 0) return authorities[0]
          for (const authority of authorities) {
            if (yield* isPermitted(authority, restricted, names)) return authority
          }
          const shown = restricted.map(({ name }) => name).join(", ")
          const message = `The CAA records of ${shown} permit none of ${authorities.map(({ name }) => name).join(", ")}`
          return yield* new CheckFailed({ code: "caa_forbidden", message })
        }
      )

      return CertificateChecks.of({ choose })
    })
  )
}
