import type { RenewalWindow } from "@namewright/core/certificates"
import { AuthorityKeyIdentifierExtension, X509Certificate } from "@peculiar/x509"
import { DateTime, Option, Schema } from "effect"
import { AcmeProblem, retryAfterSeconds } from "./AcmeProblem.ts"
import { httpsExchange, type HttpsResponse } from "./httpsExchange.ts"

const Time = Schema.String.pipe(Schema.check(Schema.makeFilter((text) => !Number.isNaN(Date.parse(text)))))

const readWindow = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ suggestedWindow: Schema.Struct({ start: Time, end: Time }) }))
)

/** Pause until renewal information is read again if the authority names none, in seconds. */
const standardPause = 21_600

/**
 * Identifier of a certificate for renewal information: the identifier of the authority's key and the serial number. Undefined
 * if the certificate, in DER, has none. Source: RFC 9773, section 4.1.
 */
export const renewalIdOf = (der: Uint8Array): string | undefined => {
  const certificate = new X509Certificate(new Uint8Array(der))
  const keyId = certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId
  if (keyId === undefined) return undefined
  return `${base64url(keyId)}.${base64url(signed(certificate.serialNumber))}`
}

const base64url = (hex: string): string => Buffer.from(hex, "hex").toString("base64url")

/** The contents of a positive integer in DER, whose first bit is 0. */
const signed = (hex: string): string => Number.parseInt(hex.slice(0, 2), 16) >= 0x80 ? `00${hex}` : hex

/** Reads a response with renewal information. Undefined if it has no valid window. */
export const renewalWindow = ({ body, headers }: HttpsResponse, now: number): RenewalWindow | undefined => {
  const { end, start } = Option.getOrElse(
    Option.map(readWindow(body), ({ suggestedWindow }) => suggestedWindow),
    () => ({ start: "", end: "" })
  )
  if (!(Date.parse(start) < Date.parse(end))) return undefined
  return {
    starts_on: DateTime.makeUnsafe(Math.floor(Date.parse(start) / 1000) * 1000),
    ends_on: DateTime.makeUnsafe(Math.floor(Date.parse(end) / 1000) * 1000),
    retry_after: retryAfterSeconds(headers["retry-after"], now) ?? standardPause
  }
}

/** Reads the renewal information at a directory's `renewalInfo` address. Source: RFC 9773, section 4. */
export const readRenewalInformation = async (
  renewalInfo: string,
  renewal_id: string,
  trustedRoots: string | undefined
): Promise<RenewalWindow> => {
  const url = `${renewalInfo.replace(/\/$/, "")}/${renewal_id}`
  const response = await httpsExchange({ url, method: "GET", headers: {}, trustedRoots })
  if (response.status !== 200) throw new AcmeProblem(response, Date.now())
  const window = renewalWindow(response, Date.now())
  if (window === undefined) throw new Error("The renewal information has no valid window")
  return window
}
