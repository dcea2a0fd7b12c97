import { request } from "node:https"

/** Time limit of one request, in milliseconds. */
const timeLimit = 20_000

/** Longest response in bytes. */
const maximumBytes = 1024 * 1024

export interface HttpsRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Root certificates in PEM that are trusted instead of those of Node. */
  readonly trustedRoots?: string | undefined
}

export interface HttpsResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One request over HTTPS, without redirects and repetitions. Rejects if no complete response arrives in time. */
export const httpsExchange = (
  { body, headers, method, trustedRoots, url }: HttpsRequest
): Promise<HttpsResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers, ca: trustedRoots, signal: AbortSignal.timeout(timeLimit) },
      (response) => {
        const chunks: Array<Buffer> = []
        let length = 0
        response.on("data", (chunk: Buffer) => {
          length += chunk.length
          if (length > maximumBytes) response.destroy(new Error(`The response has more than ${maximumBytes} bytes`))
          else chunks.push(chunk)
        })
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map((
                [name, value]
              ) => [name, Array.isArray(value) ? value.join(", ") : value ?? ""])
            ),
            body: Buffer.concat(chunks).toString("utf8")
          }))
      }
    )
    sent.on("error", reject)
    sent.end(body)
  })
