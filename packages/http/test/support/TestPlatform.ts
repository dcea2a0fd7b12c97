import { AuthenticationFailed, Authenticator } from "@namewright/core/access"
import {
  type Actor,
  newOrganizationId,
  type OrganizationId,
  type Permission,
  permissions
} from "@namewright/core/shared"
import { Context, Effect, Layer, Redacted, Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest } from "effect/http"
import { routes } from "../../src/routes.ts"
import { services } from "./services.ts"

/** What the platform answered; `body` is parsed JSON, the text where it is none, undefined where it is empty. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

export interface RequestOptions {
  /** Sent as `X-Api-Key`. */
  readonly key?: string | undefined
  readonly headers?: Record<string, string> | undefined
}

/**
 * A platform in the test's process, on SQLite in memory and on the test's clock. The services of core stand beside it
 * in the layer, for fixtures: `yield* EventLog` works.
 */
export class TestPlatform extends Context.Service<TestPlatform, {
  /** `path` with its query; `body` is sent as JSON unless it is text or undefined. */
  readonly fetch: (method: string, path: string, body?: unknown, options?: RequestOptions) => Effect.Effect<Answer>
  /** A new organization, without anything. With `parent` it is that one's suborganization. */
  readonly organization: (options?: { readonly parent?: OrganizationId }) => Effect.Effect<OrganizationId>
  /** A new key of the organization with these rights, all of them when none are named. */
  readonly key: (organization: OrganizationId, rights?: ReadonlyArray<Permission>) => Effect.Effect<string>
  /** The actor that a key stands for, to call services of core as the key would. */
  readonly actor: (key: string) => Actor
}>()("@namewright/http/test/TestPlatform") {
  static readonly layer = Layer.suspend(() => layer)
}

const layer = Layer.unwrap(Effect.sync(() => {
  const actors = new Map<string, Actor>()
  const parents = new Map<OrganizationId, OrganizationId>()
  const authenticator = Layer.succeed(Authenticator, {
    authenticate: ({ value }) => {
      const actor = actors.get(Redacted.value(value))
      return actor === undefined ? Effect.fail(new AuthenticationFailed({ reason: "unknown" })) : Effect.succeed(actor)
    }
  })

  const organization = Effect.fnUntraced(function*(options: { readonly parent?: OrganizationId } = {}) {
    const id = yield* newOrganizationId
    if (options.parent !== undefined) parents.set(id, options.parent)
    return id
  })

  const key = (organization_id: OrganizationId, rights: ReadonlyArray<Permission> = permissions) =>
    Effect.sync(() => {
      const name = `key-${actors.size + 1}`
      actors.set(name, {
        principal: { type: "api_key", id: `api_key_${String(actors.size + 1).padStart(26, "0")}` },
        organization_id,
        parent_organization_id: parents.get(organization_id) ?? null,
        organization_active: true,
        role: "admin",
        permissions: new Set(rights)
      })
      return name
    })

  const actor = (name: string): Actor => {
    const found = actors.get(name)
    if (found === undefined) throw new Error(`No key ${name}`)
    return found
  }

  const platform = Layer.effect(
    TestPlatform,
    Effect.gen(function*() {
      const app = yield* HttpRouter.toHttpEffect(routes)
      // The handler runs with the test's context, so that it sees the test's clock.
      const context = Context.omit(Scope.Scope)(yield* Effect.context<never>())
      const handle = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(app)
      const fetch = (method: string, path: string, body?: unknown, options: RequestOptions = {}) =>
        Effect.promise(() => handle(request(method, path, body, options)).then(answer))
      return TestPlatform.of({ fetch, organization, key, actor })
    })
  )
  return platform.pipe(Layer.provideMerge(authenticator), Layer.provideMerge(services), Layer.orDie)
}))

const request = (method: string, path: string, body: unknown, { headers, key }: RequestOptions): Request =>
  new Request(`http://platform.test${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...headers
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })

const answer = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parse(text) }
}

const parse = (text: string): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
