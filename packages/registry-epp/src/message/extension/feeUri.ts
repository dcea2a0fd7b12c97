import { EppUri } from "../EppUri.ts"

/**
 * The versions of the fee extension that the client supports, the newest first: RFC 8748, and the drafts before it that are
 * still in use. Our server supports the first only.
 */
export const feeUris = [
  EppUri.fee,
  "urn:ietf:params:xml:ns:fee-0.23",
  "urn:ietf:params:xml:ns:fee-0.12",
  "urn:ietf:params:xml:ns:fee-0.11",
  "urn:ietf:params:xml:ns:fee-0.6"
] as const

export type FeeUri = (typeof feeUris)[number]

/** The newest version among the services that a server offers; undefined where it has none of them. */
export const newestFeeUri = (services: ReadonlySet<string>): FeeUri | undefined =>
  feeUris.find((uri) => services.has(uri))

/** Whether a check of that version asks for the fee of one command only. */
export const asksOneFee = (uri: FeeUri | undefined): boolean => uri === "urn:ietf:params:xml:ns:fee-0.11"

export const isFeeUri = (uri: string): uri is FeeUri => feeUris.some((known) => known === uri)
