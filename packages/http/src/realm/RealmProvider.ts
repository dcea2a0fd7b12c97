import { AllowedNetworks, UserCredentials, UserId } from "@namewright/core/access"
import { type RealmKeyring, RealmKeys, RealmRecords } from "@namewright/core/realm"
import { networkOf, PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { EventEmitter } from "node:events"
import type * as Oidc from "oidc-provider"
import { RateLimiter } from "../shared/RateLimiter.ts"
import { ClientDocuments, documentFetch } from "./ClientDocuments.ts"
import { cookieNames, cookieOf } from "./cookies.ts"
import { codeConfirmationPage, codeEntryPage, connectedPage } from "./pages/devicePages.ts"
import { failurePage } from "./pages/failurePage.ts"
import { providerAdapter } from "./ProviderAdapter.ts"
import { providerConfiguration } from "./providerConfiguration.ts"
import { type RealmUrls, realmUrls } from "./RealmUrls.ts"
import { SignIns } from "./SignIns.ts"

export type Provider = Oidc.Provider

/** The OpenID provider of this realm. The library is loaded on first use. */
export class RealmProvider extends Context.Service<RealmProvider, {
  /** Provider with the current keys. */
  readonly current: Effect.Effect<Provider>
}>()("@namewright/http/realm/RealmProvider") {
  static readonly layer = Layer.effect(
    RealmProvider,
    Effect.gen(function*() {
      const urls = realmUrls(yield* PlatformSettings)
      const keys = yield* RealmKeys
      const make = yield* providerMaker(urls)
      let made: { readonly keyring: RealmKeyring; readonly provider: Promise<Provider> } | undefined
      const current = Effect.flatMap(keys.current, (keyring) => {
        if (made?.keyring.version !== keyring.version) made = { keyring, provider: make(keyring) }
        return Effect.promise(() => made?.provider ?? make(keyring))
      })
      return RealmProvider.of({ current })
    })
  )
}

const isUserId = Schema.is(UserId)

const providerMaker = Effect.fnUntraced(function*(urls: RealmUrls) {
  const records = yield* RealmRecords
  const credentials = yield* UserCredentials
  const networks = yield* AllowedNetworks
  const signIns = yield* SignIns
  const limiter = yield* RateLimiter
  const readDocument = yield* ClientDocuments
  const run = Effect.runPromiseWith(yield* Effect.context<never>())

  /** The account of a user whose organization accepts calls from the address. */
  const admittedAccount = Effect.fnUntraced(function*(user_id: string, address: string) {
    const account = isUserId(user_id) ? yield* credentials.find(user_id) : Option.none()
    if (Option.isNone(account)) return account
    return (yield* networks.admits(account.value.user.organization_id, address)) ? account : Option.none()
  })

  const log = (text: string, failure: unknown) => void run(Effect.logError(text, failure))

  return async (keyring: RealmKeyring): Promise<Provider> => {
    const oidc = await import("oidc-provider")
    const provider = new oidc.Provider(
      urls.issuer,
      providerConfiguration({
        urls,
        keyring,
        oidc,
        adapter: providerAdapter(records, run, () => new oidc.errors.InvalidGrant("it was used before")),
        account: ({ ip }, user_id) => run(Effect.map(admittedAccount(user_id, ip), Option.getOrUndefined)),
        isSignedIn: ({ ip, req }, user_id) =>
          run(Effect.map(
            signIns.find(cookieOf(req.headers.cookie, cookieNames(urls).signIn), ip),
            Option.exists(({ account }) => account.user.user_id === user_id)
          )),
        fetch: documentFetch(readDocument),
        allowFetch: (address) =>
          run(Effect.isSuccess(limiter.take("registrations", `realm ${networkOf(address) ?? ""}`))),
        pages: {
          codeEntry: codeEntryPage(urls),
          codeConfirmation: codeConfirmationPage(urls),
          connected: connectedPage(urls),
          failure: failurePage(urls)
        }
      })
    )
    provider.on("server_error", (_context, error) => log("The sign-in realm failed", error))
    // Without a listener the provider writes to the console.
    const emitter: EventEmitter = provider
    emitter.on("error", (error: unknown) => log("The sign-in realm failed", error))
    return provider
  }
})
