import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/*
 * A server that behaves as the European Commission documents the REST interface of VIES: entries with undisclosed
 * members, failures with the status 200 and with others, and failures of a member state within an entry.
 */

/** Answer to a number: an entry, codes of a failure, or what the server sends instead. */
export type ViesAnswer =
  | { readonly valid: boolean; readonly name?: string; readonly address?: string; readonly userError?: string }
  | { readonly failure: string; readonly status?: number }
  | { readonly raw: string; readonly status?: number }
  | "silent"

export interface ViesServer {
  readonly url: string
  /** Answers by country code and number, such as `DE123456789`. Other numbers are not valid. */
  readonly answers: Map<string, ViesAnswer>
  /** Bodies of the requests so far. */
  readonly requests: ReadonlyArray<unknown>
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text)
}

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

const failureOf = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] })

const reply = (response: ServerResponse, countryCode: string, vatNumber: string, answer: ViesAnswer): unknown => {
  if (answer === "silent") return undefined
  if ("raw" in answer) return response.writeHead(answer.status ?? 200).end(answer.raw)
  if ("failure" in answer) return send(response, answer.status ?? 200, failureOf(answer.failure))
  return send(response, 200, {
    countryCode,
    vatNumber,
    requestDate: "2026-03-01T10:00:00.000Z",
    requestIdentifier: "",
    name: "---",
    address: "---",
    traderName: "---",
    traderNameMatch: "NOT_PROCESSED",
    ...answer
  })
}

export const viesServer = async (): Promise<ViesServer> => {
  const answers = new Map<string, ViesAnswer>()
  const requests: Array<unknown> = []
  const server = createServer(async (request, response) => {
    if (request.method !== "POST" || request.url !== "/vies/rest-api/check-vat-number") {
      response.writeHead(404).end()
      return
    }
    const body = await bodyOf(request) as { readonly countryCode: string; readonly vatNumber: string }
    requests.push(body)
    const { countryCode, vatNumber } = body
    reply(response, countryCode, vatNumber, answers.get(`${countryCode}${vatNumber}`) ?? { valid: false })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/vies/rest-api/`,
    answers,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
