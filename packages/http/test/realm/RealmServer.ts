import { newUserId, type User, UserOperations, UserStore } from "@namewright/core/access"
import type { PlatformOptions } from "@namewright/core/embed"
import { Instant, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { freePort } from "../../../../test/freePort.ts"
import * as Access from "../../src/access/layer.ts"
import { serve } from "../../src/serve.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { newOrganization } from "../support/newOrganization.ts"
import { services } from "../support/services.ts"

/** Somebody who can sign in. */
export interface Person {
  readonly user: User
  readonly username: string
  readonly password: string
}

/** A listening platform with an embedded realm, and its services in the same layer. */
export class RealmServer extends Context.Service<RealmServer, {
  readonly url: string
  /** `{url}/realms/{environment}` */
  readonly issuer: string
  /** A new person, of a new organization unless one is named. */
  readonly person: (
    options?: { readonly organization?: OrganizationId; readonly role?: string | null; readonly first_name?: string }
  ) => Effect.Effect<Person>
}>()("@namewright/http/test/realm/RealmServer") {
  static readonly layer = Layer.suspend(() => layer({}))
  /** Browsers offer passkeys at `localhost`, and not at addresses. */
  static readonly layerWith = (
    settings: Partial<HttpSettings>,
    options: Partial<PlatformOptions> = {},
    hostname: "127.0.0.1" | "localhost" = "127.0.0.1"
  ) => layer(settings, options, hostname)
}

/** Passwords are older than what is done with them: what began before they changed has ended. */
const yesterday = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const then = () => clock.currentTimeMillisUnsafe() - 86_400_000
    const past = { ...clock, currentTimeMillisUnsafe: then, currentTimeMillis: Effect.sync(then) }
    return Effect.provideService(work, Clock.Clock, Object.setPrototypeOf(past, Object.getPrototypeOf(clock)))
  })

/** The addresses of the realm have to be known before it is made. */
const chosenPort = Effect.promise(freePort)

const layer = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}, hostname = "127.0.0.1") =>
  Layer.unwrap(Effect.map(chosenPort, (port) => {
    const url = `http://${hostname}:${port}`
    const signInPages = `${url}/realms/${options.environment ?? "sandbox"}`
    const http = { requestLog: false, rateLimits: false, realm: "embedded", ...settings } as const
    return made(url, options.environment ?? "sandbox").pipe(
      Layer.provideMerge(Layer.orDie(serve({ host: "127.0.0.1", port, http, drain: 0 }))),
      Layer.provideMerge(Access.layer(http.realm)),
      Layer.provideMerge(
        services({ baseUrl: url, signInPages, approvalPages: `${signInPages}/approvals`, ...options })
      )
    )
  }))

const made = (url: string, environment: string) =>
  Layer.effect(
    RealmServer,
    Effect.gen(function*() {
      const store = yield* UserStore
      const operations = yield* UserOperations
      const transaction = yield* Transaction
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof newOrganization>>>()
      let people = 0
      return RealmServer.of({
        url,
        issuer: `${url}/realms/${environment}`,
        person: Effect.fnUntraced(function*({ first_name = "Ada", organization, role = "admin" } = {}) {
          const now = yield* Instant.now
          const username = `ada${++people}`
          const user: User = {
            user_id: yield* newUserId,
            organization_id: organization ?? (yield* Effect.provideContext(newOrganization(), context)),
            username,
            email: `${username}@example.org`,
            first_name,
            last_name: "Lovelace",
            locale: "en_GB",
            phone: null,
            role,
            user_attributes: {},
            created_on: now,
            updated_on: now
          }
          const password = "correct horse battery staple"
          yield* Effect.orDie(transaction.atomically(store.insert(user)))
          yield* yesterday(Effect.orDie(operations.setPassword(user, Redacted.make(password))))
          return { user, username, password }
        })
      })
    })
  )
