import { CreateUser, newUserId, RealmTokens, type UserId, Users } from "@namewright/core/access"
import { layerPlatform } from "@namewright/core/embed"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { serve } from "@namewright/http"
import { Context, Effect, Layer, ManagedRuntime, Schema } from "effect"
import { HttpServer } from "effect/http"
import { administrator } from "../harness/administrator.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface AgentServerTask {
  readonly storage: Storage
  /** Organization of the agent's user. */
  readonly organization_id: OrganizationId
}

/** Rate limits that are counted as in production, but never reached. */
const plenty = { perSecond: 1e9, burst: 1e9 }

const { organization_id, storage } = taskOf<AgentServerTask>()

/** Accepts any token for one user. Processes cache verified tokens for seconds, so verification is not measured. */
const person: { id: UserId | undefined } = { id: undefined }
const realm = Layer.succeed(RealmTokens, {
  issuer: "http://127.0.0.1/realms/sandbox",
  verify: () =>
    Effect.map(newUserId, (unknown) => ({
      user_id: person.id ?? unknown,
      client_id: "benchmark",
      scopes: ["service:mcp"],
      expires_at: Number.MAX_SAFE_INTEGER
    })),
  isRevoked: () => Effect.succeed(false)
})

const server = serve({
  host: "127.0.0.1",
  port: 0,
  drain: "1 second",
  http: { rateLimits: { read: plenty, write: plenty, names: plenty, tokens: plenty }, requestLog: false }
}).pipe(Layer.provide(realm), Layer.provideMerge(layerPlatform({ storage: storageOf(storage), loggers: [] })))

const runtime = ManagedRuntime.make(server)

const ada = Schema.decodeUnknownSync(CreateUser)({
  username: "agent",
  email: "agent@example.org",
  first_name: "Ada",
  last_name: "Lovelace",
  locale: "en_US"
})

const port = await runtime.runPromise(Effect.gen(function*() {
  const users = yield* Users
  const actor = administrator(organization_id)
  const { user_id } = yield* users.create(ada).pipe(Effect.provideService(CurrentActor, actor))
  yield* users.assignRole(user_id, "admin").pipe(Effect.provideService(CurrentActor, actor))
  person.id = user_id
  const { address } = Context.get(yield* Effect.context<HttpServer.HttpServer>(), HttpServer.HttpServer)
  return Number(new URL(HttpServer.formatAddress(address)).port)
}))

serveParent(port, () => runtime.dispose())
