import { HttpServerResponse } from "effect/http"

/** An answer to a request that the protocol never saw (JSON-RPC 2.0); the request's id is not known then. */
export const jsonRpcError = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers })

/** Codes of JSON-RPC, and the one that servers use for what is none of them. */
export const rpcCodes = { parseError: -32_700, refused: -32_000 } as const
