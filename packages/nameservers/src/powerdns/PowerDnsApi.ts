import { Data, Duration, Effect, Redacted, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"

/** A call that PowerDNS refused, or that did not reach it. */
export class PowerDnsFailed extends Data.TaggedError("PowerDnsFailed")<{
  /** Of the answer; undefined without one. */
  readonly status: number | undefined
  readonly message: string
}> {}

/** An RRset as a change has it. */
export interface ApiRrset {
  readonly name: string
  readonly type: string
  readonly ttl?: number
  readonly changetype: "REPLACE" | "DELETE"
  readonly records: ReadonlyArray<{ readonly content: string; readonly disabled: boolean }>
}

/** A zone as far as it matters here. */
export const ApiZone = Schema.Struct({
  serial: Schema.Number,
  dnssec: Schema.Boolean,
  nsec3param: Schema.String,
  rrsets: Schema.optionalKey(Schema.Array(Schema.Struct({
    name: Schema.String,
    type: Schema.String,
    ttl: Schema.Number,
    records: Schema.Array(Schema.Struct({ content: Schema.String, disabled: Schema.Boolean }))
  })))
})
export type ApiZone = typeof ApiZone.Type

/** The keys of a zone; `dnskey` is the data of the record. */
export const ApiKeys = Schema.Array(Schema.Struct({ id: Schema.Number, dnskey: Schema.String }))

export const ApiMetadata = Schema.Array(Schema.Struct({ kind: Schema.String, metadata: Schema.Array(Schema.String) }))

export interface PowerDnsApiOptions {
  /** Where the webserver of PowerDNS is, without `/api/v1`. */
  readonly url: string
  readonly apiKey: Redacted.Redacted
  /** The server's name in the interface. */
  readonly server: string
}

export interface PowerDnsApi {
  /** Calls what is below the server, and answers the text that comes back. */
  readonly call: (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown
  ) => Effect.Effect<string, PowerDnsFailed>
  /** Reads what is below the server. */
  readonly read: <A, E>(path: string, schema: Schema.Codec<A, E>) => Effect.Effect<A, PowerDnsFailed>
}

const timeout = Duration.seconds(20)

/** A server that is busy, such as one whose SQLite database is locked, has time soon. */
const isBusy = ({ status }: PowerDnsFailed): boolean => status === 500 || status === 503

const again = { while: isBusy, times: 5, schedule: Schedule.exponential("50 millis") }

const readError = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))

/** Characters of a plain text that is an error message of PowerDNS, not a page of a server before it. */
const longestText = 200

/** The error message of a call that PowerDNS refuses. */
const refusal = (status: number, text: string): PowerDnsFailed => {
  const error = readError(text)
  const isPage = text.length > longestText || text.includes("<")
  const message = error._tag === "Some" ? error.value.error : isPage ? "" : text
  return new PowerDnsFailed({ status, message: message === "" ? `PowerDNS answers ${status}` : message })
}

/** The HTTP interface of PowerDNS, version 1. */
export const powerDnsApi = Effect.fnUntraced(function*(
  { apiKey, server, url }: PowerDnsApiOptions
): Effect.fn.Return<PowerDnsApi, never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const base = `${url.replace(/\/+$/, "")}/api/v1/servers/${encodeURIComponent(server)}`

  const call: PowerDnsApi["call"] = (method, path, body) => {
    const plain = HttpClientRequest.make(method)(`${base}${path}`, { headers: { "x-api-key": Redacted.value(apiKey) } })
    const request = body === undefined ? plain : HttpClientRequest.bodyJsonUnsafe(plain, body)
    return Effect.gen(function*() {
      const response = yield* client.execute(request)
      const text = yield* response.text
      return response.status < 300 ? text : yield* refusal(response.status, text)
    }).pipe(
      Effect.catchTag(
        "HttpClientError",
        ({ message }) => Effect.fail(new PowerDnsFailed({ status: undefined, message }))
      ),
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(new PowerDnsFailed({ status: undefined, message: "PowerDNS does not answer" }))
      }),
      Effect.retry(again)
    )
  }

  return {
    call,
    read: (path, schema) =>
      Effect.flatMap(call("GET", path), (text) =>
        Effect.mapError(
          Schema.decodeEffect(Schema.fromJsonString(schema))(text),
          ({ message }) => new PowerDnsFailed({ status: undefined, message: `PowerDNS answers otherwise: ${message}` })
        ))
  }
})
