import { Data, Duration, Effect, Redacted, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"

/** A call that PowerDNS refused or did not answer. */
export class PowerDnsFailed extends Data.TaggedError("PowerDnsFailed")<{
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined
  readonly message: string
}> {}

/** Change of an RRset. */
export interface ApiRrset {
  readonly name: string
  readonly type: string
  readonly ttl?: number
  readonly changetype: "REPLACE" | "DELETE"
  readonly records: ReadonlyArray<{ readonly content: string; readonly disabled: boolean }>
}

/** Members of a zone that the driver uses. */
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
  /** URL of the PowerDNS webserver, without `/api/v1`. */
  readonly url: string
  readonly apiKey: Redacted.Redacted
  /** The server's name in the interface. */
  readonly server: string
}

export interface PowerDnsApi {
  /** Sends a request for a path below the server, and returns the body of the response. */
  readonly call: (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown
  ) => Effect.Effect<string, PowerDnsFailed>
  /** Reads a resource by its path below the server. */
  readonly read: <A, E>(path: string, schema: Schema.Codec<A, E>) => Effect.Effect<A, PowerDnsFailed>
}

const timeout = Duration.seconds(20)

/** True for a busy server, for example while its SQLite database is locked; the call is retried. */
const isBusy = ({ status }: PowerDnsFailed): boolean => status === 500 || status === 503

const again = { while: isBusy, times: 5, schedule: Schedule.exponential("50 millis") }

const readError = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))

/** Longest plain text that is taken as an error message of PowerDNS, in characters; longer ones are pages of a proxy. */
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
