import { Cause, Context, Effect, Equal, Layer, Option } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { type Domain, DomainStore } from "../domains/index.ts"
import { type DomainId, type DomainName, Instant, limits, newDomainId, Transaction } from "../shared/index.ts"
import { TldCatalog } from "../tlds/index.ts"
import { canStart, completed, failed, started, type SyncCounts } from "./CredentialSync.ts"
import { externalAccountId, externalDomain, isUpToDate } from "./externalDomain.ts"
import { ExternalDomainStore } from "./ExternalDomainStore.ts"
import { type RegistrarCredentialId, secretsIn } from "./RegistrarCredential.ts"
import { RegistrarCredentialStore, type StoredCredential } from "./RegistrarCredentialStore.ts"
import type { ExternalListing, ListedPart } from "./RegistrarListing.ts"
import { type RegistrarClient, RegistrarFailed, Registrars } from "./Registrars.ts"

/** Domains of the account that are compared at once with the listing. */
const comparedAtOnce = 5000

/** Maximum number of parts of one listing, in case a driver always returns a next cursor. */
const maximumParts = 20_000

/** Domains that one transaction removes. */
const removedAtOnce = 500

/** Results of one run so far. */
interface Findings {
  /** Domains that are shown for the credential. */
  readonly seen: Set<DomainId>
  skipped: number
}

const unavailable = (detail: string) =>
  new RegistrarFailed({
    reason: "unavailable",
    code: "ERROR_REGISTRAR_UNAVAILABLE",
    message: "The registrar could not be asked",
    detail
  })

/** Failure of this installation, whose cause is in the log of the job. */
const ownFailure = new RegistrarFailed({
  reason: "unavailable",
  code: "ERROR_REGISTRAR_UNAVAILABLE",
  message: "The synchronisation failed",
  detail: null
})

