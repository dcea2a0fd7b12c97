import { Context, Effect, Option, Predicate, Schema } from "effect"
import { Flag } from "effect/cli"
import { CommandFailed } from "./CommandFailed.ts"
import { Environment } from "./Environment.ts"

/** Client of the REST interface of a running server. */
export class Interface extends Context.Service<Interface, {
  /** True if the output is a terminal. */
  readonly isInteractive: boolean
  /** Sends a request without a body, and decodes the response. The text of a problem is printed. */
  readonly call: <A, I>(
    answer: Schema.Codec<A, I>,
    method: "GET" | "POST" | "DELETE",
    path: string
  ) => Effect.Effect<A, CommandFailed>
}>()("@namewright/http/cli/Interface") {}

export const interfaceFlags = {
  url: Flag.String("url").pipe(
    Flag.withMetavar("URL"),
    Flag.withDescription("URL of the server; also NAMEWRIGHT_URL [http://127.0.0.1:8080]"),
    Flag.optional
  ),
  apiKey: Flag.String("api-key").pipe(
    Flag.withMetavar("KEY"),
    Flag.withDescription("Key of the organization; preferably in NAMEWRIGHT_API_KEY, which other users cannot see"),
    Flag.optional
  )
}

/** Interface by flags and environment. */
export const interfaceOf = Effect.fnUntraced(function*(
  flags: { readonly url: Option.Option<string>; readonly apiKey: Option.Option<string> }
) {
  const environment = yield* Environment
  const url = Option.getOrElse(flags.url, () => environment["NAMEWRIGHT_URL"] ?? "http://127.0.0.1:8080")
  const apiKey = Option.getOrElse(flags.apiKey, () => environment["NAMEWRIGHT_API_KEY"])
  if (apiKey === undefined) {
    return yield* new CommandFailed({
      message: "Set NAMEWRIGHT_API_KEY to a key of the organization, or use --api-key"
    })
  }
  if (!URL.canParse(url)) return yield* new CommandFailed({ message: `--url: ${url} is not a URL` })
  const base = url.replace(/\/+$/, "").replace(/\/v1$/, "")
  return Interface.of({
    isInteractive: process.stdout.isTTY === true,
    call: (answer, method, path) =>
      called(
        answer,
        new Request(`${base}${path}`, {
          method,
          headers: { "x-api-key": apiKey, accept: "application/json" }
        })
      )
  })
})

const called = Effect.fnUntraced(function*<A, I>(answer: Schema.Codec<A, I>, request: Request) {
  const response = yield* Effect.tryPromise({
    // A redirect would send the key to another server.
    try: (signal) => fetch(request, { signal, redirect: "manual" }),
    catch: () => new CommandFailed({ message: `${new URL(request.url).origin} does not answer` })
  })
  const text = yield* Effect.promise(() => response.text())
  const body: unknown = text === "" ? undefined : yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new CommandFailed({ message: `${request.url} answers ${response.status}, but is not Namewright` })
  })
  if (!response.ok) return yield* new CommandFailed({ message: problemText(response.status, body) })
  return yield* Effect.orDie(Schema.decodeUnknownEffect(answer)(body))
})

const problemText = (status: number, body: unknown): string =>
  Predicate.hasProperty(body, "detail") && typeof body.detail === "string"
    ? body.detail
    : Predicate.hasProperty(body, "title") && typeof body.title === "string"
    ? body.title
    : `The server answers ${status}`
