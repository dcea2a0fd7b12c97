import { Context, Effect, Layer, Option } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import { AuthorityAccountStore, type StoredAccount } from "./AuthorityAccountStore.ts"
import type { AuthorityAccount, AuthorityFailed, CertificateAuthority } from "./CertificateAuthority.ts"
import { type OrderBudget, takeOrder } from "./orderBudget.ts"
import { newPrivateKey } from "./PrivateKey.ts"

/** Accounts of this installation at its authorities, and their limits. Another process may use them at the same time. */
export class AuthorityAccounts extends Context.Service<AuthorityAccounts, {
  /** The account, which is created and registered at its first use. */
  readonly of: (authority: CertificateAuthority) => Effect.Effect<AuthorityAccount, AuthorityFailed>
  /** Locks the account to the end of the caller's transaction: orders that count against its limits follow each other. */
  readonly lock: (authority: CertificateAuthority) => Effect.Effect<void>
  /** Takes an order from the limit, in the caller's transaction. */
  readonly take: (authority: CertificateAuthority) => Effect.Effect<OrderBudget>
}>()("@namewright/core/certificates/AuthorityAccounts") {
  static readonly layer = Layer.effect(
    AuthorityAccounts,
    Effect.gen(function*() {
      const store = yield* AuthorityAccountStore
      const sealed = yield* SealedSecrets
      const transaction = yield* Transaction

      const create = Effect.fnUntraced(function*(authority: string) {
        const now = yield* Instant.now
        const sealed_key = yield* sealed.seal(yield* newPrivateKey, sealOwner(authority))
        const account = { authority, sealed_key, url: null, clear_on: now, created_on: now }
        yield* store.insert(account)
        // Another process may have been first.
        return Option.getOrElse(yield* store.find(authority), (): StoredAccount => account)
      })

      const stored = (authority: string) =>
        Effect.flatMap(store.find(authority), Option.match({ onNone: () => create(authority), onSome: Effect.succeed }))

      const change = (authority: string, changed: (account: StoredAccount) => StoredAccount) =>
        transaction.atomically(
          Effect.flatMap(
            store.lock(authority),
            Option.match({ onNone: () => Effect.void, onSome: (account) => store.save(changed(account)) })
          )
        )

      return AuthorityAccounts.of({
        of: Effect.fn("AuthorityAccounts.of")(function*(authority) {
          const account = yield* stored(authority.name)
          const key = yield* sealed.open(account.sealed_key, sealOwner(authority.name))
          if (account.url !== null) return { url: account.url, key }
          const url = yield* authority.register(key)
          yield* change(authority.name, (current) => ({ ...current, url }))
          return { url, key }
        }),

        lock: Effect.fnUntraced(function*({ name }) {
          yield* stored(name)
          yield* store.lock(name)
        }),

        take: Effect.fnUntraced(function*({ limit, name }) {
          yield* stored(name)
          const account = Option.getOrThrow(yield* store.lock(name))
          const budget = takeOrder(account, limit, yield* Instant.now)
          if (budget._tag === "Free" && budget.account !== account) yield* store.save(budget.account)
          return budget
        })
      })
    })
  )
}

/** Owner of the sealed key of an account. */
const sealOwner = (authority: string): string => `certificate authority ${authority}`
