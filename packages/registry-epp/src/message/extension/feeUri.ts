import { EppUri } from "../EppUri.ts"

/**
 * Versions of the fee extension that the client supports, newest first: RFC 8748, and earlier drafts that are still in
 * use. The EPP server of this package supports only the first.
 */
export const feeUris = [
  EppUri.fee,
  "urn:ietf:params:xml:ns:fee-0.23",
  "urn:ietf:params:xml:ns:fee-0.12",
  "urn:ietf:params:xml:ns:fee-0.11",
  "urn:ietf:params:xml:ns:fee-0.6"
] as const

export type FeeUri = (typeof feeUris)[number]

/** The newest supported version among the services of a server; undefined without any. */
export const newestFeeUri = (services: ReadonlySet<string>): FeeUri | undefined =>
  feeUris.find((uri) => services.has(uri))

/** True if a check of that version can query only one command. */
export const asksOneFee = (uri: FeeUri | undefined): boolean => uri === "urn:ietf:params:xml:ns:fee-0.11"

export const isFeeUri = (uri: string): uri is FeeUri => feeUris.some((supported) => supported === uri)
