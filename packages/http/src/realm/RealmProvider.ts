import { AllowedNetworks, SignInSite, UserCredentials, UserId } from "@namewright/core/access"
import { PageBrands } from "@namewright/core/branding"
import { type RealmKeyring, RealmKeys, RealmRecords } from "@namewright/core/realm"
import { networkOf } from "@namewright/core/shared"
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
import { type RealmUrls, siteOf } from "./RealmUrls.ts"
import { SignIns } from "./SignIns.ts"

export type Provider = Oidc.Provider

/**
 * Maximum number of providers of brands in a process; the least recently used one is dropped beyond that. A provider has no
 * state of its own: another one for the same realm goes on with what is stored.
 */
export const maximumProviders = 200

/** The OpenID providers of the realms. The library is loaded on first use, and a provider is made on the first request. */
export class RealmProvider extends Context.Service<RealmProvider, {
  /** Provider of a realm with the current keys. */
  readonly of: (urls: RealmUrls) => Effect.Effect<Provider>
}>()("@namewright/http/realm/RealmProvider") {
  static readonly layer = Layer.effect(
    RealmProvider,
    Effect.gen(function*() {
      const keys = yield* RealmKeys
      const make = yield* providerMaker
      const made = new Map<string, { readonly version: string; readonly provider: Promise<Provider> }>()

      const providerOf = (urls: RealmUrls, keyring: RealmKeyring): Promise<Provider> => {
        // The dashboard of a brand is a resource of its realm.
        const name = `${urls.key} ${urls.resources.rest ?? ""}`
        const found = made.get(name)
        const { provider, version } = found?.version === keyring.version
          ? found
          : { version: keyring.version, provider: make(urls, keyring) }
        made.delete(name)
        made.set(name, { provider, version })
        if (made.size > maximumProviders) {
          const [idlest] = made.keys()
          if (idlest !== undefined) made.delete(idlest)
        }
        return provider
      }

      const of = (urls: RealmUrls) =>
        Effect.flatMap(keys.current, (keyring) => Effect.promise(() => providerOf(urls, keyring)))
      return RealmProvider.of({ of })
    })
  )
}

const isUserId = Schema.is(UserId)

const providerMaker = Effect.gen(function*() {
  const records = yield* RealmRecords
  const credentials = yield* UserCredentials
  const networks = yield* AllowedNetworks
  const signIns = yield* SignIns
  const limiter = yield* RateLimiter
  const readDocument = yield* ClientDocuments
  const brands = yield* PageBrands
  const context = yield* Effect.context<never>()

  /** The account of a user whose organization accepts calls from the address. */
  const admittedAccount = Effect.fnUntraced(function*(user_id: string, address: string) {
    const account = isUserId(user_id) ? yield* credentials.find(user_id) : Option.none()
    if (Option.isNone(account)) return account
    return (yield* networks.admits(account.value.user.organization_id, address)) ? account : Option.none()
  })

  return async (urls: RealmUrls, keyring: RealmKeyring): Promise<Provider> => {
    const run = Effect.runPromiseWith(Context.add(context, SignInSite, siteOf(urls)))
    const log = (text: string, failure: unknown) => void run(Effect.logError(text, failure))
    const { tenant } = urls
    /** The realm with the current appearance of its brand. */
    const shown = async (): Promise<RealmUrls> =>
      tenant === null ? urls : { ...urls, brand: await run(brands.of(tenant)) }
    const oidc = await import("oidc-provider")
    const provider = new oidc.Provider(
      urls.issuer,
      providerConfiguration({
        urls,
        keyring,
        oidc,
        adapter: providerAdapter(records, run, () => new oidc.errors.InvalidGrant("it was used before"), urls),
        account: ({ ip }, user_id) => run(Effect.map(admittedAccount(user_id, ip), Option.getOrUndefined)),
        isSignedIn: ({ ip, req }, user_id) =>
          run(Effect.map(
            signIns.find(cookieOf(req.headers.cookie, cookieNames(urls).signIn), ip),
            Option.exists(({ account }) => account.user.user_id === user_id)
          )),
        fetch: documentFetch(readDocument, urls.resources),
        allowFetch: (address) =>
          run(Effect.isSuccess(limiter.take("registrations", `realm ${urls.key} ${networkOf(address) ?? ""}`))),
        pages: {
          codeEntry: async (form) => codeEntryPage(await shown())(form),
          codeConfirmation: async (form) => codeConfirmationPage(await shown())(form),
          connected: async (locale, clientName) => connectedPage(await shown())(locale, clientName),
          failure: async (locale, error) => failurePage(await shown())(locale, error)
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
