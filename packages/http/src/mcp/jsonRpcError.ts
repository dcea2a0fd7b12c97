import { HttpServerResponse } from "effect/http"

/** Response to a request that did not reach the protocol (JSON-RPC 2.0), with the id null. */
export const jsonRpcError = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers })

/** Error codes of JSON-RPC, and a server-defined one for refusals. */
export const rpcCodes = { parseError: -32_700, refused: -32_000 } as const