/** Synchronises the domains at external registrars. It writes differences only. */
export class RegistrarSync extends Context.Service<RegistrarSync, {
  /**
   * Lists the account and stores the outcome with the credential. Does nothing if the credential is gone, has other
   * secrets, or is synchronised already. May run again after a crash. `isLast`: no other attempt follows a failure.
   */
  readonly run: (
    id: RegistrarCredentialId,
    generation: number,
    isLast: boolean
  ) => Effect.Effect<void, RegistrarFailed>
  /** Removes the domains of a credential that was removed. */
  readonly removeDomains: (id: RegistrarCredentialId) => Effect.Effect<void>
}>()("@namewright/core/registrars/RegistrarSync") {
  static readonly layer = Layer.effect(
    RegistrarSync,
    Effect.gen(function*() {
      const credentials = yield* RegistrarCredentialStore
      const external = yield* ExternalDomainStore
      const domains = yield* DomainStore
      const catalog = yield* TldCatalog
      const registrars = yield* Registrars
      const sealed = yield* SealedSecrets
      const transaction = yield* Transaction

      /** Works on the credential while it is locked. None if it is gone or has other secrets. */
      const locked = <A>(
        id: RegistrarCredentialId,
        generation: number,
        work: (credential: StoredCredential) => Effect.Effect<A>
      ): Effect.Effect<Option.Option<A>> =>
        transaction.atomically(Effect.gen(function*() {
          const found = Option.filter(yield* credentials.lock(id), (stored) => stored.generation === generation)
          return Option.isNone(found) ? Option.none() : Option.some(yield* work(found.value))
        }))

      const saveChanged = (before: StoredCredential, after: StoredCredential) =>
        before.sync_status === after.sync_status && before.error_code === after.error_code
          ? Effect.void
          : credentials.save(after)

      const begin = (id: RegistrarCredentialId, generation: number) =>
        Effect.map(
          locked(id, generation, (credential) =>
            canStart(credential, generation)
              ? Effect.flatMap(Instant.now, (now) =>
                Effect.as(
                  saveChanged(credential, { ...credential, ...started(credential, now) }),
                  Option.some(credential)
                ))
              : Effect.succeed(Option.none<StoredCredential>())),
          Option.flatten
        )

      /** Ids of the credentials, among those of the domains, that are not removed. */
      const kept = Effect.fnUntraced(
        function*(found: ReadonlyArray<Domain>, { registrar_credential_id }: StoredCredential) {
          const others = new Set(found.flatMap((domain) => domain.registrar_credential_id ?? []))
          others.delete(registrar_credential_id)
          const described = others.size === 0 ? [] : yield* credentials.described([...others])
          return new Set<string>(described.map((credential) => credential.registrar_credential_id))
        }
      )

      /** Writes the differences of a part of the listing, in the caller's transaction. */
      const apply = Effect.fnUntraced(function*(
        credential: StoredCredential,
        listings: ReadonlyArray<ExternalListing>,
        findings: Findings
      ) {
        const now = yield* Instant.now
        const byName = new Map<DomainName, ExternalListing>(listings.map((listing) => [listing.name, listing]))
        const found = yield* external.named([...byName.keys()])
        const others = yield* kept(found, credential)
        const { organization_id, registrar, registrar_credential_id } = credential
        const isOwn = (domain: Domain) =>
          domain.read_only && domain.organization_id === organization_id && domain.registrar_credential_id !== null &&
          (domain.registrar_credential_id === registrar_credential_id || !others.has(domain.registrar_credential_id))

        for (const domain of found) {
          const listing = byName.get(domain.name)
          byName.delete(domain.name)
          if (listing === undefined) continue
          if (!isOwn(domain)) {
            findings.skipped++
            continue
          }
          findings.seen.add(domain.domain_id)
          if (domain.registrar_credential_id === registrar_credential_id && isUpToDate(domain, listing)) continue
          yield* domains.change(domain.domain_id, (current) =>
            Effect.succeed({
              ...current,
              ...listing,
              registrar,
              registrar_credential_id,
              registry_account_id: externalAccountId(registrar),
              updated_on: now
            }))
        }
        if (byName.size === 0) return
        const made = yield* Effect.forEach(
          [...byName.values()],
          (listing) => Effect.map(newDomainId, (id) => externalDomain(catalog, credential, listing, id, now))
        )
        const stored = yield* external.insertAll(made)
        made.forEach(({ domain_id, name }) => {
          if (stored.has(name)) findings.seen.add(domain_id)
          else findings.skipped++
        })
      })

      /** Asks for one part after another. Returns false if the credential was removed or got other secrets. */
      const listAll = Effect.fnUntraced(
        function*(credential: StoredCredential, client: RegistrarClient, findings: Findings) {
          const { generation, registrar_credential_id } = credential
          const secrets = secretsIn(yield* sealed.open(credential.secrets, registrar_credential_id))
          let cursor: string | null = null
          for (let part = 0; part < maximumParts; part++) {
            const { invalid, listings, next }: ListedPart = yield* client.list(secrets, cursor)
            findings.skipped += invalid
            const applied = listings.length === 0
              ? Option.some(undefined)
              : yield* locked(registrar_credential_id, generation, (current) => apply(current, listings, findings))
            if (Option.isNone(applied)) return false
            if (findings.seen.size + findings.skipped > limits.registrarDomains) {
              return yield* unavailable(`The account has more than ${limits.registrarDomains} domains`)
            }
            if (next === null) return true
            if (next === cursor) break
            cursor = next
          }
          return yield* unavailable("The list of domains has no end")
        }
      )

      /** Marks domains that the listing lacks. Those that the previous one lacked too are removed. */
      const reviewMissing = Effect.fnUntraced(
        function*(
          { generation, last_synced_on, registrar_credential_id: id }: StoredCredential,
          seen: ReadonlySet<DomainId>
        ) {
          const marked = yield* external.missing(id)
          // A repeated synchronisation is not the next one: its marks are of the same last success.
          const isOfEarlierListing = (domain: DomainId) =>
            marked.has(domain) && !Equal.equals(marked.get(domain), last_synced_on)
          const foundAgain = new Set(marked.keys())
          let after: DomainId | null = null
          for (;;) {
            const page: ReadonlyArray<{ readonly domain_id: DomainId }> = yield* external.ofCredential(
              id,
              after,
              comparedAtOnce
            )
            const missing = page.map(({ domain_id }) => domain_id).filter((domain) => !seen.has(domain))
            const gone = missing.filter(isOfEarlierListing)
            const lost = missing.filter((domain) => !marked.has(domain))
            missing.forEach((domain) => foundAgain.delete(domain))
            if (gone.length + lost.length > 0) {
              yield* locked(id, generation, () =>
                Effect.andThen(
                  gone.length === 0 ? Effect.void : external.removeAll(id, gone),
                  lost.length === 0 ? Effect.void : external.markMissing(id, { found: [], lost, last_synced_on })
                ))
            }
            const last = page.at(-1)
            if (last === undefined || page.length < comparedAtOnce) break
            after = last.domain_id
          }
          // Or replaced by a domain of the platform.
          if (foundAgain.size > 0) {
            const found = [...foundAgain]
            yield* locked(id, generation, () => external.markMissing(id, { found, lost: [], last_synced_on }))
          }
        }
      )

      const finish = (id: RegistrarCredentialId, generation: number, counts: SyncCounts) =>
        locked(
          id,
          generation,
          (credential) =>
            Effect.flatMap(
              Instant.now,
              (now) => saveChanged(credential, { ...credential, ...completed(credential, generation, counts, now) })
            )
        )

      const listed = Effect.fnUntraced(function*(credential: StoredCredential) {
        const { generation, registrar, registrar_credential_id } = credential
        const client = yield* Effect.mapError(
          Effect.fromOption(registrars.find(registrar)),
          () => unavailable(`This installation has no driver for ${registrar}`)
        )
        const findings: Findings = { seen: new Set(), skipped: 0 }
        if (!(yield* listAll(credential, client, findings))) return
        yield* reviewMissing(credential, findings.seen)
        yield* finish(registrar_credential_id, generation, {
          domain_count: findings.seen.size,
          skipped_count: findings.skipped
        })
      })

      const run = Effect.fn("RegistrarSync.run")(
        function*(id: RegistrarCredentialId, generation: number, isLast: boolean) {
          const begun = yield* begin(id, generation)
          if (Option.isNone(begun)) return
          yield* Effect.tapCause(
            listed(begun.value),
            (cause) =>
              Cause.hasInterruptsOnly(cause) ? Effect.void : locked(id, generation, (credential) => {
                const failure = Option.getOrElse(Cause.findErrorOption(cause), () => ownFailure)
                return credentials.save({ ...credential, ...failed(credential, generation, failure, isLast) })
              })
          )
        }
      )

      const removeDomains = Effect.fn("RegistrarSync.removeDomains")(function*(id: RegistrarCredentialId) {
        for (;;) {
          const some = yield* external.ofCredential(id, null, removedAtOnce)
          if (some.length === 0) return
          yield* transaction.atomically(external.removeAll(id, some.map(({ domain_id }) => domain_id)))
        }
      })

      return RegistrarSync.of({ run, removeDomains })
    })
  )
}
